import "server-only";
import type { Context } from "@/lib/context";
import { dayMs } from "@/lib/days";
import type { ListedPayment, LookupOutcome, PaymentAccount, PaymentList } from "@/lib/gateways/payment/gateway";
import { isLive, sumCaptures } from "@/lib/gateways/payment/rules.captures";
import type { Outcome } from "@/lib/payments/settle/rules";

type Asker = Pick<Context, "gateway" | "now">;
type Captured = Extract<FoundPayment, { kind: "captured" }>;
type Unanswered = { kind: "unanswered"; reason: "no-answer" | "passcode-refused" | "unclear" };

/**
 * The result of looking up one attempt at the gateway: an outcome, perhaps with captures beside the payment, or
 * nothing.
 */
export type Look = { kind: "answered"; outcome: Outcome; others: number } | Unanswered;

/** Rows of one order number fill no page; more pages than this are not an answer to what was asked. */
const maxPages = 20;

const noAnswer: Unanswered = { kind: "unanswered", reason: "no-answer" };
const unclear: Unanswered = { kind: "unanswered", reason: "unclear" };

function answered(outcome: Outcome, others = 0): Look {
  return { kind: "answered", outcome, others };
}

async function listRows(
  ctx: Asker,
  credentials: PaymentAccount,
  { gatewayOrderNumber, sentAt }: { gatewayOrderNumber: string; sentAt: Date },
): Promise<ListedPayment[] | Unanswered> {
  // A day on either side: the gateway's clock isn't ours, and nobody else has this number.
  const [from, to] = [new Date(sentAt.getTime() - dayMs), new Date(ctx.now().getTime() + dayMs)];
  const rows: ListedPayment[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const request = { from, to, orderNumber: gatewayOrderNumber, cursor };
    const page: PaymentList = await ctx.gateway.listPayments(credentials, request);
    if (page.kind === "not-authorized") return { kind: "unanswered", reason: "passcode-refused" };
    if (page.kind === "unreachable") return noAnswer;
    rows.push(...page.payments);
    if (page.nextCursor === null) return rows;
    cursor = page.nextCursor;
  }
  return unclear;
}

/** The report and the payment itself must agree that the money is there. */
function confirmCapture({ notRefundedCents, payment, others }: Captured, answer: LookupOutcome): Look {
  if (answer.kind === "unknown" && answer.code === null) return noAnswer;
  if (answer.kind !== "approved" || answer.amountCents !== payment.amountCents) return unclear;
  const { transactionId, currency } = payment;
  return answered({ ...answer, transactionId, currency, amountCents: notRefundedCents }, others);
}

/** A refusal whose cause is that the gateway itself does not know (a time-out of the bank) counts as nothing found. */
function confirmRefusal(payment: ListedPayment, answer: LookupOutcome, askedAt: Date): Look {
  if (answer.kind === "refused") return answered(answer);
  if (answer.kind === "unknown") return answer.code === null ? noAnswer : answered({ kind: "not-found", askedAt });
  if (answer.kind === "approved") return unclear;
  return answered({ kind: "refused", reason: "declined", code: null, transactionId: payment.transactionId });
}

/**
 * Looks up an attempt at the gateway: its report by the order number, then the payment itself by its id. A lookup that
 * isn't answered completely says nothing at all. Never throws because of the gateway.
 */
export async function findOutcome(
  ctx: Asker,
  credentials: PaymentAccount,
  attempt: { gatewayOrderNumber: string; sentAt: Date },
): Promise<Look> {
  const askedAt = ctx.now();
  const rows = await listRows(ctx, credentials, attempt);
  if (!Array.isArray(rows)) return rows;
  const reading = readFoundPayment(rows);
  if (reading.kind === "nothing") return answered({ kind: "not-found", askedAt });
  const { transactionId } = reading.payment;
  if (reading.kind === "given-back") return answered({ kind: "given-back", transactionId });
  const answer = await ctx.gateway.readPayment(credentials, transactionId, attempt.gatewayOrderNumber);
  return reading.kind === "captured"
    ? confirmCapture(reading, answer)
    : confirmRefusal(reading.payment, answer, askedAt);
}

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
