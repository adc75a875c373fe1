import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PlaceOrderInput } from "@/lib/orders/schema";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { createPayment, freshKey, openDraw } from "@/tests/support/core/orders";
import {
  basket,
  createDraw,
  line,
  placeBasket,
  poolCounts,
  readTraces,
  secondDraw,
} from "@/tests/support/core/several-pools";
import type { TestContext } from "@/tests/support/core/test-context";
import { asClient, openTestContext } from "@/tests/support/core/test-context";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { placeOrder } from "./place-order";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

describe("a basket with several pools", () => {
  it("takes nothing from any pool if one is full", async () => {
    const draw = await openDraw(
      test,
      "one-full",
      createDraw([secondDraw("cash", { maxTickets: 2 }), secondDraw("car")]),
    );
    await placeBasket(test, basket(draw, [line("main"), line("cash", 2)]));
    const before = await readTraces(test, draw);
    const refused = await placeOrder(test.ctx, basket(draw, [line("main"), line("cash"), line("car")]), freshKey());
    expect(refused).toMatchObject({
      ok: false,
      reason: "second-draw-full",
      fields: [{ field: "lines.cash", problem: "too-large" }],
    });
    const bundled = await placeOrder(test.ctx, basket(draw, [], [{ bundleId: "both", quantity: 1 }]), freshKey());
    expect(bundled).toMatchObject({ ok: false, reason: "second-draw-full" });
    expect(await readTraces(test, draw)).toEqual(before);
    expect((await placeOrder(test.ctx, basket(draw, [line("main"), line("car")]), freshKey())).ok).toBe(true);
  });

  it("takes nothing from second draws if the main one is full, and says so with the main draw's reason", async () => {
    const draw = await openDraw(test, "main-full", createDraw([secondDraw("cash")], { maxTickets: 1 }));
    await placeBasket(test, basket(draw, [line("main")]));
    const before = await readTraces(test, draw);
    const refused = await placeOrder(test.ctx, basket(draw, [line("main"), line("cash")]), freshKey());
    expect(refused).toMatchObject({ ok: false, reason: "all-held" });
    expect(await readTraces(test, draw)).toEqual(before);
  });

  it("never issues more than a pool has, however many orders use two pools at once", async () => {
    const seconds = [secondDraw("cash", { maxTickets: 3 }), secondDraw("zoo", { maxTickets: 5 })];
    const draw = await openDraw(test, "crowd", createDraw(seconds, { maxTickets: 100 }));
    const wanted = Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0 ? [line("main"), line("cash")] : [line("zoo"), line("cash"), line("main")],
    );
    const answers = await Promise.all(
      wanted.map((lines, index) => placeOrder(asClient(test.ctx, `crowd-${index}`), basket(draw, lines), freshKey())),
    );
    const won = answers.filter((answer) => answer.ok).length;
    expect(won).toBe(3);
    expect(answers.filter((answer) => !answer.ok && answer.reason === "second-draw-full")).toHaveLength(9);
    const counts = await poolCounts(test, draw);
    expect(counts).toMatchObject({ cash: [0, 3], main: [0, 3] });
    expect(await readTraces(test, draw)).toMatchObject({ orders: 3 });
  });

  it("without the capacity check, oversells one of them", async () => {
    const unguarded = await openTestContext();
    try {
      for (const statement of sabotage.capacity) await unguarded.ctx.db.execute(sql.raw(statement));
      const seconds = [secondDraw("cash", { maxTickets: 2 }), secondDraw("car")];
      const draw = await openDraw(unguarded, "one-full", createDraw(seconds));
      await placeBasket(unguarded, basket(draw, [line("main"), line("cash", 2)]));
      await placeBasket(unguarded, basket(draw, [line("main"), line("cash"), line("car")]));
      expect((await poolCounts(unguarded, draw)).cash).toEqual([0, 3]);
    } finally {
      await unguarded.close();
    }
  });

  it("gets its own contiguous numbers in each pool, even after other orders", async () => {
    const draw = await openDraw(test, "numbers", createDraw([secondDraw("cash"), secondDraw("car")]));
    const pay = async (input: PlaceOrderInput) => {
      const order = await placeBasket(test, input);
      const paid = await payOrder(test.ctx, createPayment(order));
      if (!paid.ok) throw new Error(paid.reason);
      return paid.order;
    };
    const bundles = [{ bundleId: "both", quantity: 2 }];
    const first = await pay(basket(draw, [line("main", 3), line("car", 2)], bundles));
    expect(first.amount).toBe(3 * 10 + 2 * 5 + 2 * 25.75);
    expect(first.numbers).toEqual([
      { poolId: "main", first: 1, last: 3, void: false },
      { poolId: "car", first: 1, last: 2, void: false },
      { poolId: "main", first: 4, last: 7, void: false },
      { poolId: "cash", first: 1, last: 6, void: false },
    ]);
    const second = await pay(basket(draw, [line("cash"), line("main")]));
    expect(second.numbers).toEqual([
      { poolId: "cash", first: 7, last: 7, void: false },
      { poolId: "main", first: 8, last: 8, void: false },
    ]);
    expect(await poolCounts(test, draw)).toEqual({ car: [2, 0], cash: [7, 0], main: [8, 0] });
  });
});
