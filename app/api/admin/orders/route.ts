import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { findAdminOrders } from "@/lib/admin/find-admin-orders";
import { handleAdmin } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleAdmin(request, async ({ ctx }) => {
    const { searchParams } = new URL(request.url);
    const result = await findAdminOrders(ctx, searchParams.get("order") ?? "", searchParams.get("instanceId"));
    return result.ok ? { ok: true, body: { orders: result.orders } } : result;
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/admin/orders");
