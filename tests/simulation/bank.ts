import type { ListedPayment } from "@/lib/gateways/payment/gateway";

/** Money given back under a number of its own; instants in ms, amounts in cents. */
export type Reversal = {
  transactionId: string;
  number: string;
  kind: "void" | "return";
  amountCents: number;
  at: number;
  visibleAt: number;
};

/** A captured payment; the report shows it from `visibleAt` on. */
export type Capture = {
  transactionId: string;
  orderNumber: string;
  amountCents: number;
  at: number;
  visibleAt: number;
  givenBack: Reversal[];
};

/** The third party's books: what it did, whatever it said. What lies ahead of the clock is decided and not done yet. */
export type Bank = {
  captures: Capture[];
  declined: { transactionId: string; orderNumber: string; amountCents: number; at: number }[];
  /** Every charge that arrived. */
  charged: { orderNumber: string; token: string }[];
  /** How often somebody was told that an order number is not known. */
  notFound: Map<string, number>;
  /** Every reading of all pages that came to an end: the order numbers that it showed. */
  readings: { from: number; shown: ReadonlySet<string> }[];
  /** How often each mail was taken by the mail server, by its Message-ID. */
  mails: Map<string, number>;
  nextId: () => string;
};

/** Opens empty books. */
export function openBank(): Bank {
  let last = 70_000_000;
  const nextId = () => {
    last += 1;
    return String(last);
  };
  return { captures: [], declined: [], charged: [], notFound: new Map(), readings: [], mails: new Map(), nextId };
}

/** What was given back of a capture by `now`, in cents. */
export function givenBackBy({ givenBack }: Capture, now: number): number {
  return givenBack.filter(({ at }) => at <= now).reduce((sum, { amountCents }) => sum + amountCents, 0);
}

const currency = "CAD";

function captureRows(capture: Capture, now: number): ListedPayment[] {
  const { transactionId, orderNumber, amountCents, at, visibleAt } = capture;
  if (at > now || visibleAt > now) return [];
  const given = capture.givenBack.filter((one) => one.at <= now && one.visibleAt <= now);
  const returned = given.filter(({ kind }) => kind === "return");
  const row = { transactionId, orderNumber, amountCents, currency, kind: "capture" as const, approved: true };
  const returnedCents = returned.reduce((sum, one) => sum + one.amountCents, 0);
  const rows = given.map((one) => ({
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
  return [{ ...row, returnedCents, voided: given.some(({ kind }) => kind === "void"), at: new Date(at) }, ...rows];
}

/** The rows that the report shows at `now`, of one order number or of all. */
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
