import { answerOrder } from "@/app/api/terminal/orders/answer-order";
import { refuseMethodsBut } from "@/lib/http/refuse-methods";
import { checkOutcome } from "@/lib/orders/check-outcome";

export const POST = answerOrder(checkOutcome);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");
