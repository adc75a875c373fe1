import type { ListedPayment } from "./port";

/** Sums over the rows of an attempt's order number and of its refunds' numbers. */
export type CaptureSums = {
  captures: ListedPayment[];
  capturedCents: number;
  returnedCents: number;
  voidedCents: number;
  /** Rows that returned money, under a refund's number or the payment's own. */
  reversals: ListedPayment[];
  /** Transaction ids whose rows in the report contradict each other. */
  conflicts: string[];
};

function serializeRow(row: ListedPayment): string {
  const { transactionId, orderNumber, kind, approved, amountCents, currency, returnedCents, voided, at, money } = row;
  return JSON.stringify([
    ...[transactionId, orderNumber, kind, approved, amountCents, currency, returnedCents, voided],
    ...[at?.getTime() ?? null, money ?? null],
  ]);
}

/** Removes equal rows, because the report may list a transaction twice. Differing rows of a transaction stay. */
export function selectDistinctRows(payments: readonly ListedPayment[]): ListedPayment[] {
  return [...new Map(payments.map((row) => [serializeRow(row), row])).values()];
}

function findConflicts(distinct: readonly ListedPayment[]): string[] {
  const ids = distinct.map(({ transactionId }) => transactionId);
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}

export function isLive({ voided, returnedCents, amountCents }: ListedPayment): boolean {
  return !voided && returnedCents < amountCents;
}

function sumCents(payments: readonly ListedPayment[], of: (payment: ListedPayment) => number): number {
  return payments.reduce((sum, payment) => sum + of(payment), 0);
}

/** A return or void may be a separate row, a mark on the capture, or both, so the larger sum counts. */
export function sumCaptures(payments: readonly ListedPayment[]): CaptureSums {
  const distinct = selectDistinctRows(payments);
  const approved = distinct.filter((payment) => payment.approved);
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
    reversals: [...returns, ...voids],
    conflicts: findConflicts(distinct),
  };
}

export function getUnrefundedCents({ capturedCents, returnedCents, voidedCents }: CaptureSums): number {
  return capturedCents - returnedCents - voidedCents;
}
