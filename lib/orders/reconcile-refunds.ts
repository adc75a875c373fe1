import "server-only";

import { readCredentials } from "@/lib/draws/read-credentials";
import { logFailure } from "@/lib/log";
import type { GatewayCredentials, ListedPayment } from "@/lib/payments/gateway";
import { listPayments } from "@/lib/payments/list-payments";

import { refundMissingMs, refundPauseMs } from "./rules.refunds";
import type { RefundContext } from "./send-refund";
import { sendRefund } from "./send-refund";
import type { KnownRefund } from "./settle-refund";
import { settleRefund } from "./settle-refund";
import { readAttempt } from "./store.attempts";
import type { RefundKey, RefundRow } from "./store.refunds";
import { listRefundsOf, noteAsked, takeToAsk } from "./store.refunds";

/** How long one process may ask for what it took, in ms, and the most refunds it takes at once. */
const leaseMs = 90_000;
const batch = 10;

const dayMs = 24 * 60 * 60_000;

type Found = KnownRefund | { kind: "not-found" };

function isThisRefund({ method, amountCents }: RefundRow, found: { kind: string; amountCents: number }): boolean {
  return found.kind === method && found.amountCents === amountCents;
}

function readRows(refund: RefundRow, rows: ListedPayment[]): Found {
  const made = rows.find((row) => row.approved && isThisRefund(refund, row));
  if (made) return { kind: "done", transactionId: made.transactionId, code: null };
  if (rows.some((row) => row.approved)) return { kind: "unknown", code: null };
  return rows.length > 0 ? { kind: "refused", reason: "refund-refused", code: null } : { kind: "not-found" };
}

/** Looks into the report for the refund's own number. Without a reporting passcode the payment itself must tell. */
async function findInReport(ctx: RefundContext, credentials: GatewayCredentials, refund: RefundRow): Promise<Found> {
  const from = new Date(refund.requestedAt.getTime() - dayMs);
  const to = new Date(ctx.now().getTime() + dayMs);
  const list = await listPayments(ctx, credentials, { from, to, orderNumber: refund.refundNumber });
  if (list.kind === "unreachable") return { kind: "unknown", code: null };
  return list.kind === "listed" ? readRows(refund, list.payments) : { kind: "not-found" };
}

/**
 * Looks at the payment for a return or void that no refund of ours accounts for. The report lags, and the gateway may
 * leave our number out; money of this kind and amount that is back already must not go back again.
 */
async function findAtPayment(ctx: RefundContext, credentials: GatewayCredentials, refund: RefundRow): Promise<Found> {
  const { drawId, gatewayOrderNumber } = refund;
  const attempt = await readAttempt(ctx.db, { drawId, gatewayOrderNumber });
  if (!attempt?.gatewayTransactionId) return { kind: "not-found" };
  const list = await ctx.gateway.listAdjustments(credentials, attempt.gatewayTransactionId);
  if (list.kind !== "listed") return { kind: "unknown", code: null };
  const known = (await listRefundsOf(ctx.db, refund)).map((other) => other.gatewayTransactionId);
  const made = list.adjustments.find((row) => isThisRefund(refund, row) && !known.includes(row.transactionId));
  return made ? { kind: "done", transactionId: made.transactionId, code: null } : { kind: "not-found" };
}

async function findRefund(ctx: RefundContext, refund: RefundRow): Promise<Found> {
  const credentials = await readCredentials(ctx, refund.drawId);
  if (!credentials) return { kind: "unknown", code: null };
  const reported = await findInReport(ctx, credentials, refund);
  return reported.kind === "not-found" ? findAtPayment(ctx, credentials, refund) : reported;
}

/**
 * A refund that is not found was never made, once 15 minutes had passed when the look began and an earlier look agrees: one
 * that began before and was held up saw the report of then.
 */
function isMissing({ sentAt, requestedAt, missedAt }: RefundRow, askedAt: Date): boolean {
  const isLate = askedAt.getTime() - (sentAt ?? requestedAt).getTime() >= refundMissingMs;
  return isLate && missedAt !== null && missedAt < askedAt;
}

async function reconcileRefund(ctx: RefundContext, refund: RefundRow, key: RefundKey): Promise<void> {
  const askedAt = ctx.now();
  const found = await findRefund(ctx, refund);
  const now = ctx.now();
  const askAt = new Date(now.getTime() + refundPauseMs(refund.asks));
  if (found.kind === "unknown") return noteAsked(ctx.db, key, { askAt, missedAt: refund.missedAt });
  if (found.kind === "not-found" && !isMissing(refund, askedAt)) {
    return noteAsked(ctx.db, key, { askAt, missedAt: refund.missedAt ?? askedAt });
  }
  const known: KnownRefund =
    found.kind === "not-found" ? { kind: "refused", reason: "refund-missing", code: null } : found;
  const next = await settleRefund(ctx, key, known);
  if (next !== null) await sendRefund(ctx, { ...key, refundNumber: next });
}

/**
 * Asks the gateway what became of refunds whose answer nobody got, by their own number in the report and at the payment,
 * and settles those it knows. One that it does not know after 15 minutes and at a second look is refused, and another try
 * takes its place. Each is taken by one process at a time.
 */
export async function reconcileRefunds(ctx: RefundContext): Promise<void> {
  const now = ctx.now();
  const leasedUntil = new Date(now.getTime() + leaseMs);
  for (const refund of await takeToAsk(ctx.db, { now, leasedUntil, limit: batch })) {
    const { drawId, orderId, refundNumber } = refund;
    try {
      await reconcileRefund(ctx, refund, { drawId, orderId, refundNumber });
    } catch (error) {
      logFailure("A refund could not be asked for.", error);
    }
  }
}
