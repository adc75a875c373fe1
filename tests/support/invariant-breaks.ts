import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";

import { payOrder } from "@/lib/orders/pay-order";
import { requestRefund } from "@/lib/orders/request-refund";
import type { OrderView } from "@/lib/orders/rules";
import type { InvariantCheck } from "@/lib/orders/rules.invariants";
import { insertRefund } from "@/lib/orders/store.refunds";
import { insertVerification } from "@/lib/orders/store.verification";
import type { ListedPayment } from "@/lib/payments/gateway";

import { openDraw, outcomeOf, paymentOf, place } from "./order-core";
import type { TestContext } from "./test-context";
import { captureOf } from "./test-context";

/** A draw with numbers 1-2, 3-5 and 6-7 sold to three orders and two tickets held by a fourth. */
export type SoldDraw = { test: TestContext; drawId: string; last: OrderView; held: OrderView };

/** A number as our attempts have it, which no attempt has. */
export const strayNumber = "7ZZZZZZZZZ0123456789ABCDEF";

/** A number as our refunds have it, which no refund has. */
export const strayRefund = `RF${strayNumber}01`;

/** Sells to three orders of a new draw, and reserves a fourth. */
export async function sellDraw(test: TestContext, drawId: string): Promise<SoldDraw> {
  await openDraw(test, drawId);
  const orders = [await place(test, drawId, 2), await place(test, drawId, 3), await place(test, drawId, 2)];
  for (const order of orders) {
    const outcome = outcomeOf(await payOrder(test.ctx, paymentOf(order)));
    if (outcome !== "paid") throw new Error(outcome);
  }
  return { test, drawId, last: orders[2] as OrderView, held: await place(test, drawId, 2) };
}

function run({ test }: SoldDraw, ...statements: SQL[]): Promise<void> {
  return statements.reduce(
    (before, statement) => before.then(async () => void (await test.ctx.db.execute(statement))),
    Promise.resolve(),
  );
}

function shiftLast(draw: SoldDraw, by: number): Promise<void> {
  return run(
    draw,
    sql`update number_ranges set first_number = first_number + ${by}, last_number = last_number + ${by}
      where draw_id = ${draw.drawId} and order_id = ${draw.last.orderId}`,
  );
}

function addToPool(draw: SoldDraw, column: string, by: number): Promise<void> {
  const name = sql.identifier(column);
  return run(draw, sql`update pools set ${name} = ${name} + ${by} where draw_id = ${draw.drawId}`);
}

/** Writes an attempt that nobody made; what it captured goes into the gateway's ledger. */
async function addAttempt(draw: SoldDraw, order: OrderView, suffix: string, state: string): Promise<void> {
  const now = draw.test.clock.now();
  const number = order.orderId + suffix;
  const amountCents = Math.round(order.amount * 100);
  const capture = captureOf({ orderNumber: number, amountCents });
  const isCaptured = state === "approved" || state === "surplus";
  if (isCaptured) draw.test.gateway.ledger.push(capture);
  await run(
    draw,
    sql`insert into payment_attempts (draw_id, gateway_order_number, order_id, attempt_number, kind, method, token_hash,
      amount_cents, state, gateway_transaction_id, sent_at, deadline_at, answered_at, ask_at)
    values (${draw.drawId}, ${number}, ${order.orderId}, 9, 'order', 'token', ${number}, ${amountCents}, ${state},
      ${isCaptured ? capture.transactionId : null}, ${now.toISOString()}::timestamptz,
      ${new Date(now.getTime() + 30_000).toISOString()}::timestamptz, ${now.toISOString()}::timestamptz,
      ${state === "sent" ? now.toISOString() : null}::timestamptz)`,
  );
}

/** A payment that verified Apple Pay two hours ago, and that nobody gave back. */
async function addVerification(draw: SoldDraw): Promise<void> {
  const sentAt = new Date(draw.test.clock.now().getTime() - 2 * 60 * 60_000);
  const capture = captureOf({ orderNumber: "AP-mabc1234", amountCents: 100 });
  draw.test.gateway.ledger.push(capture);
  await insertVerification(draw.test.ctx.db, {
    ...{ drawId: draw.drawId, gatewayOrderNumber: capture.orderNumber, tokenHash: "token", openedBy: "test" },
    ...{ amountCents: 100, now: sentAt, deadlineAt: sentAt },
  });
  await run(
    draw,
    sql`update payment_attempts set state = 'approved', ask_at = null, gateway_transaction_id = ${capture.transactionId},
      answered_at = sent_at where order_id is null`,
  );
}

/** The gateway's own row of the last order's payment. */
export function captureOfLast({ test, last }: SoldDraw): ListedPayment {
  const found = test.gateway.ledger.find(({ orderNumber }) => orderNumber === last.orderId);
  if (!found) throw new Error("The gateway has no payment of the last order.");
  return found;
}

function forgetCapture({ test, last }: SoldDraw): void {
  test.gateway.ledger = test.gateway.ledger.filter(({ orderNumber }) => orderNumber !== last.orderId);
}

function changeCapture(draw: SoldDraw, change: Partial<ListedPayment>): void {
  Object.assign(captureOfLast(draw), change);
}

/** Pays the held order with an outcome of the test's choice. */
export async function payHeld(draw: SoldDraw, answer: TestContext["gateway"]["answer"]): Promise<void> {
  const { gateway, ctx } = draw.test;
  const before = gateway.answer;
  gateway.answer = answer;
  await payOrder(ctx, paymentOf(draw.held));
  gateway.answer = before;
}

/** Refunds the last order by the use case: a void, or on another day a return. */
async function refundLast(draw: SoldDraw, method: "void" | "return"): Promise<void> {
  if (method === "return") draw.test.clock.advance(24 * 60 * 60_000);
  const answer = await requestRefund(draw.test.admin, draw.last, {});
  if (!answer.ok) throw new Error(answer.reason);
}

function changeRefund(draw: SoldDraw, change: SQL): Promise<void> {
  return run(draw, sql`update refunds set ${change} where order_id = ${draw.last.orderId}`);
}

/** The gateway's own row of the last order's refund. */
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
  const key = { drawId, orderId, gatewayOrderNumber: orderId, now: test.clock.now() };
  await insertRefund(test.ctx.db, { ...key, ...money, lineNumbers: [1] });
}

type RefundCheck = Extract<InvariantCheck, `refund${string}` | "numbers-void-unrefunded" | "surplus-kept">;

const refundBreaks: Record<RefundCheck, (draw: SoldDraw) => Promise<void> | void> = {
  "numbers-void-unrefunded": async (draw) => {
    const { orderId } = draw.last;
    await run(
      draw,
      sql`update number_ranges set voided_at = now() where order_id = ${orderId}`,
      sql`update orders set status = 'refunded' where order_id = ${orderId}`,
    );
    await addToPool(draw, "sales_cents", -2000);
  },
  "refund-without-void": async (draw) => {
    await refundLast(draw, "void");
    await run(
      draw,
      sql`update number_ranges set voided_at = null where order_id = ${draw.last.orderId}`,
      sql`update orders set status = 'finalized' where order_id = ${draw.last.orderId}`,
    );
    await addToPool(draw, "sales_cents", 2000);
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
    test.gateway.ledger.push(captureOf({ orderNumber: strayRefund, amountCents: 700 }, { kind: "return" }));
  },
};

/** How each check is made to find something: one row is broken, and nothing else changes. */
export const breaks: Record<InvariantCheck, (draw: SoldDraw) => Promise<void> | void> = {
  "number-duplicate": (draw) => shiftLast(draw, -1),
  "number-gap": (draw) => shiftLast(draw, 1),
  "line-without-numbers": async (draw) => {
    await run(draw, sql`delete from number_ranges where order_id = ${draw.last.orderId}`);
    await addToPool(draw, "sold", -2);
  },
  "numbers-without-sale": async (draw) => {
    await run(
      draw,
      sql`insert into number_ranges (draw_id, pool_id, first_number, last_number, order_id, line_number)
        values (${draw.drawId}, 'main', 8, 9, ${draw.held.orderId}, 1)`,
    );
    await addToPool(draw, "sold", 2);
  },
  "limit-exceeded": (draw) =>
    run(
      draw,
      sql`alter table pools drop constraint if exists pools_capacity`,
      sql`update pools set max_tickets = 8 where draw_id = ${draw.drawId}`,
    ),
  "jackpot-exceeded": (draw) =>
    run(
      draw,
      sql`alter table pools drop constraint if exists pools_jackpot`,
      sql`update pools set max_jackpot_cents = jackpot_base_cents + 8999 where draw_id = ${draw.drawId}`,
    ),
  "sold-counter": (draw) => addToPool(draw, "sold", 1),
  "reserved-counter": (draw) => addToPool(draw, "reserved", 1),
  "sales-counter": (draw) => addToPool(draw, "sales_cents", 1),
  "reserved-cents-counter": (draw) => addToPool(draw, "reserved_cents", 1),
  "order-amount": (draw) =>
    run(draw, sql`update orders set amount_cents = amount_cents + 1 where order_id = ${draw.held.orderId}`),
  "order-without-payment": (draw) => {
    forgetCapture(draw);
    return run(draw, sql`delete from payment_attempts where order_id = ${draw.last.orderId}`);
  },
  "order-stuck": (draw) => run(draw, sql`update orders set status = 'unknown' where order_id = ${draw.held.orderId}`),
  "payment-without-order": (draw) => addAttempt(draw, draw.held, "", "approved"),
  "payment-amount": (draw) => {
    changeCapture(draw, { amountCents: 2001 });
    return run(draw, sql`update payment_attempts set amount_cents = 2001 where order_id = ${draw.last.orderId}`);
  },
  "several-approved": async (draw) => {
    await run(draw, sql`drop index if exists payment_attempts_one_approved`);
    await addAttempt(draw, draw.last, "02", "approved");
  },
  "attempt-astray": (draw) => addAttempt(draw, draw.held, "", "sent"),
  "attempt-overdue": async (draw) => {
    await payHeld(draw, async () => ({ kind: "unknown", code: null }));
    await run(draw, sql`update payment_attempts set ask_at = null where order_id = ${draw.held.orderId}`);
  },
  "verification-kept": (draw) => addVerification(draw),
  "receipt-missing": (draw) => run(draw, sql`delete from outbox where order_id = ${draw.last.orderId}`),
  "capture-missing": forgetCapture,
  "capture-unknown": ({ test }) => {
    test.gateway.ledger.push(captureOf({ orderNumber: strayNumber, amountCents: 700 }));
  },
  "capture-declined": (draw) =>
    payHeld(draw, async (request) => {
      draw.test.gateway.ledger.push(captureOf(request));
      return { kind: "refused", reason: "declined", code: 7, transactionId: null };
    }),
  "capture-late": async (draw) => {
    await addAttempt(draw, draw.held, "", "missing");
    draw.test.gateway.ledger.push(captureOf({ orderNumber: draw.held.orderId, amountCents: 2000 }));
  },
  "capture-repeated": (draw) => {
    draw.test.gateway.ledger.push({ ...captureOfLast(draw), transactionId: "1" });
  },
  "capture-amount": (draw) => changeCapture(draw, { amountCents: 2001 }),
  "capture-transaction": (draw) => changeCapture(draw, { transactionId: "1" }),
  "return-without-refund": (draw) => changeCapture(draw, { returnedCents: 500 }),
  "void-without-refund": (draw) => changeCapture(draw, { voided: true }),
  ...refundBreaks,
  "gateway-unreachable": ({ test }) => {
    test.gateway.listPayments = async () => ({ kind: "unreachable" });
  },
};
