import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { systemActor } from "@/lib/audit/rules";
import type { ListedPayment } from "@/lib/gateways/payment/port";
import type { OrderView } from "@/lib/orders/rules";
import { writeEntry } from "@/lib/orders/store.audit";
import { payOrder } from "@/lib/payments/pay/pay-order";

import { createPayment, openDraw, pay, place } from "./orders";
import type { TestContext } from "./test-context";
import { createCapture } from "./test-gateway";

/** Numbers 1-2, 3-5 and 6-7 are sold to three orders, while a fourth holds two tickets. */
export type SoldDraw = { test: TestContext; drawId: string; last: OrderView; held: OrderView };

/** Has the form of our attempts' numbers, but belongs to none. */
export const unmatchedNumber = "7ZZZZZZZZZ0123456789ABCDEF";

export async function sellDraw(test: TestContext, drawId: string): Promise<SoldDraw> {
  await openDraw(test, drawId);
  // The draw's own entries come first in its chain.
  test.clock.advance(1);
  const orders = [await place(test, drawId, 2), await place(test, drawId, 3), await place(test, drawId, 2)];
  for (const order of orders) await pay(test.ctx, order);
  return { test, drawId, last: orders[2] as OrderView, held: await place(test, drawId, 2) };
}

export function run({ test }: SoldDraw, ...statements: SQL[]): Promise<void> {
  return statements.reduce(
    (before, statement) => before.then(async () => void (await test.ctx.db.execute(statement))),
    Promise.resolve(),
  );
}

export function addToPool(draw: SoldDraw, column: string, by: number): Promise<void> {
  const name = sql.identifier(column);
  return run(draw, sql`update pools set ${name} = ${name} + ${by} where draw_id = ${draw.drawId}`);
}

/** Adds an attempt with its audit entry, and its capture in the gateway's ledger. */
export async function addAttempt(draw: SoldDraw, order: OrderView, suffix: string, state: string): Promise<void> {
  const now = draw.test.clock.now();
  const number = order.orderId + suffix;
  const amountCents = Math.round(order.amount * 100);
  const capture = createCapture({ orderNumber: number, amountCents });
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
  const entry = { action: "payment-sent", at: now, actor: systemActor, detail: { attempt: 9 } } as const;
  await writeEntry(draw.test.ctx.db, { drawId: draw.drawId, orderId: order.orderId }, entry);
}

export function getLastCapture({ test, last }: SoldDraw): ListedPayment {
  const found = test.gateway.ledger.find(({ orderNumber }) => orderNumber === last.orderId);
  if (!found) throw new Error("The gateway has no payment of the last order.");
  return found;
}

export function changeCapture(draw: SoldDraw, change: Partial<ListedPayment>): void {
  Object.assign(getLastCapture(draw), change);
}

export async function payHeld(draw: SoldDraw, answer: TestContext["gateway"]["answer"]): Promise<void> {
  const { gateway, ctx } = draw.test;
  const before = gateway.answer;
  gateway.answer = answer;
  await payOrder(ctx, createPayment(draw.held));
  gateway.answer = before;
}
