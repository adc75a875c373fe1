import type { ListedPayment } from "@/lib/gateways/payment/port";
import type { CaptureSums } from "@/lib/gateways/payment/rules.captures";
import { getUnrefundedCents, isLive, selectDistinctRows, sumCaptures } from "@/lib/gateways/payment/rules.captures";
import { maxAttempts } from "@/lib/orders/rules";
import type { AttemptState } from "@/lib/orders/rules.payment";
import { isLookupScheduled, isOverdue } from "@/lib/payments/reconcile/rules";
import type { Finding, GatewayCheck } from "./rules.findings";
import type { RecordedRefund } from "./rules.reversals";
import { compareReversals, sumRefunded } from "./rules.reversals";

/** `amountCents` was captured. */
export type RecordedAttempt = {
  drawId: string;
  gatewayOrderNumber: string;
  state: AttemptState;
  amountCents: number;
  gatewayTransactionId: string | null;
  sentAt: Date;
  lookupAt: Date | null;
  checkCount: number;
  answeredAt: Date | null;
  refunds: RecordedRefund[];
};

/** Others may sell on the same account, so only these numbers are ours (docs/design.md, Gateway order numbers). */
export function isOurNumber(orderNumber: string): boolean {
  return /^(AP)?[0-9A-HJKMNP-TV-Z]{26}(\d{2})?$/.test(orderNumber) || /^AP-[0-9A-Za-z]{8,10}$/.test(orderNumber);
}

/** The payment of a refund has one of these numbers (docs/design.md, Gateway order numbers). */
export function listPaymentNumbers(refundNumber: string): string[] {
  const stem = refundNumber.slice("RF".length, -2);
  if (stem.startsWith("-")) return [`AP${stem}`];
  const suffixes = Array.from({ length: maxAttempts }, (_none, index) =>
    index === 0 ? "" : `${index + 1}`.padStart(2, "0"),
  );
  return suffixes.flatMap((suffix) => [`${stem}${suffix}`, `AP${stem}${suffix}`]);
}

export function isOurRefundNumber(orderNumber: string): boolean {
  return /^RF([0-9A-HJKMNP-TV-Z]{26}|-[0-9A-Za-z]{8,10})\d{2}$/.test(orderNumber);
}

function isFullyReversed(sums: CaptureSums): boolean {
  return sums.captures.length > 0 && getUnrefundedCents(sums) === 0;
}

/** Finds captured money that no approved attempt accounts for. */
function findUnrequestedMoney(check: GatewayCheck, sums: CaptureSums): Finding[] {
  const { capturedCents, captures } = sums;
  if (isFullyReversed(sums)) return [];
  const detail = {
    capturedCents,
    keptCents: getUnrefundedCents(sums),
    transactionId: captures[0]?.transactionId ?? null,
  };
  return [{ check, detail }];
}

/** Returns the capture that paid the attempt: its own if that is live, otherwise another live one. */
function findPayment({ gatewayTransactionId }: RecordedAttempt, { captures }: CaptureSums): ListedPayment | undefined {
  const live = captures.filter(isLive);
  const isOwn = ({ transactionId }: ListedPayment) => transactionId === gatewayTransactionId;
  return live.find(isOwn) ?? live[0] ?? captures.find(isOwn) ?? captures[0];
}

/** The rest of several captures must equal one payment, less our refunds. */
function compareRepeated({ amountCents, refunds }: RecordedAttempt, sums: CaptureSums, settledBy: Date): Finding[] {
  const { certainCents, possibleCents } = sumRefunded(refunds, settledBy);
  const maxCents = amountCents - certainCents;
  if (getUnrefundedCents(sums) <= maxCents && getUnrefundedCents(sums) >= maxCents - possibleCents) return [];
  const { capturedCents, captures } = sums;
  const detail = { amountCents, capturedCents, keptCents: getUnrefundedCents(sums), captures: captures.length };
  return [{ check: "capture-repeated", detail }];
}

function compareCaptured(attempt: RecordedAttempt, sums: CaptureSums, settledBy: Date): Finding[] {
  const { amountCents, gatewayTransactionId } = attempt;
  if (attempt.state === "surplus" && isFullyReversed(sums)) return [];
  const capture = findPayment(attempt, sums);
  if (!capture) return [{ check: "capture-missing", detail: { amountCents, transactionId: gatewayTransactionId } }];
  const isRepeated = sums.captures.length > 1;
  const repeated = isRepeated ? compareRepeated(attempt, sums, settledBy) : [];
  if (repeated.length > 0) return repeated;
  const findings = isRepeated ? [] : compareReversals(attempt.refunds, sums, settledBy);
  if (capture.amountCents !== amountCents || capture.currency !== "CAD") {
    const detail = { amountCents, capturedCents: capture.amountCents, currency: capture.currency };
    findings.push({ check: "capture-amount", detail });
  }
  if (capture.transactionId !== gatewayTransactionId) {
    const detail = { transactionId: gatewayTransactionId, capturedTransactionId: capture.transactionId };
    findings.push({ check: "capture-transaction", detail });
  }
  return findings;
}

/** Finds money that was returned under a number in the form of our refund numbers, but of no refund of ours. */
function compareUnknownRefund({ returnedCents, voidedCents }: CaptureSums): Finding[] {
  const givenBackCents = returnedCents + voidedCents;
  return givenBackCents > 0 ? [{ check: "refund-unknown", detail: { givenBackCents } }] : [];
}

/** An open attempt is in flight until it is overdue. */
function compareOpen(attempt: RecordedAttempt, { capturedCents }: CaptureSums, now: Date): Finding[] {
  if (!isOverdue(attempt, now)) return [];
  const { state, amountCents, sentAt, lookupAt, checkCount } = attempt;
  const times = { sentAt: sentAt.toISOString(), askAt: lookupAt?.toISOString() ?? null };
  return [{ check: "attempt-overdue", detail: { state, amountCents, ...times, asks: checkCount, capturedCents } }];
}

function createConflict(transactionId: string, payments: readonly ListedPayment[]): Finding {
  const rows = selectDistinctRows(payments).filter((row) => row.transactionId === transactionId);
  const amounts = rows.map(({ amountCents }) => amountCents);
  const detail = {
    transactionId,
    rows: rows.length,
    leastCents: Math.min(...amounts),
    mostCents: Math.max(...amounts),
  };
  return { check: "transaction-conflict", detail };
}

/**
 * The rows must have been read before the attempt. Attempts and refunds are stored before the gateway is called, so a
 * row without one was not merely read too early. Refunds done after `settledBy`, when reading began, may be among the
 * rows.
 */
export function compareCaptures(
  orderNumber: string,
  attempt: RecordedAttempt | null,
  payments: readonly ListedPayment[],
  now: Date,
  settledBy = now,
): Finding[] {
  const sums = sumCaptures(payments);
  const state = attempt?.state;
  const isOurs = attempt !== null || isOurNumber(orderNumber) || isOurRefundNumber(orderNumber);
  // Contradictory rows can't be compared before the gateway explains which is right.
  if (isOurs && sums.conflicts.length > 0) return sums.conflicts.map((id) => createConflict(id, payments));
  if (attempt && (state === "approved" || state === "surplus")) return compareCaptured(attempt, sums, settledBy);
  if (attempt && (state === "sent" || state === "unknown")) return compareOpen(attempt, sums, now);
  if (!attempt && isOurRefundNumber(orderNumber)) return compareUnknownRefund(sums);
  if (sums.captures.length === 0) return [];
  if (attempt?.state === "missing" && isLookupScheduled(attempt.lookupAt, now)) return [];
  const isMissing = attempt?.state === "missing";
  if (attempt) return findUnrequestedMoney(isMissing ? "capture-late" : "capture-declined", sums);
  return isOurNumber(orderNumber) ? findUnrequestedMoney("capture-unknown", sums) : [];
}
