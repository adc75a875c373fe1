import { answerOrder } from "@/app/api/terminal/orders/answer-order";
import { refuseMethodsBut } from "@/lib/http/refuse-methods";
import { extendOrder } from "@/lib/orders/extend-order";

export const POST = answerOrder(extendOrder);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");
