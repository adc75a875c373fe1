import { handleOrder } from "@/app/api/orders/answer-order";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";

export const POST = handleOrder(cancelOrder);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");
