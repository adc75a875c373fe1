import "server-only";

import { systemActor } from "@/lib/audit/rules";
import type { Context } from "@/lib/context";
import { minuteMs } from "@/lib/durations";
import { chooseRefundMethod, isOpenRefund, wasCancelled } from "@/lib/orders/rules.refunds";
import { listLines, lockOrderRow } from "@/lib/orders/store";
import { findApprovedAttempt } from "@/lib/orders/store.attempts";
import { insertRefund, listRefunds } from "@/lib/orders/store.refunds";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { logFailure } from "@/lib/platform/server/log";
import { queueMail } from "@/lib/receipts/store";
import { chooseLines } from "./rules";
import type { CancelledDraw } from "./store.cancelled";
import { countDueRefunds, endSearch, listCancelledDraws, listUnrefundedOrders, saveSearch } from "./store.cancelled";

type CancelContext = Pick<Context, "db" | "gateway" | "now" | "random" | "wait">;

/** A few refunds wait to be sent at a time, so that other refunds of the draw aren't behind thousands. */
const maxDue = 20;

const runMs = 20_000;

/** A draw is searched again after this time while payments or refunds of it are open. */
const searchAgainMs = minuteMs;

/** Payments that began before the cancellation are visible by then. */
const latestPaymentMs = 15 * minuteMs;

/**
 * Requests the refund of each card order of cancelled draws, a few ahead of those that send them. Several processes may
 * run it at once. Returns the number requested.
 */
export async function refundCancelledDraws(ctx: CancelContext): Promise<number> {
  const endsAtMs = ctx.now().getTime() + runMs;
  const canContinue = () => ctx.now().getTime() < endsAtMs;
  let total = 0;
  for (const draw of await withRetry(ctx, () => listCancelledDraws(ctx.db, ctx.now()))) {
    total += await refundDraw(ctx, draw, canContinue);
  }
  return total;
}

async function refundDraw(ctx: CancelContext, draw: CancelledDraw, canContinue: () => boolean): Promise<number> {
  const { drawId } = draw;
  let { refundedTo } = draw;
  let total = 0;
  while (canContinue()) {
    const room = maxDue - (await withRetry(ctx, () => countDueRefunds(ctx.db, drawId, ctx.now())));
    if (room <= 0) return total;
    const found = await withRetry(ctx, () => listUnrefundedOrders(ctx.db, drawId, { refundedTo, limit: room }));
    const last = found.at(-1);
    if (!last) {
      await endPass(ctx, draw);
      return total;
    }
    for (const { orderId } of found) total += await refundOrLog(ctx, drawId, orderId);
    refundedTo = last.finalizedAt;
    await saveSearch(ctx.db, draw, { refundedTo, refundAt: ctx.now() });
  }
  return total;
}

/**
 * The next pass begins at the first order again: some had an open payment or refund, or failed. There is none once
 * nothing is left to find.
 */
function endPass(ctx: CancelContext, draw: CancelledDraw): Promise<void> {
  const now = ctx.now();
  const refundAt = new Date(now.getTime() + searchAgainMs);
  const isSettled = now.getTime() - draw.cancelledAt.getTime() > latestPaymentMs;
  return withRetry(ctx, () =>
    isSettled ? endSearch(ctx.db, draw, refundAt) : saveSearch(ctx.db, draw, { refundedTo: null, refundAt }),
  );
}

/** An order that can't be refunded must not keep the others waiting. */
async function refundOrLog(ctx: CancelContext, drawId: string, orderId: string): Promise<number> {
  try {
    return (await withRetry(ctx, () => requestOnce(ctx, drawId, orderId))) ? 1 : 0;
  } catch (error) {
    logFailure(`An order of the cancelled draw ${drawId} could not be refunded.`, error);
    return 0;
  }
}

/**
 * Under the order's lock, nothing is requested twice: a refund of this cause, refused ones included, was the one. After
 * a refusal a person decides, or the refund itself is retried.
 */
function requestOnce(ctx: CancelContext, drawId: string, orderId: string): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const order = await lockOrderRow(tx, drawId, orderId);
    if (order?.status !== "finalized") return false;
    const refunds = await listRefunds(tx, drawId, orderId);
    if (refunds.some((refund) => wasCancelled(refund) || isOpenRefund(refund))) return false;
    const attempt = await findApprovedAttempt(tx, drawId, orderId);
    if (!attempt || attempt.method === "cash") return false;
    const { lines, ranges } = await listLines(tx, drawId, orderId);
    const choice = chooseLines(lines, ranges, []);
    if (!choice.ok) return false;
    const now = ctx.now();
    const payment = { ...attempt, capturedCents: attempt.capturedCents ?? attempt.amountCents };
    const { lineNumbers, amountCents } = choice;
    const requested = await insertRefund(tx, {
      ...{ drawId, orderId, lineNumbers, amountCents, now },
      gatewayOrderNumber: attempt.gatewayOrderNumber,
      cause: "cancelled",
      method: chooseRefundMethod(ctx.gateway, payment, amountCents, now),
      requestedBy: "system",
      actor: systemActor,
    });
    if (requested === null) throw new Error("No refund number is left.");
    await tellLate(tx, { drawId, orderId, hasEmail: Boolean(order.buyer?.email), now });
    return true;
  });
}

/** Whoever's payment was settled after the others had been told. Everybody else has this email already, or will. */
async function tellLate(
  tx: Database,
  { drawId, orderId, hasEmail, now }: { drawId: string; orderId: string; hasEmail: boolean; now: Date },
): Promise<void> {
  if (hasEmail) await queueMail(tx, { drawId, orderId, kind: "cancelled", now, isBulk: true });
}
