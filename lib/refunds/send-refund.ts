import "server-only";
import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import type { PaymentAccount } from "@/lib/gateways/payment/gateway";
import { refundDeadlineMs, refundLeaseMs, refundPauseMs } from "@/lib/orders/rules.refunds";
import { readAttempt } from "@/lib/orders/store.attempts";
import type { RefundKey, RefundRow } from "@/lib/orders/store.refunds";
import { delayRefund, findToSend, listRefundsOf, readRefund, takeToSend } from "@/lib/orders/store.refunds";
import { withRetry } from "@/lib/platform/db/errors";
import { drainQueue } from "@/lib/platform/jobs/drain-queue";
import type { Reversal } from "./rules";
import { findGivenBack, restCents } from "./rules";
import type { RefundResult } from "./settle-refund";
import { settleRefund } from "./settle-refund";

export type RefundContext = Pick<Context, "db" | "now" | "random" | "wait" | "gateway" | "sealer">;

/** A refund to be sent immediately after this one, and whether the gateway answered. */
type Sent = { next: RefundKey | null; isAnswered: boolean };

const nothingSent: Sent = { next: null, isAnswered: true };

/** Nobody told what went back before, so nothing was sent. */
const notSent = { kind: "refused", reason: "refund-unavailable", code: null } as const;

/**
 * Sends refunds that nobody has sent: surplus money, deferred attempts, and those whose process died before it could;
 * one per draw at a time, because none is taken before it is sent. Returns how many were tried.
 */
export function sendRefunds(ctx: RefundContext): Promise<number> {
  return drainQueue(ctx, {
    perDraw: 1,
    claim: (except) => withRetry(ctx, () => findToSend(ctx.db, ctx.now(), except)),
    work: (key) => sendRefund(ctx, key),
    failure: "A refund could not be sent.",
  });
}

/**
 * Asks the gateway once for a refund that is to be sent, and records what became of it; where a void came too late, the
 * return that takes its place is sent too. Does nothing when somebody else sends it or did. Gives false when the
 * gateway gave no answer.
 */
export async function sendRefund(ctx: RefundContext, key: RefundKey): Promise<boolean> {
  let sent = await sendOnce(ctx, key);
  while (sent.next) sent = await sendOnce(ctx, sent.next);
  return sent.isAnswered;
}

async function sendOnce(ctx: RefundContext, key: RefundKey): Promise<Sent> {
  const waiting = await withRetry(ctx, () => readRefund(ctx.db, key));
  if (waiting?.method === "cash") {
    await settleRefund(ctx, key, { kind: "done", transactionId: null, code: null });
    return nothingSent;
  }
  const credentials = await withRetry(ctx, () => readCredentials(ctx, key.drawId));
  if (!credentials) {
    await delayRefund(ctx.db, key, new Date(ctx.now().getTime() + refundPauseMs(10)));
    return nothingSent;
  }
  const refund = await takeRefund(ctx, key);
  if (!refund) return nothingSent;
  const result = await askGateway(ctx, credentials, refund);
  const next = await settleRefund(ctx, key, result);
  const isAnswered = result.kind !== "unknown" && result !== notSent;
  return { next: next === null ? null : { ...key, refundNumber: next }, isAnswered };
}

function takeRefund(ctx: RefundContext, key: RefundKey): Promise<RefundRow | null> {
  const now = ctx.now();
  const deadlineAt = new Date(now.getTime() + refundDeadlineMs);
  const askAt = new Date(now.getTime() + refundLeaseMs);
  return withRetry(ctx, () => takeToSend(ctx.db, key, { now, deadlineAt, askAt }));
}

/**
 * Asks for what is not back yet: money that a person gave back at the gateway, and that none of our refunds claims,
 * counts as this refund's. A return there between the reading of the payment and ours can't be seen: nothing at the
 * gateway locks a payment.
 */
async function askGateway(ctx: RefundContext, credentials: PaymentAccount, refund: RefundRow): Promise<RefundResult> {
  const { drawId, gatewayOrderNumber } = refund;
  const attempt = await readAttempt(ctx.db, { drawId, gatewayOrderNumber });
  const transactionId = attempt?.gatewayTransactionId;
  if (!transactionId) return { kind: "refused", reason: "refund-refused", code: null };
  const given = await listReversals(ctx, credentials, refund);
  if (!given) return notSent;
  const adjustment = madeElsewhere(refund, given, null);
  if (adjustment) return adjustment;
  // A process that slept past the deadline no longer has the right to ask: others may have given the try up. It sent
  // nothing.
  if (refund.deadlineAt && ctx.now() >= refund.deadlineAt) return notSent;
  return giveRestBack(ctx, { credentials, refund, transactionId }, restCents(refund, given));
}

async function giveRestBack(
  ctx: RefundContext,
  { credentials, refund, transactionId }: { credentials: PaymentAccount; refund: RefundRow; transactionId: string },
  cents: number,
): Promise<RefundResult> {
  const { amountCents, refundNumber: orderNumber } = refund;
  // A void gives the whole payment back: what is left of one is returned.
  const kind = refund.method === "void" && cents === amountCents ? "void" : "return";
  const outcome = await ctx.gateway.refund(credentials, { kind, transactionId, amountCents: cents, orderNumber });
  if (outcome.kind === "done") return { ...outcome, method: kind };
  if (outcome.kind !== "refused" || outcome.reason !== "refund-made-elsewhere") return outcome;
  // A person gave money back there since the payment was read.
  const given = await listReversals(ctx, credentials, refund);
  return (given && madeElsewhere(refund, given, outcome.code)) ?? outcome;
}

/** What gave all of a refund back before it was sent, or after the gateway said so; null if not all of it is back. */
function madeElsewhere(refund: RefundRow, given: Reversal, code: string | null): RefundResult | null {
  const adjustment = findGivenBack(refund, given);
  return adjustment && { kind: "done", transactionId: adjustment.transactionId, code, method: adjustment.kind };
}

/**
 * Lists what the gateway returned of a refund's payment, read from the payment itself, which doesn't lag like the
 * report, and the refunds that account for it; null if the gateway doesn't say.
 */
export async function listReversals(
  ctx: Pick<Context, "db" | "gateway">,
  credentials: PaymentAccount,
  refund: RefundRow,
): Promise<Reversal | null> {
  const attempt = await readAttempt(ctx.db, refund);
  if (!attempt?.gatewayTransactionId) return { adjustments: [], refunds: [] };
  const list = await ctx.gateway.listAdjustments(credentials, attempt.gatewayTransactionId);
  if (list.kind !== "listed") return null;
  // A payment that was lost with a database is written with what was left of it.
  const beforeCents = attempt.kind === "lost" ? (attempt.capturedCents ?? 0) - attempt.amountCents : 0;
  return { adjustments: list.adjustments, refunds: await listRefundsOf(ctx.db, refund), beforeCents };
}
