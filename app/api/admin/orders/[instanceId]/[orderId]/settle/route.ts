import { orderCallWithBody, respondWithOrder } from "@/app/api/admin/orders/handle-order";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { settleByHand } from "@/lib/payments/reconcile/settle-by-hand";

export const POST = orderCallWithBody(async (ctx, key, body) =>
  respondWithOrder(ctx, key, await settleByHand(ctx, key, body)),
);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/orders/[instanceId]/[orderId]/settle");
