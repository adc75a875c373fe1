import type { ListedPayment } from "@/lib/gateways/payment/gateway";

import { isLive, sumCaptures } from "@/lib/gateways/payment/rules.captures";

/**
 * What the gateway's rows under one order number say: captured money, `notRefundedCents` of it not refunded, and
 * `others`, further captures beside it; money that was refunded; a decline; or no money at all.
 */
export type FoundPayment =
  | { kind: "captured"; payment: ListedPayment; notRefundedCents: number; others: number }
  | { kind: "given-back"; payment: ListedPayment }
  | { kind: "refused"; payment: ListedPayment }
  | { kind: "nothing" };

/** Reads the rows of one order number. The first live capture is the payment; a reservation on the card is no money. */
export function readFoundPayment(rows: readonly ListedPayment[]): FoundPayment {
  const sums = sumCaptures(rows);
  const { captures, capturedCents, returnedCents, voidedCents } = sums;
  const [first] = captures;
  if (!first) {
    const payment = rows.find((row) => row.kind === "capture");
    return payment ? { kind: "refused", payment } : { kind: "nothing" };
  }
  const payment = captures.find(isLive);
  const leftCents = capturedCents - returnedCents - voidedCents;
  if (!payment || leftCents <= 0) return { kind: "given-back", payment: first };
  const notRefundedCents = Math.min(leftCents, payment.amountCents - payment.returnedCents);
  return { kind: "captured", payment, notRefundedCents, others: captures.filter(isLive).length - 1 };
}
