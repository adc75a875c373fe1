import { toPaymentResponse, toVerificationResponse } from "@/app/api/bambora/to-payment-response";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { asVerifier } from "@/app/api/verification/as-verifier";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { processApplePaySchema } from "@/lib/payments/schema";
import { readInput } from "@/lib/platform/http/read-json";
import { payVerification } from "@/lib/verification/pay-verification";
import { isVerificationNumber } from "@/lib/verification/rules.verification";
import { handleWriteWithBody } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleWriteWithBody(request, async (call) => {
    const input = await readInput(request, processApplePaySchema);
    if (!input.ok) return input;
    if (!isVerificationNumber(input.value.payment.order_number)) {
      return toPaymentResponse(await payOrder(call.ctx, input.value));
    }
    const pay = asVerifier(async ({ ctx }) => toVerificationResponse(await payVerification(ctx, input.value)));
    return pay(call);
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/bambora/processApplePayPayment");
