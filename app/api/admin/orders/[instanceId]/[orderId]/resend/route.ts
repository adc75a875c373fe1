import { orderCall, respondWithOrder } from "@/app/api/admin/orders/handle-order";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { resendAsAdmin } from "@/lib/receipts/resend-receipt";

export const POST = orderCall(async (ctx, key) => respondWithOrder(ctx, key, await resendAsAdmin(ctx, key)));

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/orders/[instanceId]/[orderId]/resend");
