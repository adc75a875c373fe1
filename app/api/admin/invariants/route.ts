import { handleAdmin } from "@/lib/http/handle-call";
import { refuseMethodsBut } from "@/lib/http/refuse-methods";
import { checkInvariants } from "@/lib/orders/check-invariants";

export function GET(request: Request): Promise<Response> {
  return handleAdmin(request, async ({ ctx }) => {
    const instanceId = new URL(request.url).searchParams.get("instanceId");
    const report = await checkInvariants(ctx, { instanceId });
    return report.ok ? { ok: true, body: report } : report;
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethodsBut("GET");
