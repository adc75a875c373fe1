import { answerOrder } from "@/app/api/terminal/orders/answer-order";
import { refuseMethodsBut } from "@/lib/http/refuse-methods";
import { resendReceipt } from "@/lib/orders/resend-receipt";

export const POST = answerOrder(resendReceipt);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");
