import "server-only";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import { dayMs } from "@/lib/durations";
import type { ListedPayment, PaymentAccount } from "@/lib/gateways/payment/port";
import { getRefundDelayMs, refundGracePeriodMs } from "@/lib/orders/rules.refunds";
import type { RefundKey, RefundRow } from "@/lib/orders/store.refunds";
import { claimRefundLookup, recordLookup } from "@/lib/orders/store.refunds";
import { withRetry } from "@/lib/platform/db/errors";
import { drainQueue } from "@/lib/platform/jobs/drain-queue";
import { findAdjustment } from "./rules";
import type { RefundContext } from "./send-refund";
import { readReversals, sendRefund } from "./send-refund";
import type { RefundResult } from "./settle-refund";
import { settleRefund } from "./settle-refund";

/** `isUnreachable` is true if the gateway gave no answer. */
type RefundLookup =
  | Exclude<RefundResult, { kind: "unknown" }>
  | { kind: "unknown"; isUnreachable: boolean }
  | { kind: "not-found" };

const maxPerDraw = 2;

/** Longer than two gateway calls of 20 seconds and the settling. */
const leaseMs = 60_000;

const noAnswer = { kind: "unknown", isUnreachable: true } as const;

/**
 * A refund that two lookups didn't find, the last at least 15 minutes after it was sent, counts as refused and gets a
 * new attempt.
 */
export function reconcileRefunds(ctx: RefundContext): Promise<number> {
  return drainQueue(ctx, {
    perDraw: maxPerDraw,
    claim: (except) => claimNextRefund(ctx, except),
    work: (refund) => reconcileRefund(ctx, refund),
    failure: "A refund couldn't be looked up.",
  });
}

async function claimNextRefund(ctx: RefundContext, except: string[]): Promise<RefundRow | null> {
  const now = ctx.now();
  const claim = { now, leasedUntil: new Date(now.getTime() + leaseMs), except };
  return withRetry(ctx, () => claimRefundLookup(ctx.db, claim));
}

/** Returns false if the gateway did not answer. */
async function reconcileRefund(ctx: RefundContext, refund: RefundRow): Promise<boolean> {
  const { drawId, orderId, refundNumber, checkCount, missedAt } = refund;
  const key: RefundKey = { drawId, orderId, refundNumber };
  const lookedUpAt = ctx.now();
  const lookup = await findRefund(ctx, refund);
  const nextActionAt = new Date(ctx.now().getTime() + getRefundDelayMs(checkCount));
  if (lookup.kind === "unknown") {
    await recordLookup(ctx.db, key, { nextActionAt, missedAt });
    return !lookup.isUnreachable;
  }
  if (lookup.kind === "not-found" && !isMissing(refund, lookedUpAt)) {
    await recordLookup(ctx.db, key, { nextActionAt, missedAt: missedAt ?? lookedUpAt });
    return true;
  }
  const result: RefundResult =
    lookup.kind === "not-found" ? { kind: "refused", reason: "refund-missing", code: null } : lookup;
  const next = await settleRefund(ctx, key, result);
  if (next !== null) await sendRefund(ctx, { ...key, refundNumber: next });
  return true;
}

/** Counts from the start of the lookup, because a delayed answer describes an earlier state of the report. */
function isMissing({ sentAt, requestedAt, missedAt }: RefundRow, lookedUpAt: Date): boolean {
  const isLate = lookedUpAt.getTime() - (sentAt ?? requestedAt).getTime() >= refundGracePeriodMs;
  return isLate && missedAt !== null && missedAt < lookedUpAt;
}

async function findRefund(ctx: RefundContext, refund: RefundRow): Promise<RefundLookup> {
  const credentials = await readCredentials(ctx, refund.drawId);
  if (!credentials) return { kind: "unknown", isUnreachable: false };
  const reported = await findInReport(ctx, credentials, refund);
  if (reported.kind === "not-found") return findAtPayment(ctx, credentials, refund);
  if (reported.kind !== "unknown" || reported.isUnreachable) return reported;
  // The report has another amount under the refund's number, so only the payment tells if all of it was returned.
  const paid = await findAtPayment(ctx, credentials, refund);
  return paid.kind === "done" ? paid : reported;
}

/** Without a reporting passcode the refund counts as not found. */
async function findInReport(ctx: RefundContext, credentials: PaymentAccount, refund: RefundRow): Promise<RefundLookup> {
  const from = new Date(refund.requestedAt.getTime() - dayMs);
  const to = new Date(ctx.now().getTime() + dayMs);
  const list = await ctx.gateway.listPayments(credentials, { from, to, orderNumber: refund.refundNumber });
  if (list.kind === "unreachable") return noAnswer;
  return list.kind === "listed" ? classifyRows(refund, list.payments) : { kind: "not-found" };
}

function classifyRows({ method, amountCents }: RefundRow, rows: ListedPayment[]): RefundLookup {
  const approved = rows.filter((row) => row.approved);
  const match = approved.find((row) => row.kind === method && row.amountCents === amountCents);
  if (match) return { kind: "done", transactionId: match.transactionId, code: null };
  if (approved.length > 0) return { kind: "unknown", isUnreachable: false };
  return rows.length > 0 ? { kind: "refused", reason: "refund-refused", code: null } : { kind: "not-found" };
}

/** The report lags and may omit our number, so money that the payment itself shows as returned counts, too. */
async function findAtPayment(
  ctx: RefundContext,
  credentials: PaymentAccount,
  refund: RefundRow,
): Promise<RefundLookup> {
  const reversals = await readReversals(ctx, credentials, refund);
  if (!reversals) return noAnswer;
  const reversal = findAdjustment(refund, reversals);
  return reversal
    ? { kind: "done", transactionId: reversal.transactionId, code: null, method: reversal.kind }
    : { kind: "not-found" };
}
