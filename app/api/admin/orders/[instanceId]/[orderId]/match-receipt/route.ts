import { orderCallWithBody } from "@/app/api/admin/orders/handle-order";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { matchReceipt } from "@/lib/console/orders/match-receipt";

export const POST = orderCallWithBody(async (ctx, key, body) => {
  const result = await matchReceipt(ctx, key, body);
  return result.ok ? { ok: true, body: { matches: result.matches } } : result;
});

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods(
  "/api/admin/orders/[instanceId]/[orderId]/match-receipt",
);
