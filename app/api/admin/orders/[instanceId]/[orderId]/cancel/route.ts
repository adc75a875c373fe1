import { orderCall, respondWithOrder } from "@/app/api/admin/orders/handle-order";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { cancelAsAdmin } from "@/lib/orders/holds/cancel-order";

export const POST = orderCall(async (ctx, key) => respondWithOrder(ctx, key, await cancelAsAdmin(ctx, key)));

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/orders/[instanceId]/[orderId]/cancel");
