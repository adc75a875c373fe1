import type { Answer } from "@/lib/http/handle-call";
import type { Refusal } from "@/lib/http/reasons";
import { refusalStatuses } from "@/lib/http/reasons";
import type { Payment } from "@/lib/orders/pay-order";

/** What a payment is answered with, by whatever means it was made (design section 6). */
export function answerPayment(paid: Payment | Refusal): Answer {
  if (!paid.ok) return paid;
  const { order, outcome } = paid;
  if (outcome === "paid") return { ok: true, body: { success: true, transaction: paid.transaction, order } };
  return { ok: true, status: refusalStatuses[outcome], body: { success: false, reason: outcome, order } };
}
