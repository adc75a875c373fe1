import { handleWrite } from "@/lib/http/handle-call";
import { parseInput, readJson } from "@/lib/http/read-json";
import { refusalStatuses } from "@/lib/http/reasons";
import { refuseMethodsBut } from "@/lib/http/refuse-methods";
import { payOrder } from "@/lib/orders/pay-order";
import { processPaymentSchema } from "@/lib/orders/schema";

export function POST(request: Request): Promise<Response> {
  return handleWrite(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const input = parseInput(processPaymentSchema, json.value);
    if (!input.ok) return input;
    const paid = await payOrder(ctx, input.value);
    if (!paid.ok) return paid;
    const { order, outcome } = paid;
    if (outcome === "paid") return { ok: true, body: { success: true, transaction: paid.transaction, order } };
    return { ok: true, status: refusalStatuses[outcome], body: { success: false, reason: outcome, order } };
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");
