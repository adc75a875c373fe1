import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { handleOrderAction } from "@/app/api/terminal/orders/handle-order-action";
import { extendOrder } from "@/lib/orders/holds/extend-order";

export const POST = handleOrderAction(extendOrder);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/terminal/orders/[instanceId]/[orderId]/extend");
