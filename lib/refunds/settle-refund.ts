import "server-only";

import { systemActor } from "@/lib/audit/rules";
import type { Context } from "@/lib/context";
import type { RefundOutcome } from "@/lib/gateways/payment/port";
import type { RefundMethod, RefundReason } from "@/lib/orders/rules.refunds";
import {
  countAttempts,
  findNextAttempt,
  firstLookupDelayMs,
  maxRefundAttempts,
  refundHeadStartMs,
} from "@/lib/orders/rules.refunds";
import { lockOrderRow } from "@/lib/orders/store";
import type { RefundKey, RefundRow } from "@/lib/orders/store.refunds";
import { insertRefund, listPaymentRefunds, readRefund } from "@/lib/orders/store.refunds";
import { addOrderSearchTerms } from "@/lib/orders/store.search-terms";
import type { Database } from "@/lib/platform/db/database";
import { recordWithRetry } from "@/lib/platform/db/errors";
import { logFailure } from "@/lib/platform/server/log";
import { queueMail } from "@/lib/receipts/store";
import { markRefundDone, markRefundRefused, markRefundUnknown } from "./store";

/**
 * The gateway's outcome, or `refund-missing` if it doesn't know the refund. `method` is set if it may differ from the
 * requested one. Cash has no `transactionId`.
 */
export type RefundResult =
  | RefundOutcome
  | { kind: "refused"; reason: "refund-missing"; code: null }
  | { kind: "done"; transactionId: string; code: string | null; method: "void" | "return" }
  | { kind: "done"; transactionId: null; code: null };

type SettleContext = Pick<Context, "db" | "now" | "wait">;
type DoneResult = Extract<RefundResult, { kind: "done" }>;

/** An attempt recorded as refused did return money, so a person must look into it. */
class RefundContradictionError extends Error {}

/**
 * Returns the number of an attempt to send immediately. It changes nothing that is already settled, so every failure
 * can be retried. If all retries fail, a job looks the refund up at its deadline.
 */
export function settleRefund(ctx: SettleContext, key: RefundKey, outcome: RefundResult): Promise<string | null> {
  const isRetryable = (error: unknown) => !(error instanceof RefundContradictionError);
  const record = () => recordOutcome(ctx, key, outcome);
  return recordWithRetry(ctx, "The outcome of a refund could not be recorded yet.", record, isRetryable);
}

async function recordDone(tx: Database, key: RefundKey, done: DoneResult, now: Date): Promise<void> {
  const cause = await markRefundDone(tx, key, { ...done, now });
  const { drawId, orderId, refundNumber } = key;
  if (orderId !== null && cause === "requested") {
    await queueMail(tx, { drawId, orderId, kind: "refund", part: refundNumber, now });
  }
  if (cause === null && (await readRefund(tx, key))?.state !== "done")
    throw new RefundContradictionError("Money was returned by a refund that was not open.");
}

function insertNextAttempt(tx: Database, refund: RefundRow, next: { method: RefundMethod; waitMs: number }, now: Date) {
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
    cashDrawer: refund,
    personId: refund.personId,
    now,
    // The call that settles this attempt also sends the next one, if that has no wait.
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
  if (!(await markRefundRefused(tx, key, { reason, code, now }))) return null;
  const refund = await readRefund(tx, key);
  if (!refund) throw new Error("A refund that was just refused cannot be read.");
  const refunds = await listPaymentRefunds(tx, refund);
  const tries = countAttempts(refunds, refund);
  const next = findNextAttempt(refund, reason, tries);
  // Null once all refund numbers of the order are used.
  const number = next && (await insertNextAttempt(tx, refund, next, now));
  if (number === null || tries >= maxRefundAttempts) {
    const what = number ? "A refund failed and will be retried." : "A refund failed and won't be retried.";
    logFailure(what, `Draw ${key.drawId}, ${reason}, code ${code}, tries ${tries}.`);
  }
  return next?.waitMs === 0 ? number : null;
}

function recordOutcome(ctx: SettleContext, key: RefundKey, outcome: RefundResult): Promise<string | null> {
  return ctx.db.transaction(async (tx) => {
    const { drawId, orderId } = key;
    // Without an order there are no numbers to void, so the state of the refund's row is guard enough.
    const order = orderId === null ? null : await lockOrderRow(tx, drawId, orderId);
    if (orderId !== null && !order) throw new Error("A refund has no order.");
    const now = ctx.now();
    if (outcome.kind === "refused") return recordRefusal(tx, key, outcome, now);
    if (outcome.kind === "done" && order?.status === "finalized") await addOrderSearchTerms(tx, drawId, order);
    if (outcome.kind === "done") await recordDone(tx, key, outcome, now);
    else
      await markRefundUnknown(tx, key, {
        code: outcome.code,
        nextActionAt: new Date(now.getTime() + firstLookupDelayMs),
      });
    return null;
  });
}
