import { handleAdmin } from "@/lib/http/handle-call";
import { refuse } from "@/lib/http/reasons";
import { refuseMethodsBut } from "@/lib/http/refuse-methods";
import { checkInvariants } from "@/lib/orders/check-invariants";
import { reportInvariants } from "@/lib/orders/report-invariants";
import { readHead } from "@/lib/orders/rules.audit-heads";

export function GET(request: Request): Promise<Response> {
  return handleAdmin(request, async ({ ctx }) => {
    const { searchParams } = new URL(request.url);
    const heads = searchParams.getAll("head").map(readHead);
    if (!heads.every((head) => head !== null)) {
      return refuse("invalid-input", [{ field: "head", problem: "malformed" }]);
    }
    const wanted = { instanceId: searchParams.get("instanceId"), heads };
    if (request.headers.get("accept")?.includes("application/x-ndjson")) return reportInvariants(ctx, wanted);
    const report = await checkInvariants(ctx, wanted);
    return report.ok ? { ok: true, body: report } : report;
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethodsBut("GET");
