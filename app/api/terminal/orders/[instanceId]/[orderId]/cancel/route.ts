import { answerOrder } from "@/app/api/terminal/orders/answer-order";
import { refuseMethodsBut } from "@/lib/http/refuse-methods";
import { cancelOrder } from "@/lib/orders/cancel-order";

export const POST = answerOrder(cancelOrder);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");
