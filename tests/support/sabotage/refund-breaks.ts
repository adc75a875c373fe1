import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { systemActor } from "@/lib/audit/rules";
import type { ListedPayment } from "@/lib/gateways/payment/port";
import type { InvariantCheck } from "@/lib/invariants/rules.invariants";
import { insertRefund } from "@/lib/orders/store.refunds";
import { requestRefund } from "@/lib/refunds/request-refund";

import type { SoldDraw } from "@/tests/support/core/sold-draw";
import { addAttempt, addToPool, changeCapture, run, unmatchedNumber } from "@/tests/support/core/sold-draw";
import { createCapture } from "@/tests/support/core/test-gateway";

/** Has the form of our refunds' numbers, but belongs to none. */
export const unmatchedRefund = `RF${unmatchedNumber}01`;

/** A return is made on the next day. */
async function refundLast(draw: SoldDraw, method: "void" | "return"): Promise<void> {
  if (method === "return") draw.test.clock.advance(24 * 60 * 60_000);
  const answer = await requestRefund(draw.test.admin, draw.last, {});
  if (!answer.ok) throw new Error(answer.reason);
}

function changeRefund(draw: SoldDraw, change: SQL): Promise<void> {
  return run(draw, sql`update refunds set ${change} where order_id = ${draw.last.orderId}`);
}

function givenBackOfLast({ test, last }: SoldDraw): ListedPayment {
  const found = test.gateway.ledger.find(({ orderNumber }) => orderNumber === `RF${last.orderId}01`);
  if (!found) throw new Error("The gateway has no refund of the last order.");
  return found;
}

function returnOther(draw: SoldDraw, amountCents: number): void {
  Object.assign(givenBackOfLast(draw), { amountCents });
  changeCapture(draw, { returnedCents: amountCents });
}

async function openRefund({ test, drawId, last }: SoldDraw, amountCents: number): Promise<void> {
  const { orderId } = last;
  const money = { lineNumbers: [1], cause: "requested", method: "return", requestedBy: "admin", amountCents } as const;
  const key = { drawId, orderId, gatewayOrderNumber: orderId, now: test.clock.now(), actor: systemActor };
  await insertRefund(test.ctx.db, { ...key, ...money, lineNumbers: [1] });
}

type RefundCheck = Extract<InvariantCheck, `refund${string}` | "numbers-void-unrefunded" | "surplus-kept">;

export const refundBreaks: Record<RefundCheck, (draw: SoldDraw) => Promise<void> | void> = {
  "numbers-void-unrefunded": async (draw) => {
    const { orderId } = draw.last;
    await run(
      draw,
      sql`update number_ranges set voided_at = now() where order_id = ${orderId}`,
      sql`update orders set status = 'refunded' where order_id = ${orderId}`,
    );
    await addToPool(draw, "sales_cents", -2000);
    await addToPool(draw, "voided", 2);
  },
  "refund-without-void": async (draw) => {
    await refundLast(draw, "void");
    await run(
      draw,
      sql`update number_ranges set voided_at = null where order_id = ${draw.last.orderId}`,
      sql`update orders set status = 'finalized' where order_id = ${draw.last.orderId}`,
    );
    await addToPool(draw, "sales_cents", 2000);
    await addToPool(draw, "voided", -2);
  },
  "refund-repeated": async (draw) => {
    await refundLast(draw, "void");
    await changeRefund(draw, sql`line_numbers = '{1,1}'`);
  },
  "refund-unlike-lines": async (draw) => {
    await refundLast(draw, "return");
    await changeRefund(draw, sql`amount_cents = 1999`);
    returnOther(draw, 1999);
  },
  "refund-above-payment": async (draw) => {
    await openRefund(draw, 2001);
    await changeRefund(draw, sql`cause = 'surplus'`);
  },
  "refund-overdue": async (draw) => {
    await openRefund(draw, 2000);
    await changeRefund(draw, sql`ask_at = null`);
  },
  "refunded-astray": async (draw) => {
    await refundLast(draw, "void");
    await run(draw, sql`update orders set status = 'finalized' where order_id = ${draw.last.orderId}`);
  },
  "surplus-kept": (draw) => addAttempt(draw, draw.held, "", "surplus"),
  "refund-missing": async (draw) => {
    await refundLast(draw, "void");
    const { gateway } = draw.test;
    gateway.ledger = gateway.ledger.filter((row) => row !== givenBackOfLast(draw));
    gateway.adjustments.clear();
    changeCapture(draw, { voided: false });
  },
  "refund-amount": async (draw) => {
    await refundLast(draw, "return");
    returnOther(draw, 500);
  },
  "refund-unknown": ({ test }) => {
    test.gateway.ledger.push(createCapture({ orderNumber: unmatchedRefund, amountCents: 700 }, { kind: "return" }));
  },
};
