import { handleOrder } from "@/app/api/orders/respond-with-order";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { extendOrder } from "@/lib/orders/holds/extend-order";

export const POST = handleOrder(extendOrder);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/orders/[instanceId]/[orderId]/extend");
