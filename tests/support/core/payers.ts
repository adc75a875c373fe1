import { sql } from "drizzle-orm";
import type { Actor } from "@/lib/actor";
import type { Context } from "@/lib/context";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import type { OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay/pay-order";

import { createBasket, createPayment, freshKey, getOutcome } from "./orders";
import type { TestContext } from "./test-context";
import { approve } from "./test-gateway";

export type Card = "good" | "bad";

/** Records the waits of the test's contexts, in ms. */
export function withCards(test: TestContext): { waited: number[] } {
  const waited: number[] = [];
  test.ctx.wait = async (ms) => {
    waited.push(ms);
  };
  test.gateway.answer = async (request) => {
    const isBad = request.source.kind === "token" && request.source.code.startsWith("bad-");
    return isBad ? { kind: "refused", reason: "declined", code: "7", transactionId: null } : approve(request);
  };
  return { waited };
}

export function buyerAt({ ctx }: TestContext, ipAddress: string | null, clientKey = freshKey()): Context {
  const actor: Actor = { kind: "buyer", clientKey, ipAddress };
  return { ...ctx, actor };
}

export async function placeAs(ctx: Context, drawId: string): Promise<OrderView> {
  const atTerminal = ctx.actor.kind === "device" ? { atTerminal: true as const } : {};
  const placed = await placeOrder(ctx, createBasket(drawId, 1, atTerminal), freshKey());
  if (!placed.ok) throw new Error(placed.reason);
  return placed.order;
}

export async function payBy(ctx: Context, order: OrderView, card: Card): Promise<string> {
  const atTerminal = ctx.actor.kind === "device" ? { atTerminal: true as const } : {};
  return getOutcome(await payOrder(ctx, { ...createPayment(order, `${card}-${freshKey()}`), ...atTerminal }));
}

export async function buyBy(ctx: Context, drawId: string, card: Card): Promise<string> {
  return payBy(ctx, await placeAs(ctx, drawId), card);
}

let repeated = 0;

/** Repeats the try for other orders and browsers, and other networks unless `same`. Later payments stay later. */
export async function repeatTry({ ctx, clock }: TestContext, times: number, network: "same" | "others"): Promise<void> {
  const first = repeated + 1;
  repeated += times;
  const id = sql`lpad(n::text, 26, '0')`;
  const copies = sql`generate_series(${first}::int, ${repeated}::int) n`;
  const latest = sql`(select * from payment_tries order by sent_at desc limit 1) t`;
  const itsAttempt = sql`${latest} join payment_attempts a
    on a.draw_id = t.draw_id and a.gateway_order_number = t.gateway_order_number`;
  const ownOrder = sql`jsonb_build_object('order_id', ${id}, 'order_code', ${id}, 'idempotency_key', ${id},
    'validation_hash', ${id}, 'hold_slot', null, 'status', 'expired')`;
  await ctx.db.execute(sql`insert into orders
    select (jsonb_populate_record(null::orders, to_jsonb(o) || ${ownOrder})).*
    from ${itsAttempt} join orders o on o.draw_id = a.draw_id and o.order_id = a.order_id, ${copies}`);
  const ownAttempt = sql`jsonb_build_object('order_id', ${id}, 'gateway_order_number', ${id})`;
  await ctx.db.execute(sql`insert into payment_attempts
    select (jsonb_populate_record(null::payment_attempts, to_jsonb(a) || ${ownAttempt})).*
    from ${itsAttempt}, ${copies}`);
  const key = network === "same" ? sql`t.network_key` : id;
  const ownTry = sql`jsonb_build_object('gateway_order_number', ${id}, 'client_key', ${id}, 'network_key', ${key})`;
  await ctx.db.execute(sql`insert into payment_tries
    select (jsonb_populate_record(null::payment_tries, to_jsonb(t) || ${ownTry})).* from ${latest}, ${copies}`);
  clock.advance(1);
}

export async function buyOften(
  test: TestContext,
  { drawId, ipAddress, card, times }: { drawId: string; ipAddress: string; card: Card; times: number },
): Promise<string[]> {
  const outcomes: string[] = [];
  for (let index = 0; index < times; index += 1) outcomes.push(await buyBy(buyerAt(test, ipAddress), drawId, card));
  return outcomes;
}
