import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { answerOrder } from "@/app/api/terminal/orders/answer-order";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";

export const POST = answerOrder(cancelOrder);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/terminal/orders/[instanceId]/[orderId]/cancel");
