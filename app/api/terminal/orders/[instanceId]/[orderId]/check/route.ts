import { answerOrder } from "@/app/api/terminal/orders/answer-order";
import { checkOutcome } from "@/lib/payments/check-outcome";
import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";

export const POST = answerOrder(checkOutcome);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");
