import { handleOrder } from "@/app/api/orders/respond-with-order";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { resendReceipt } from "@/lib/receipts/resend-receipt";

export const POST = handleOrder(resendReceipt);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/orders/[instanceId]/[orderId]/resend");
