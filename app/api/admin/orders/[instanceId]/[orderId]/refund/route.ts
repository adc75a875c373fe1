import { refreshPages } from "@/app/api/admin/draws/refresh-pages";
import { orderCallWithBody } from "@/app/api/admin/orders/handle-order";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { readOrderAsAdmin } from "@/lib/orders/read-order";
import { requestRefund } from "@/lib/refunds/request-refund";

export const POST = orderCallWithBody(async (ctx, key, body) => {
  const refund = await requestRefund(ctx, key, body);
  if (!refund.ok) return refund;
  const isDone = refund.outcome === "refunded";
  if (isDone) refreshPages(key.instanceId);
  const result = await readOrderAsAdmin(ctx, key);
  if (!result.ok) return result;
  return { ok: true, status: isDone ? 200 : 202, body: { outcome: refund.outcome, order: result.order } };
});

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/orders/[instanceId]/[orderId]/refund");
