import { handleOrder } from "@/app/api/orders/answer-order";
import { extendOrder } from "@/lib/orders/extend-order";
import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";

export const POST = handleOrder(extendOrder);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");
