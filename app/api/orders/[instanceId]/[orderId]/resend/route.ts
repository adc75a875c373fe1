import { handleOrder } from "@/app/api/orders/answer-order";
import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";
import { resendReceipt } from "@/lib/receipts/reprint-receipt";

export const POST = handleOrder(resendReceipt);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");
