import "server-only";

import { refundMissingMs, refundPauseMs } from "@/lib/orders/rules.refunds";
import type { RefundKey, RefundRow } from "@/lib/orders/store.refunds";
import { claimRefund, recordCheck } from "@/lib/orders/store.refunds";
import { withRetry } from "@/lib/platform/db/errors";
import { drainQueue } from "@/lib/platform/jobs/drain-queue";
import { findRefund } from "./find-refund";
import type { RefundContext } from "./send-refund";
import { sendRefund } from "./send-refund";
import type { KnownRefund } from "./settle-refund";
import { settleRefund } from "./settle-refund";

/** How many refunds of one draw are looked up at once. */
const ofOneDraw = 2;

/**
 * Longer than a look takes: two calls of 20 seconds, and the settling. A try that follows is a row with a right of its
 * own.
 */
const leaseMs = 60_000;

/**
 * A refund that is not found was never made, once 15 minutes had passed when the look began and an earlier look agrees:
 * one that began before and was held up saw the report of then.
 */
function isMissing({ sentAt, requestedAt, missedAt }: RefundRow, askedAt: Date): boolean {
  const isLate = askedAt.getTime() - (sentAt ?? requestedAt).getTime() >= refundMissingMs;
  return isLate && missedAt !== null && missedAt < askedAt;
}

/** Gives false when the gateway did not answer. */
async function reconcileOne(ctx: RefundContext, refund: RefundRow): Promise<boolean> {
  const { drawId, orderId, refundNumber, checkCount, missedAt } = refund;
  const key: RefundKey = { drawId, orderId, refundNumber };
  const askedAt = ctx.now();
  const found = await findRefund(ctx, refund);
  const askAt = new Date(ctx.now().getTime() + refundPauseMs(checkCount));
  if (found.kind === "unknown") {
    await recordCheck(ctx.db, key, { askAt, missedAt });
    return !found.isSilent;
  }
  if (found.kind === "not-found" && !isMissing(refund, askedAt)) {
    await recordCheck(ctx.db, key, { askAt, missedAt: missedAt ?? askedAt });
    return true;
  }
  const known: KnownRefund =
    found.kind === "not-found" ? { kind: "refused", reason: "refund-missing", code: null } : found;
  const next = await settleRefund(ctx, key, known);
  if (next !== null) await sendRefund(ctx, { ...key, refundNumber: next });
  return true;
}

async function claimNext(ctx: RefundContext, except: string[]): Promise<RefundRow | null> {
  const now = ctx.now();
  const claim = { now, leasedUntil: new Date(now.getTime() + leaseMs), except };
  return withRetry(ctx, () => claimRefund(ctx.db, claim));
}

/**
 * Looks up refunds whose answer was lost at the gateway, by their own number in the report and at the payment, and
 * settles those it finds. One that is unknown to the gateway after 15 minutes and at a second lookup is refused, and
 * another attempt replaces it. Returns how many were looked up. Each is leased to one lookup by one process.
 */
export function reconcileRefunds(ctx: RefundContext): Promise<number> {
  return drainQueue(ctx, {
    ofOneDraw,
    claim: (except) => claimNext(ctx, except),
    work: (refund) => reconcileOne(ctx, refund),
    failure: "A refund couldn't be looked up.",
  });
}
