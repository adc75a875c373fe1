import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { handleOrderAction } from "@/app/api/terminal/orders/answer-order";
import { extendOrder } from "@/lib/orders/holds/extend-order";

export const POST = handleOrderAction(extendOrder);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/terminal/orders/[instanceId]/[orderId]/extend");
