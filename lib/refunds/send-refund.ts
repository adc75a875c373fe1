import "server-only";

import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/read-credentials";
import type { GatewayCredentials, RefundOutcome } from "@/lib/gateways/bambora/gateway";
import { refundDeadlineMs, refundLeaseMs, refundPauseMs } from "@/lib/orders/rules.refunds";
import { readAttempt } from "@/lib/orders/store.attempts";
import type { RefundKey, RefundRow } from "@/lib/orders/store.refunds";
import { delayRefund, readRefund, takeToSend } from "@/lib/orders/store.refunds";
import { withRetry } from "@/lib/platform/db/errors";
import { listReversals } from "./list-reversals";
import { findMadeElsewhere } from "./rules.adjustments";
import type { KnownRefund } from "./settle-refund";
import { settleRefund } from "./settle-refund";

/** What sending a refund works with. */
export type RefundContext = Pick<Context, "db" | "now" | "random" | "wait" | "gateway" | "sealer">;

async function askGateway(
  ctx: RefundContext,
  credentials: GatewayCredentials,
  refund: RefundRow,
): Promise<RefundOutcome> {
  const { drawId, gatewayOrderNumber, amountCents, refundNumber: orderNumber } = refund;
  const attempt = await readAttempt(ctx.db, { drawId, gatewayOrderNumber });
  const transactionId = attempt?.gatewayTransactionId;
  if (!transactionId) return { kind: "refused", reason: "refund-refused", code: null };
  // A process that slept past the deadline no longer has the right to ask: others may have given the try up. It sent
  // nothing.
  if (refund.deadlineAt && ctx.now() >= refund.deadlineAt) {
    return { kind: "refused", reason: "refund-unavailable", code: null };
  }
  const kind = refund.method === "void" ? "void" : "return";
  return ctx.gateway.refund(credentials, { kind, transactionId, amountCents, orderNumber });
}

/**
 * The gateway says that the money was already refunded. If it shows all of it, refunded there by a person and by none
 * of our refunds, that is this refund, made the way it was made there.
 */
async function acceptElsewhere(
  ctx: RefundContext,
  credentials: GatewayCredentials,
  refund: RefundRow,
  refused: Extract<RefundOutcome, { kind: "refused" }>,
): Promise<KnownRefund> {
  const given = await listReversals(ctx, credentials, refund);
  const made = given && findMadeElsewhere(refund, given);
  if (!made) return refused;
  return { kind: "done", transactionId: made.transactionId, code: refused.code, method: made.kind };
}

/** A refund to be sent immediately after this one, and whether the gateway answered. */
type Sent = { next: RefundKey | null; isAnswered: boolean };

const nothingSent: Sent = { next: null, isAnswered: true };

function takeRefund(ctx: RefundContext, key: RefundKey): Promise<RefundRow | null> {
  const now = ctx.now();
  const deadlineAt = new Date(now.getTime() + refundDeadlineMs);
  const askAt = new Date(now.getTime() + refundLeaseMs);
  return withRetry(ctx, () => takeToSend(ctx.db, key, { now, deadlineAt, askAt }));
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
  const outcome = await askGateway(ctx, credentials, refund);
  const isElsewhere = outcome.kind === "refused" && outcome.reason === "refund-made-elsewhere";
  const known = isElsewhere ? await acceptElsewhere(ctx, credentials, refund, outcome) : outcome;
  const next = await settleRefund(ctx, key, known);
  return { next: next === null ? null : { ...key, refundNumber: next }, isAnswered: outcome.kind !== "unknown" };
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
