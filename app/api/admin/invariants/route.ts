import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { parseHead } from "@/lib/audit/rules.chain";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import { reportInvariants } from "@/lib/invariants/report-invariants";
import { refuse } from "@/lib/platform/http/reasons";
import { handleAdmin } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleAdmin(request, async ({ ctx }) => {
    const { searchParams } = new URL(request.url);
    const heads = searchParams.getAll("head").map(parseHead);
    if (!heads.every((head) => head !== null)) {
      return refuse("invalid-input", [{ field: "head", problem: "malformed" }]);
    }
    const scope = { instanceId: searchParams.get("instanceId"), heads };
    if (request.headers.get("accept")?.includes("application/x-ndjson")) return reportInvariants(ctx, scope);
    const report = await checkInvariants(ctx, scope);
    return report.ok ? { ok: true, body: report } : report;
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/admin/invariants");
