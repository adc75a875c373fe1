import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { reconcileDay } from "@/lib/reconciliation/reconcile-day";
import { handleAdmin } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleAdmin(request, async ({ ctx }) => {
    const result = await reconcileDay(ctx, new URL(request.url).searchParams.get("day") ?? "");
    return result.ok ? { ok: true, body: result } : result;
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/admin/reconcile");
