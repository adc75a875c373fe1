import { refreshPages } from "@/app/api/admin/draws/refresh-pages";
import { orderCall } from "@/app/api/admin/orders/handle-order";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { hidePurchase } from "@/lib/activity/hide-purchase";

export const POST = orderCall(async (ctx, key) => {
  const result = await hidePurchase(ctx, key);
  if (!result.ok) return result;
  refreshPages(key.instanceId);
  return { ok: true, body: { order: result.order } };
});

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/orders/[instanceId]/[orderId]/hide");
