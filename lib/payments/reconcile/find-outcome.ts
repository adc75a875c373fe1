import "server-only";
import type { Context } from "@/lib/context";
import { dayMs } from "@/lib/durations";
import type { ListedPayment, LookupOutcome, PaymentAccount, PaymentList } from "@/lib/gateways/payment/port";
import { isLive, sumCaptures } from "@/lib/gateways/payment/rules.captures";
import type { Outcome } from "@/lib/payments/settle/rules";

type LookupContext = Pick<Context, "gateway" | "now">;
type Captured = Extract<FoundPayment, { kind: "captured" }>;
type Unanswered = { kind: "unanswered"; reason: "no-answer" | "passcode-refused" | "unclear" };

/** `others` counts captures beyond the payment. */
export type LookupResult = { kind: "answered"; outcome: Outcome; others: number } | Unanswered;

/** One order number has few rows, so a longer report is faulty. */
const maxPages = 20;

const noResponse: Unanswered = { kind: "unanswered", reason: "no-answer" };
const unclearResponse: Unanswered = { kind: "unanswered", reason: "unclear" };

/** Reads the report by order number, then the payment by its id. */
export async function findOutcome(
  ctx: LookupContext,
  credentials: PaymentAccount,
  attempt: { gatewayOrderNumber: string; sentAt: Date },
): Promise<LookupResult> {
  const lookedUpAt = ctx.now();
  const rows = await listRows(ctx, credentials, attempt);
  if (!Array.isArray(rows)) return rows;
  const reading = classifyRows(rows);
  if (reading.kind === "nothing") return toLookupResult({ kind: "not-found", lookedUpAt });
  const { transactionId } = reading.payment;
  if (reading.kind === "reversed") return toLookupResult({ kind: "reversed", transactionId });
  const answer = await ctx.gateway.readPayment(credentials, transactionId, attempt.gatewayOrderNumber);
  return reading.kind === "captured"
    ? confirmCapture(reading, answer)
    : confirmRefusal(reading.payment, answer, lookedUpAt);
}

/** The evidence in the rows of one order number. `others` counts live captures beyond the payment. */
export type FoundPayment =
  | { kind: "captured"; payment: ListedPayment; notRefundedCents: number; others: number }
  | { kind: "reversed"; payment: ListedPayment }
  | { kind: "refused"; payment: ListedPayment }
  | { kind: "nothing" };

/** The first live capture is the payment. Authorizations aren't captures. */
export function classifyRows(rows: readonly ListedPayment[]): FoundPayment {
  const sums = sumCaptures(rows);
  const { captures, capturedCents, returnedCents, voidedCents } = sums;
  const [first] = captures;
  if (!first) {
    const payment = rows.find((row) => row.kind === "capture");
    return payment ? { kind: "refused", payment } : { kind: "nothing" };
  }
  const payment = captures.find(isLive);
  const leftCents = capturedCents - returnedCents - voidedCents;
  if (!payment || leftCents <= 0) return { kind: "reversed", payment: first };
  const notRefundedCents = Math.min(leftCents, payment.amountCents - payment.returnedCents);
  return { kind: "captured", payment, notRefundedCents, others: captures.filter(isLive).length - 1 };
}

function toLookupResult(outcome: Outcome, others = 0): LookupResult {
  return { kind: "answered", outcome, others };
}

async function listRows(
  ctx: LookupContext,
  credentials: PaymentAccount,
  { gatewayOrderNumber, sentAt }: { gatewayOrderNumber: string; sentAt: Date },
): Promise<ListedPayment[] | Unanswered> {
  // Reads one more day on either side, because the gateway's clock differs from ours.
  const [from, to] = [new Date(sentAt.getTime() - dayMs), new Date(ctx.now().getTime() + dayMs)];
  const rows: ListedPayment[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const request = { from, to, orderNumber: gatewayOrderNumber, cursor };
    const page: PaymentList = await ctx.gateway.listPayments(credentials, request);
    if (page.kind === "not-authorized") return { kind: "unanswered", reason: "passcode-refused" };
    if (page.kind === "unreachable") return noResponse;
    rows.push(...page.payments);
    if (page.nextCursor === null) return rows;
    cursor = page.nextCursor;
  }
  return unclearResponse;
}

/** Money counts as captured only if the payment itself agrees with the report. */
function confirmCapture({ notRefundedCents, payment, others }: Captured, answer: LookupOutcome): LookupResult {
  if (answer.kind === "unknown" && answer.code === null) return noResponse;
  if (answer.kind !== "approved" || answer.amountCents !== payment.amountCents) return unclearResponse;
  const { transactionId, currency } = payment;
  return toLookupResult({ ...answer, transactionId, currency, amountCents: notRefundedCents }, others);
}

/** A code that leaves the outcome open, such as a bank's timeout, counts as not found. */
function confirmRefusal(payment: ListedPayment, answer: LookupOutcome, lookedUpAt: Date): LookupResult {
  if (answer.kind === "refused") return toLookupResult(answer);
  if (answer.kind === "unknown")
    return answer.code === null ? noResponse : toLookupResult({ kind: "not-found", lookedUpAt });
  if (answer.kind === "approved") return unclearResponse;
  return toLookupResult({ kind: "refused", reason: "declined", code: null, transactionId: payment.transactionId });
}
