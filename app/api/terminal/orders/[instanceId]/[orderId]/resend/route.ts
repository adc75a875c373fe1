import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { handleOrderAction } from "@/app/api/terminal/orders/handle-order-action";
import { resendReceipt } from "@/lib/receipts/resend-receipt";

export const POST = handleOrderAction(resendReceipt);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/terminal/orders/[instanceId]/[orderId]/resend");
