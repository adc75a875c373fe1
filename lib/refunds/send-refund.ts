import "server-only";
import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import type { PaymentAccount } from "@/lib/gateways/payment/port";
import { getRefundDelayMs, refundDeadlineMs, refundLeaseMs } from "@/lib/orders/rules.refunds";
import { readAttempt } from "@/lib/orders/store.attempts";
import type { RefundKey, RefundRow } from "@/lib/orders/store.refunds";
import {
  claimRefundToSend,
  delayRefund,
  findRefundToSend,
  listPaymentRefunds,
  readRefund,
} from "@/lib/orders/store.refunds";
import { withRetry } from "@/lib/platform/db/errors";
import { drainQueue } from "@/lib/platform/jobs/drain-queue";
import type { PaymentReversals } from "./rules";
import { computeUnreturnedCents, findAdjustment } from "./rules";
import type { RefundResult } from "./settle-refund";
import { settleRefund } from "./settle-refund";

export type RefundContext = Pick<Context, "db" | "now" | "random" | "wait" | "gateway" | "sealer">;

type SendResult = { next: RefundKey | null; isAnswered: boolean };

const noFollowUp: SendResult = { next: null, isAnswered: true };

/** Nothing was sent, because earlier returns couldn't be read or the deadline has passed. */
const refundUnavailable = { kind: "refused", reason: "refund-unavailable", code: null } as const;

/** Sends refunds that the requesting call didn't send, one per draw at a time. Returns how many it tried. */
export function sendRefunds(ctx: RefundContext): Promise<number> {
  return drainQueue(ctx, {
    perDraw: 1,
    claim: (except) => withRetry(ctx, () => findRefundToSend(ctx.db, ctx.now(), except)),
    work: (key) => sendRefund(ctx, key),
    failure: "A refund could not be sent.",
  });
}

/** Sends a refund once, and then the return that replaces a late void. Returns false if the gateway gave no answer. */
export async function sendRefund(ctx: RefundContext, key: RefundKey): Promise<boolean> {
  let sent = await sendOnce(ctx, key);
  while (sent.next) sent = await sendOnce(ctx, sent.next);
  return sent.isAnswered;
}

async function sendOnce(ctx: RefundContext, key: RefundKey): Promise<SendResult> {
  const waiting = await withRetry(ctx, () => readRefund(ctx.db, key));
  if (waiting?.method === "cash") {
    await settleRefund(ctx, key, { kind: "done", transactionId: null, code: null });
    return noFollowUp;
  }
  const credentials = await withRetry(ctx, () => readCredentials(ctx, key.drawId));
  if (!credentials) {
    await delayRefund(ctx.db, key, new Date(ctx.now().getTime() + getRefundDelayMs(10)));
    return noFollowUp;
  }
  const refund = await claimRefund(ctx, key);
  if (!refund) return noFollowUp;
  const result = await sendToGateway(ctx, credentials, refund);
  const next = await settleRefund(ctx, key, result);
  const isAnswered = result.kind !== "unknown" && result !== refundUnavailable;
  return { next: next === null ? null : { ...key, refundNumber: next }, isAnswered };
}

function claimRefund(ctx: RefundContext, key: RefundKey): Promise<RefundRow | null> {
  const now = ctx.now();
  const deadlineAt = new Date(now.getTime() + refundDeadlineMs);
  const nextActionAt = new Date(now.getTime() + refundLeaseMs);
  return withRetry(ctx, () => claimRefundToSend(ctx.db, key, { now, deadlineAt, nextActionAt }));
}

/**
 * Sends only the part that wasn't returned at the gateway before. A return made there by hand right after it was read
 * is missed, because payments at the gateway can't be locked.
 */
async function sendToGateway(
  ctx: RefundContext,
  credentials: PaymentAccount,
  refund: RefundRow,
): Promise<RefundResult> {
  const { drawId, gatewayOrderNumber } = refund;
  const attempt = await readAttempt(ctx.db, { drawId, gatewayOrderNumber });
  const transactionId = attempt?.gatewayTransactionId;
  if (!transactionId) return { kind: "refused", reason: "refund-refused", code: null };
  const reversals = await readReversals(ctx, credentials, refund);
  if (!reversals) return refundUnavailable;
  const adjustment = findReversedElsewhere(refund, reversals, null);
  if (adjustment) return adjustment;
  // After the deadline another process may look the refund up and replace it.
  if (refund.deadlineAt && ctx.now() >= refund.deadlineAt) return refundUnavailable;
  return refundRemainder(ctx, { credentials, refund, transactionId }, computeUnreturnedCents(refund, reversals));
}

async function refundRemainder(
  ctx: RefundContext,
  { credentials, refund, transactionId }: { credentials: PaymentAccount; refund: RefundRow; transactionId: string },
  cents: number,
): Promise<RefundResult> {
  const { amountCents, refundNumber: orderNumber } = refund;
  // A void cancels the whole payment, so a part is returned instead.
  const kind = refund.method === "void" && cents === amountCents ? "void" : "return";
  const outcome = await ctx.gateway.refund(credentials, { kind, transactionId, amountCents: cents, orderNumber });
  if (outcome.kind === "done") return { ...outcome, method: kind };
  if (outcome.kind !== "refused" || outcome.reason !== "refund-made-elsewhere") return outcome;
  // Money may have been returned at the gateway since the payment was read.
  const reversals = await readReversals(ctx, credentials, refund);
  return (reversals && findReversedElsewhere(refund, reversals, outcome.code)) ?? outcome;
}

/** Returns null unless all of the refund's money was returned. */
function findReversedElsewhere(
  refund: RefundRow,
  reversals: PaymentReversals,
  code: string | null,
): RefundResult | null {
  const adjustment = findAdjustment(refund, reversals);
  return adjustment && { kind: "done", transactionId: adjustment.transactionId, code, method: adjustment.kind };
}

/** Reads the payment itself, which doesn't lag like the report. Null if the gateway doesn't answer. */
export async function readReversals(
  ctx: Pick<Context, "db" | "gateway">,
  credentials: PaymentAccount,
  refund: RefundRow,
): Promise<PaymentReversals | null> {
  const attempt = await readAttempt(ctx.db, refund);
  if (!attempt?.gatewayTransactionId) return { adjustments: [], refunds: [] };
  const list = await ctx.gateway.listAdjustments(credentials, attempt.gatewayTransactionId);
  if (list.kind !== "listed") return null;
  // A lost payment is recorded with the amount that was left of it.
  const beforeCents = attempt.kind === "lost" ? (attempt.capturedCents ?? 0) - attempt.amountCents : 0;
  return {
    adjustments: list.adjustments,
    refunds: await listPaymentRefunds(ctx.db, refund),
    returnedBeforeCents: beforeCents,
  };
}
