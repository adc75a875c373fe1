import { toPaymentResponse } from "@/app/api/bambora/to-payment-response";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { asDevice } from "@/app/api/terminal/as-device";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { processPaymentSchema } from "@/lib/payments/schema";
import { readInput } from "@/lib/platform/http/read-json";
import type { ApiResult } from "@/lib/platform/http/respond";
import type { Call } from "@/lib/wiring/handle-call";
import { handleWriteWithBody } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleWriteWithBody(request, async (call) => {
    const input = await readInput(request, processPaymentSchema);
    if (!input.ok) return input;
    const pay = async ({ ctx }: Call): Promise<ApiResult> => toPaymentResponse(await payOrder(ctx, input.value));
    return input.value.atTerminal ? asDevice(pay)(call) : pay(call);
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/bambora/processPayment");
