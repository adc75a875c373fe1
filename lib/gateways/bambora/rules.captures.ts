import type { ListedPayment } from "@/lib/gateways/bambora/gateway";

/** What the gateway did under the order number of an attempt and those of its refunds, in cents. */
export type CaptureSums = {
  captures: ListedPayment[];
  capturedCents: number;
  returnedCents: number;
  voidedCents: number;
  /** The rows that gave back, each under a refund's number or the payment's own. */
  givenBack: ListedPayment[];
};

/** Whether money of a capture is there: not voided, and not all of it returned. */
export function isLive({ voided, returnedCents, amountCents }: ListedPayment): boolean {
  return !voided && returnedCents < amountCents;
}

function sumCents(payments: readonly ListedPayment[], of: (payment: ListedPayment) => number): number {
  return payments.reduce((sum, payment) => sum + of(payment), 0);
}

/** Sums the rows of one order number. A return or void may be a row of its own, a mark on the capture, or both. */
export function sumCaptures(payments: readonly ListedPayment[]): CaptureSums {
  const approved = payments.filter((payment) => payment.approved);
  const captures = approved.filter((payment) => payment.kind === "capture");
  const returns = approved.filter((payment) => payment.kind === "return" && !payment.voided);
  const voids = approved.filter((payment) => payment.kind === "void");
  const marked = captures.filter((payment) => payment.voided);
  const amount = (payment: ListedPayment) => payment.amountCents;
  return {
    captures,
    capturedCents: sumCents(captures, amount),
    returnedCents: Math.max(
      sumCents(captures, (payment) => payment.returnedCents),
      sumCents(returns, amount),
    ),
    voidedCents: Math.max(sumCents(marked, amount), sumCents(voids, amount)),
    givenBack: [...returns, ...voids],
  };
}

/** What the gateway keeps of all captures together, in cents. */
export function notRefundedCents({ capturedCents, returnedCents, voidedCents }: CaptureSums): number {
  return capturedCents - returnedCents - voidedCents;
}
