import type { RefundablePayment, RefundKind } from "@/lib/gateways/payment/port";
import { createLocalTime } from "@/lib/local-time";

const easternTime = createLocalTime("America/Toronto");

/** A void must be on the payment's Eastern day (docs/bambora.md, Voids and returns). */
export function toEasternDay(at: Date): string {
  return easternTime(at).slice(0, 10);
}

/** A void returns a whole payment, on its own day only. */
export function chooseRefundKind(
  payment: Pick<RefundablePayment, "sentAt" | "capturedCents">,
  amountCents: number,
  now: Date,
): RefundKind {
  const isWhole = amountCents === payment.capturedCents;
  return isWhole && toEasternDay(payment.sentAt) === toEasternDay(now) ? "void" : "return";
}
