import { handleOrder } from "@/app/api/orders/respond-with-order";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";

export const POST = handleOrder(cancelOrder);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/orders/[instanceId]/[orderId]/cancel");
