import { answerOrder } from "@/app/api/terminal/orders/answer-order";
import { extendOrder } from "@/lib/orders/extend-order";
import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";

export const POST = answerOrder(extendOrder);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");
