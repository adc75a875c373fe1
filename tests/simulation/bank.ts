import type { ListedPayment } from "@/lib/gateways/payment/port";

/** Times in ms, amounts in cents. */
export type Reversal = {
  transactionId: string;
  number: string;
  kind: "void" | "return";
  amountCents: number;
  at: number;
  visibleAt: number;
};

/** The report shows it from `visibleAt` on. */
export type Capture = {
  transactionId: string;
  orderNumber: string;
  amountCents: number;
  at: number;
  visibleAt: number;
  reversals: Reversal[];
};

/** The third party's own books. Entries later than the clock are decided but not done. */
export type Bank = {
  captures: Capture[];
  declined: { transactionId: string; orderNumber: string; amountCents: number; at: number }[];
  charged: { orderNumber: string; token: string }[];
  notFound: Map<string, number>;
  /** Complete readings of all pages, with the order numbers that they showed. */
  readings: { from: number; shown: ReadonlySet<string> }[];
  mails: Map<string, number>;
  nextId: () => string;
};

export function openBank(): Bank {
  let last = 70_000_000;
  const nextId = () => {
    last += 1;
    return String(last);
  };
  return { captures: [], declined: [], charged: [], notFound: new Map(), readings: [], mails: new Map(), nextId };
}

export function reversedCentsBy({ reversals }: Capture, now: number): number {
  return reversals.filter(({ at }) => at <= now).reduce((sum, { amountCents }) => sum + amountCents, 0);
}

const currency = "CAD";

function captureRows(capture: Capture, now: number): ListedPayment[] {
  const { transactionId, orderNumber, amountCents, at, visibleAt } = capture;
  if (at > now || visibleAt > now) return [];
  const reversals = capture.reversals.filter((one) => one.at <= now && one.visibleAt <= now);
  const returned = reversals.filter(({ kind }) => kind === "return");
  const row = { transactionId, orderNumber, amountCents, currency, kind: "capture" as const, approved: true };
  const returnedCents = returned.reduce((sum, one) => sum + one.amountCents, 0);
  const rows = reversals.map((one) => ({
    transactionId: one.transactionId,
    orderNumber: one.number,
    kind: one.kind,
    approved: true,
    amountCents: one.amountCents,
    currency,
    returnedCents: 0,
    voided: false,
    at: new Date(one.at),
    adjustedTransactionId: transactionId,
  }));
  return [{ ...row, returnedCents, voided: reversals.some(({ kind }) => kind === "void"), at: new Date(at) }, ...rows];
}

export function reportAt(bank: Bank, now: number, orderNumber?: string): ListedPayment[] {
  const declined = bank.declined
    .filter(({ at }) => at <= now)
    .map(({ at, ...row }) => ({
      ...row,
      kind: "capture" as const,
      approved: false,
      currency,
      returnedCents: 0,
      voided: false,
      at: new Date(at),
    }));
  const rows = [...bank.captures.flatMap((capture) => captureRows(capture, now)), ...declined];
  return rows.filter((row) => orderNumber === undefined || row.orderNumber === orderNumber);
}
