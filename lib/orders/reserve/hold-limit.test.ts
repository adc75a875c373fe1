import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { createBasket, createPayment, freshKey, openDraw, readPool } from "@/tests/support/core/orders";
import { inOtherProcess } from "@/tests/support/core/other-process";
import type { TestContext } from "@/tests/support/core/test-context";
import { asClient, openTestContext } from "@/tests/support/core/test-context";
import { lockPools } from "@/tests/support/databases/lock-pools";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { placeOrder } from "./place-order";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

async function placeAs(client: string, draw: string) {
  return placeOrder(asClient(test.ctx, client), createBasket(draw), freshKey());
}

/** Sends thirty calls of one client to eight processes. On PostgreSQL, all check the limit before one has a hold. */
async function placeThirty(of: TestContext, draw: string): Promise<string[]> {
  const lock = of.databaseUrl ? await lockPools(of.databaseUrl, draw) : null;
  const processes = Array.from({ length: 8 }, () => inOtherProcess(asClient(of.ctx, "greedy")));
  const calls = Array.from({ length: 30 }, (_none, index) => {
    return placeOrder(processes[index % 8] ?? of.ctx, createBasket(draw), freshKey());
  });
  await lock?.waitFor(8);
  await lock?.release();
  return (await Promise.all(calls)).map((answer) => (answer.ok ? "held" : answer.reason));
}

describe("the holds of one client in a limited draw", () => {
  it("are limited to five, however many calls arrive at once", async () => {
    const draw = await openDraw(test, "thirty", { maxTickets: 100 });
    const answers = await placeThirty(test, draw);
    expect(answers.filter((answer) => answer === "held")).toHaveLength(5);
    expect(new Set(answers)).toEqual(new Set(["held", "too-many-holds"]));
    expect(await readPool(test, draw)).toMatchObject({ reserved: 5 });
  });

  it.runIf(onPostgres)("would exceed that without their unique slots", async () => {
    const unguarded = await openTestContext();
    try {
      for (const statement of sabotage.holdSlot) await unguarded.ctx.db.execute(sql.raw(statement));
      const draw = await openDraw(unguarded, "thirty", { maxTickets: 100 });
      const held = (await placeThirty(unguarded, draw)).filter((answer) => answer === "held");
      expect(held.length).toBeGreaterThan(5);
    } finally {
      await unguarded.close();
    }
  });

  it("free a slot when one is cancelled or paid", async () => {
    const draw = await openDraw(test, "room", { maxTickets: 100 });
    const answers = [];
    for (let held = 0; held < 5; held += 1) answers.push(await placeAs("roomy", draw));
    const [first, second] = answers.map((answer) => (answer.ok ? answer.order : null));
    if (!first || !second) throw new Error("The first holds were refused.");
    // Another client's hold that ends soon must not count.
    const soon = await placeAs("other", draw);
    if (!soon.ok) throw new Error(soon.reason);
    await test.ctx.db.execute(
      sql`update orders set expires_at = ${new Date(test.clock.now().getTime() + 10_000).toISOString()}::timestamptz
        where order_id = ${soon.order.orderId}`,
    );
    const refused = await placeAs("roomy", draw);
    expect(refused).toMatchObject({ ok: false, reason: "too-many-holds" });
    expect(refused).toHaveProperty("retryAfterSeconds", expect.any(Number));
    expect((refused as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(60);
    await cancelOrder(test.ctx, first);
    expect((await placeAs("roomy", draw)).ok).toBe(true);
    await payOrder(test.ctx, createPayment(second));
    expect((await placeAs("roomy", draw)).ok).toBe(true);
    expect(await placeAs("roomy", draw)).toMatchObject({ ok: false, reason: "too-many-holds" });
  });

  it("free a slot when one ends, even before the job has released it", async () => {
    const draw = await openDraw(test, "over", { maxTickets: 100 });
    for (let held = 0; held < 5; held += 1) await placeAs("patient", draw);
    test.clock.advance(15 * 60_000);
    expect((await placeAs("patient", draw)).ok).toBe(true);
    expect(await readPool(test, draw)).toMatchObject({ reserved: 1 });
  });

  it("are limited if only the jackpot is limited", async () => {
    const draw = await openDraw(test, "jackpot", { maxJackpot: 500 });
    for (let held = 0; held < 5; held += 1) expect((await placeAs("lucky", draw)).ok).toBe(true);
    expect(await placeAs("lucky", draw)).toMatchObject({ ok: false, reason: "too-many-holds" });
  });

  it("aren't limited if nothing else is", async () => {
    const draw = await openDraw(test, "unlimited");
    for (let held = 0; held < 7; held += 1) expect((await placeAs("many", draw)).ok).toBe(true);
  });
});
