import { answerPayment, answerVerification } from "@/app/api/bambora/answer-payment";
import { asVerifier } from "@/app/api/verification/as-verifier";
import { handleWrite } from "@/lib/http/handle-call";
import { parseInput, readJson } from "@/lib/http/read-json";
import { refuseMethodsBut } from "@/lib/http/refuse-methods";
import { payOrder } from "@/lib/orders/pay-order";
import { payVerification } from "@/lib/orders/pay-verification";
import { isVerificationNumber } from "@/lib/orders/rules.verification";
import { processApplePaySchema } from "@/lib/orders/schema.payments";

export function POST(request: Request): Promise<Response> {
  return handleWrite(request, async (call) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const input = parseInput(processApplePaySchema, json.value);
    if (!input.ok) return input;
    if (!isVerificationNumber(input.value.payment.order_number)) {
      return answerPayment(await payOrder(call.ctx, input.value));
    }
    const pay = asVerifier(async ({ ctx }) => answerVerification(await payVerification(ctx, input.value)));
    return pay(call);
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");
