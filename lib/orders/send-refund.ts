import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/db/errors";
import { readCredentials } from "@/lib/draws/read-credentials";
import type { GatewayCredentials, RefundOutcome } from "@/lib/payments/gateway";

import { refundDeadlineMs, refundPauseMs } from "./rules.refunds";
import { settleRefund } from "./settle-refund";
import { readAttempt } from "./store.attempts";
import type { RefundKey, RefundRow } from "./store.refunds";
import { delayRefund, readRefund, takeToSend } from "./store.refunds";

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
  // A process that slept past the deadline no longer has the right to ask: others may have given the try up.
  if (refund.deadlineAt && ctx.now() >= refund.deadlineAt) return { kind: "unknown", code: null };
  const kind = refund.method === "void" ? "void" : "return";
  return ctx.gateway.refund(credentials, { kind, transactionId, amountCents, orderNumber });
}

/** Sends one try. Gives the key of the next one where that is to be sent at once. */
async function sendOnce(ctx: RefundContext, key: RefundKey): Promise<RefundKey | null> {
  const now = ctx.now();
  const waiting = await withRetry(ctx, () => readRefund(ctx.db, key));
  if (waiting?.method === "cash") {
    await settleRefund(ctx, key, { kind: "done", transactionId: null, code: null });
    return null;
  }
  const credentials = await withRetry(ctx, () => readCredentials(ctx, key.drawId));
  if (!credentials) {
    await delayRefund(ctx.db, key, new Date(now.getTime() + refundPauseMs(10)));
    return null;
  }
  const deadlineAt = new Date(now.getTime() + refundDeadlineMs);
  const refund = await withRetry(ctx, () => takeToSend(ctx.db, key, { now, deadlineAt }));
  if (!refund) return null;
  const outcome = await askGateway(ctx, credentials, refund);
  const next = await settleRefund(ctx, key, outcome);
  return next === null ? null : { ...key, refundNumber: next };
}

/**
 * Asks the gateway once for a refund that is to be sent, and records what became of it; where a void came too late, the
 * return that takes its place is sent too. Does nothing when somebody else sends it or did.
 */
export async function sendRefund(ctx: RefundContext, key: RefundKey): Promise<void> {
  for (let next: RefundKey | null = key; next !== null; ) next = await sendOnce(ctx, next);
}
