import { orderCall, respondWithOrder } from "@/app/api/admin/orders/handle-order";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { checkAsAdmin } from "@/lib/payments/reconcile/check-outcome";

export const POST = orderCall(async (ctx, key) => respondWithOrder(ctx, key, await checkAsAdmin(ctx, key)));

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/orders/[instanceId]/[orderId]/check");
