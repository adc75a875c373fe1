import { answerPayment } from "@/app/api/bambora/answer-payment";
import { handleWrite } from "@/lib/http/handle-call";
import { parseInput, readJson } from "@/lib/http/read-json";
import { refuseMethodsBut } from "@/lib/http/refuse-methods";
import { payOrder } from "@/lib/orders/pay-order";
import { processPaymentSchema } from "@/lib/orders/schema.payments";

export function POST(request: Request): Promise<Response> {
  return handleWrite(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const input = parseInput(processPaymentSchema, json.value);
    return input.ok ? answerPayment(await payOrder(ctx, input.value)) : input;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");
