import { refreshPages } from "@/app/api/admin/draws/refresh-pages";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { handleOrderActionWithBody } from "@/app/api/terminal/orders/handle-order-action";
import { readJson } from "@/lib/platform/http/read-json";
import { requestRefund } from "@/lib/refunds/request-refund";

export const POST = handleOrderActionWithBody(async (ctx, key, request) => {
  const json = await readJson(request);
  if (!json.ok) return json;
  const refund = await requestRefund(ctx, key, json.value);
  if (refund.ok && refund.outcome === "refunded") refreshPages(key.instanceId);
  return refund;
});

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/terminal/orders/[instanceId]/[orderId]/refund");
