import "server-only";

import { systemActor } from "@/lib/audit/rules";
import type { Context } from "@/lib/context";
import type { RefundOutcome } from "@/lib/gateways/payment/gateway";
import type { RefundMethod, RefundReason } from "@/lib/orders/rules.refunds";
import { countTries, firstAskMs, maxRefundAttempts, nextTryOf, refundHeadStartMs } from "@/lib/orders/rules.refunds";
import { lockOrderRow } from "@/lib/orders/store";
import type { RefundKey, RefundRow } from "@/lib/orders/store.refunds";
import { insertRefund, listRefundsOf, readRefund } from "@/lib/orders/store.refunds";
import type { Database } from "@/lib/platform/db/database";
import { recordWithRetry } from "@/lib/platform/db/errors";
import { logFailure } from "@/lib/platform/server/log";
import { queueMail } from "@/lib/receipts/store";
import { recordDone, recordRefused, recordUnknown } from "./store";

/**
 * What is known of a refund: the gateway's outcome, made by it or by `method` elsewhere, that it does not know it, or
 * cash.
 */
export type RefundResult =
  | RefundOutcome
  | { kind: "refused"; reason: "refund-missing"; code: null }
  | { kind: "done"; transactionId: string; code: string | null; method: "void" | "return" }
  | { kind: "done"; transactionId: null; code: null };

type Work = Pick<Context, "db" | "now" | "wait">;
type Done = Extract<RefundResult, { kind: "done" }>;

/** Money went back by a try that counts as refused: no retry mends that, a person must look. */
class Contradiction extends Error {}

async function recordReturn(tx: Database, key: RefundKey, done: Done, now: Date): Promise<void> {
  const cause = await recordDone(tx, key, { ...done, now });
  const { drawId, orderId, refundNumber } = key;
  if (orderId !== null && cause === "requested") {
    await queueMail(tx, { drawId, orderId, kind: "refund", part: refundNumber, now });
  }
  if (cause === null && (await readRefund(tx, key))?.state !== "done")
    throw new Contradiction("Money went back by a refund that was not open.");
}

function insertNext(tx: Database, refund: RefundRow, next: { method: RefundMethod; waitMs: number }, now: Date) {
  const { drawId, orderId, gatewayOrderNumber, lineNumbers, amountCents } = refund;
  return insertRefund(tx, {
    drawId,
    orderId,
    gatewayOrderNumber,
    lineNumbers,
    amountCents,
    cause: refund.cause,
    method: next.method,
    requestedBy: refund.requestedBy,
    actor: systemActor,
    givenBackBy: refund,
    now,
    // An attempt that needs no wait is sent by whoever settles.
    sendAt: new Date(now.getTime() + (next.waitMs || refundHeadStartMs)),
  });
}

/** Returns the number of the next attempt if it is to be sent immediately. */
async function recordRefusal(
  tx: Database,
  key: RefundKey,
  { reason, code }: { reason: RefundReason; code: string | null },
  now: Date,
): Promise<string | null> {
  if (!(await recordRefused(tx, key, { reason, code, now }))) return null;
  const refund = await readRefund(tx, key);
  if (!refund) throw new Error("A refund that was just refused cannot be read.");
  const refunds = await listRefundsOf(tx, refund);
  const tries = countTries(refunds, refund);
  const next = nextTryOf(refund, reason, tries);
  // No number may be left for it.
  const number = next && (await insertNext(tx, refund, next, now));
  if (number === null || tries >= maxRefundAttempts) {
    const what = number ? "A refund failed and will be retried." : "A refund failed and won't be retried.";
    logFailure(what, `Draw ${key.drawId}, ${reason}, code ${code}, tries ${tries}.`);
  }
  return next?.waitMs === 0 ? number : null;
}

function recordOutcome(ctx: Work, key: RefundKey, outcome: RefundResult): Promise<string | null> {
  return ctx.db.transaction(async (tx) => {
    const { drawId, orderId } = key;
    // A payment without an order has no numbers to keep in step: the refund's own state is its guard.
    if (orderId !== null && !(await lockOrderRow(tx, drawId, orderId))) throw new Error("A refund has no order.");
    const now = ctx.now();
    if (outcome.kind === "refused") return recordRefusal(tx, key, outcome, now);
    if (outcome.kind === "done") await recordReturn(tx, key, outcome, now);
    else await recordUnknown(tx, key, { code: outcome.code, askAt: new Date(now.getTime() + firstAskMs) });
    return null;
  });
}

/**
 * Records the outcome of a refund, in one transaction. Done: its numbers become void and its pools' sales fall.
 * Refused: everything stays valid, and the next attempt may be opened. Unknown: it waits to be looked up. Returns the
 * number of a next attempt that is to be sent immediately. What was already settled stays as it is, so this is retried
 * after any failure; if every attempt fails, the last error is thrown and the refund, still sent, is looked up at its
 * deadline.
 */
export function settleRefund(ctx: Work, key: RefundKey, outcome: RefundResult): Promise<string | null> {
  const mayPass = (error: unknown) => !(error instanceof Contradiction);
  const record = () => recordOutcome(ctx, key, outcome);
  return recordWithRetry(ctx, "The outcome of a refund could not be recorded yet.", record, mayPass);
}
