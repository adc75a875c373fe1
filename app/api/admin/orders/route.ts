import { handleAdmin } from "@/lib/http/handle-call";
import { refuseMethodsBut } from "@/lib/http/refuse-methods";
import { findAdminOrders } from "@/lib/orders/find-admin-orders";

export function GET(request: Request): Promise<Response> {
  return handleAdmin(request, async ({ ctx }) => {
    const { searchParams } = new URL(request.url);
    const found = await findAdminOrders(ctx, searchParams.get("order") ?? "", searchParams.get("instanceId"));
    return found.ok ? { ok: true, body: { orders: found.orders } } : found;
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethodsBut("GET");
