import { handleAdmin } from "@/lib/http/handle-call";
import { refuseMethodsBut } from "@/lib/http/refuse-methods";
import { reconcileDay } from "@/lib/orders/reconcile-day";

export function GET(request: Request): Promise<Response> {
  return handleAdmin(request, async ({ ctx }) => {
    const closed = await reconcileDay(ctx, new URL(request.url).searchParams.get("day") ?? "");
    return closed.ok ? { ok: true, body: closed } : closed;
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethodsBut("GET");
