import type { Payment } from "@/lib/payments/pay/pay-order";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refusalStatuses } from "@/lib/platform/http/reasons";
import type { ApiResult } from "@/lib/platform/http/respond";
import type { PaidVerification } from "@/lib/verification/pay-verification";

/** Body and status as the specification requires (docs/design.md, Payment answers). */
export function toPaymentResponse(paid: Payment | Refusal): ApiResult {
  if (!paid.ok) return paid;
  const { order, outcome } = paid;
  if (outcome === "paid") return { ok: true, body: { success: true, transaction: paid.transaction, order } };
  return { ok: true, status: refusalStatuses[outcome], body: { success: false, reason: outcome, order } };
}

export function toVerificationResponse(paid: PaidVerification | Refusal): ApiResult {
  if (!paid.ok) return paid;
  const { payment } = paid;
  if (payment.state !== "approved") {
    const reason = "payment-unknown";
    return { ok: true, status: refusalStatuses[reason], body: { success: false, reason, payment } };
  }
  const transaction = { order_number: payment.orderNumber, id: payment.transactionId };
  return { ok: true, body: { success: true, transaction, payment } };
}
