import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { handleOrderAction } from "@/app/api/terminal/orders/handle-order-action";
import { readIdempotencyKey } from "@/lib/platform/http/request-headers";
import { reprintReceipt } from "@/lib/receipts/reprint-receipt";

export const POST = handleOrderAction(async (ctx, order, request) => {
  const claim = request.headers.has("idempotency-key") ? readIdempotencyKey(request.headers) : null;
  return claim && !claim.ok ? claim : reprintReceipt(ctx, order, claim?.value);
});

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods(
  "/api/terminal/orders/[instanceId]/[orderId]/reprint",
);
