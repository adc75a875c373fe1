import "server-only";
import { dayMs } from "@/lib/days";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import type { ListedPayment, PaymentAccount } from "@/lib/gateways/payment/gateway";
import { refundMissingMs, refundPauseMs } from "@/lib/orders/rules.refunds";
import type { RefundKey, RefundRow } from "@/lib/orders/store.refunds";
import { claimRefund, recordCheck } from "@/lib/orders/store.refunds";
import { withRetry } from "@/lib/platform/db/errors";
import { drainQueue } from "@/lib/platform/jobs/drain-queue";
import { findGivenBack } from "./rules";
import type { RefundContext } from "./send-refund";
import { listReversals, sendRefund } from "./send-refund";
import type { RefundResult } from "./settle-refund";
import { settleRefund } from "./settle-refund";

/** What a look told of a refund. `unknown` with `isSilent`: the gateway gave no answer. */
type RefundLook =
  | Exclude<RefundResult, { kind: "unknown" }>
  | { kind: "unknown"; isSilent: boolean }
  | { kind: "not-found" };

/** How many refunds of one draw are looked up at once. */
const perDraw = 2;

/**
 * Longer than a look takes: two calls of 20 seconds, and the settling. A try that follows is a row with a right of its
 * own.
 */
const leaseMs = 60_000;

const silent = { kind: "unknown", isSilent: true } as const;

/**
 * Looks up refunds whose answer was lost at the gateway, by their own number in the report and at the payment, and
 * settles those it finds. One that is unknown to the gateway after 15 minutes and at a second lookup is refused, and
 * another attempt replaces it. Returns how many were looked up. Each is leased to one lookup by one process.
 */
export function reconcileRefunds(ctx: RefundContext): Promise<number> {
  return drainQueue(ctx, {
    perDraw,
    claim: (except) => claimNext(ctx, except),
    work: (refund) => reconcileOne(ctx, refund),
    failure: "A refund couldn't be looked up.",
  });
}

async function claimNext(ctx: RefundContext, except: string[]): Promise<RefundRow | null> {
  const now = ctx.now();
  const claim = { now, leasedUntil: new Date(now.getTime() + leaseMs), except };
  return withRetry(ctx, () => claimRefund(ctx.db, claim));
}

/** Gives false when the gateway did not answer. */
async function reconcileOne(ctx: RefundContext, refund: RefundRow): Promise<boolean> {
  const { drawId, orderId, refundNumber, checkCount, missedAt } = refund;
  const key: RefundKey = { drawId, orderId, refundNumber };
  const askedAt = ctx.now();
  const look = await findRefund(ctx, refund);
  const askAt = new Date(ctx.now().getTime() + refundPauseMs(checkCount));
  if (look.kind === "unknown") {
    await recordCheck(ctx.db, key, { askAt, missedAt });
    return !look.isSilent;
  }
  if (look.kind === "not-found" && !isMissing(refund, askedAt)) {
    await recordCheck(ctx.db, key, { askAt, missedAt: missedAt ?? askedAt });
    return true;
  }
  const result: RefundResult =
    look.kind === "not-found" ? { kind: "refused", reason: "refund-missing", code: null } : look;
  const next = await settleRefund(ctx, key, result);
  if (next !== null) await sendRefund(ctx, { ...key, refundNumber: next });
  return true;
}

/**
 * A refund that is not found was never made, once 15 minutes had passed when the look began and an earlier look agrees:
 * one that began before and was held up saw the report of then.
 */
function isMissing({ sentAt, requestedAt, missedAt }: RefundRow, askedAt: Date): boolean {
  const isLate = askedAt.getTime() - (sentAt ?? requestedAt).getTime() >= refundMissingMs;
  return isLate && missedAt !== null && missedAt < askedAt;
}

/** Looks up a refund whose answer was lost: in the gateway's report by the refund's number, then at the payment. */
async function findRefund(ctx: RefundContext, refund: RefundRow): Promise<RefundLook> {
  const credentials = await readCredentials(ctx, refund.drawId);
  if (!credentials) return { kind: "unknown", isSilent: false };
  const reported = await findInReport(ctx, credentials, refund);
  if (reported.kind === "not-found") return findAtPayment(ctx, credentials, refund);
  if (reported.kind !== "unknown" || reported.isSilent) return reported;
  // Another amount went back under its number: the rest of it, if the payment shows that all is back.
  const paid = await findAtPayment(ctx, credentials, refund);
  return paid.kind === "done" ? paid : reported;
}

/** Looks into the report for the refund's own number. Without a reporting passcode the payment itself must tell. */
async function findInReport(ctx: RefundContext, credentials: PaymentAccount, refund: RefundRow): Promise<RefundLook> {
  const from = new Date(refund.requestedAt.getTime() - dayMs);
  const to = new Date(ctx.now().getTime() + dayMs);
  const list = await ctx.gateway.listPayments(credentials, { from, to, orderNumber: refund.refundNumber });
  if (list.kind === "unreachable") return silent;
  return list.kind === "listed" ? readRows(refund, list.payments) : { kind: "not-found" };
}

function readRows({ method, amountCents }: RefundRow, rows: ListedPayment[]): RefundLook {
  const approved = rows.filter((row) => row.approved);
  const made = approved.find((row) => row.kind === method && row.amountCents === amountCents);
  if (made) return { kind: "done", transactionId: made.transactionId, code: null };
  if (approved.length > 0) return { kind: "unknown", isSilent: false };
  return rows.length > 0 ? { kind: "refused", reason: "refund-refused", code: null } : { kind: "not-found" };
}

/**
 * Searches the payment for money that went back and that none of our refunds accounts for. The report lags, and the
 * gateway may omit our number; if all of this refund's money is back, it must not be returned again.
 */
async function findAtPayment(ctx: RefundContext, credentials: PaymentAccount, refund: RefundRow): Promise<RefundLook> {
  const given = await listReversals(ctx, credentials, refund);
  if (!given) return silent;
  const made = findGivenBack(refund, given);
  return made
    ? { kind: "done", transactionId: made.transactionId, code: null, method: made.kind }
    : { kind: "not-found" };
}
