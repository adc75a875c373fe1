import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { handleOrderAction } from "@/app/api/terminal/orders/handle-order-action";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";

export const POST = handleOrderAction(cancelOrder);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/terminal/orders/[instanceId]/[orderId]/cancel");
