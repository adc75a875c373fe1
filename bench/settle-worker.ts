import { randomUUID } from "node:crypto";

import { sql } from "drizzle-orm";

import type { Context } from "@/lib/context";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import type { PaymentKey } from "@/lib/orders/store.attempts";
import { openAttempt } from "@/lib/payments/pay/open-attempt";
import { excludeFromOutages } from "@/lib/payments/pay/store.tries";
import { settleAttempt } from "@/lib/payments/settle/settle-attempt";
import { createBasket, createPayment } from "@/tests/support/core/orders";
import { asCaller } from "@/tests/support/core/test-context";
import { approve } from "@/tests/support/core/test-gateway";

import type { Failures } from "./load";
import { connections } from "./load";
import { openContext } from "./open-context";

export type Task = { kind: "open"; attempts: number } | { kind: "settle"; seconds: number };

/** `roundTripMs` is the median over many on the worker's link. */
export type TaskResult = { settled: number; tookMs: number; failures: Failures; roundTripMs: number };

const openers = 8;

async function inLanes(count: number, work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, work));
}

async function openOne(ctx: Context, drawId: string): Promise<PaymentKey> {
  const [high, low] = [Math.floor(Math.random() * 65_536), Math.floor(Math.random() * 65_536)];
  const buyer = asCaller(ctx, `10.${high >> 8}.${high & 255}.${low & 255}`);
  const placed = await placeOrder(buyer, createBasket(drawId), randomUUID());
  if (!placed.ok) throw new Error(placed.reason);
  const result = await openAttempt(buyer, createPayment(placed.order, randomUUID()));
  if (!result.ok || !result.attempt) throw new Error("No attempt was opened.");
  const { gatewayOrderNumber } = result.attempt;
  const key = { drawId, orderId: placed.order.orderId, gatewayOrderNumber };
  // Many attempts wait here, which must not count as an outage of the gateway.
  await excludeFromOutages(ctx.db, key);
  return key;
}

async function openMany(ctx: Context, drawId: string, attempts: number): Promise<PaymentKey[]> {
  const keys: PaymentKey[] = [];
  await inLanes(openers, async () => {
    while (keys.length < attempts) keys.push(await openOne(ctx, drawId));
  });
  return keys;
}

async function measureRoundTrip(ctx: Context): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < 50; at += 1) {
    const startedMs = performance.now();
    await ctx.db.execute(sql`select 1`);
    times.push(performance.now() - startedMs);
  }
  return times.sort((left, right) => left - right)[25] ?? 0;
}

async function settle(ctx: Context, keys: PaymentKey[], seconds: number): Promise<TaskResult> {
  const roundTripMs = await measureRoundTrip(ctx);
  const failures: Failures = {};
  const startedMs = performance.now();
  let settled = 0;
  await inLanes(connections, async () => {
    while (performance.now() < startedMs + seconds * 1000) {
      const key = keys.pop();
      if (!key) return;
      const outcome = await settleAttempt(ctx, key, approve({ amountCents: 1000 })).then(
        ({ state }) => state,
        (error) => String(error),
      );
      if (outcome === "approved") settled += 1;
      else failures[outcome] = (failures[outcome] ?? 0) + 1;
    }
  });
  return { settled, tookMs: performance.now() - startedMs, failures, roundTripMs };
}

/** Opens payments through the near URL and settles them through the far one. */
async function main([near = "", far = "", drawId = ""]: string[]): Promise<void> {
  const [opener, settler] = [await openContext(near), await openContext(far)];
  let keys: PaymentKey[] = [];
  process.on("message", async (task: Task) => {
    if (task.kind === "open") keys = await openMany(opener.ctx, drawId, task.attempts);
    process.send?.(task.kind === "open" ? "opened" : await settle(settler.ctx, keys, task.seconds));
  });
  process.once("disconnect", async () => {
    await opener.close();
    await settler.close();
  });
  process.send?.("started");
}

await main(process.argv.slice(2));
