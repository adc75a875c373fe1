import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { freshKey, openDraw } from "@/tests/support/order-core";
import { basket, drawOf, line, placeBasket, poolCounts, secondDraw, tracesOf } from "@/tests/support/several-pools";
import type { TestContext } from "@/tests/support/test-context";
import { openTestContext } from "@/tests/support/test-context";

import { placeOrder } from "./place-order";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

const minuteMs = 60_000;

describe("limits", () => {
  it("maxTicketPayout counts every line of a pool, including bundles", async () => {
    const seconds = [secondDraw("cash", { maxTicketPayout: 6 })];
    const draw = await openDraw(test, "payout", drawOf(seconds, { maxTicketPayout: 5 }));
    const bundles = [{ bundleId: "both", quantity: 1 }];
    const tooMany = (poolId: string) => ({
      ok: false,
      reason: "too-many-tickets",
      fields: [{ field: `lines.${poolId}`, problem: "too-large" }],
    });
    // Two of the main pool and three of the second come with each bundle.
    expect((await placeOrder(test.ctx, basket(draw, [line("main", 3), line("cash", 3)], bundles), freshKey())).ok).toBe(
      true,
    );
    const one = await placeOrder(test.ctx, basket(draw, [line("main", 4)], bundles), freshKey());
    expect(one).toEqual(tooMany("main"));
    const two = await placeOrder(test.ctx, basket(draw, [line("main", 3), line("cash", 4)], bundles), freshKey());
    expect(two).toEqual(tooMany("cash"));
    const lines = await placeOrder(test.ctx, basket(draw, [line("main", 5), line("main")]), freshKey());
    expect(lines).toEqual(tooMany("main"));
    const split = [line("main"), line("cash", 4), line("cash", 1, "three")];
    expect(await placeOrder(test.ctx, basket(draw, split), freshKey())).toEqual(tooMany("cash"));
  });

  it.each([
    ["the main pool", { maxJackpot: 130.5, jackpotTotal: 100 }, 3050, "jackpot-reached"],
    ["a bundle's share of it", { maxJackpot: 115.5, jackpotTotal: 100 }, 1550, "jackpot-reached"],
  ])("maxJackpot of %s is reached exactly and never exceeded by a cent", async (name, changes, cents, reason) => {
    const isBundle = name.startsWith("a bundle");
    const packages = [
      { id: "one", tickets: 1, price: 10 },
      { id: "rest", tickets: 1, price: 30.5 },
      { id: "cent", tickets: 1, price: 0.01 },
    ];
    const draw = await openDraw(test, `pot-${isBundle ? "bundle" : "main"}`, {
      ...drawOf([secondDraw("cash")], changes),
      ticketPriceInfo: packages,
    });
    const exact = isBundle
      ? basket(draw, [], [{ bundleId: "both", quantity: 1 }])
      : basket(draw, [line("main", 1, "rest")]);
    await placeBasket(test, exact);
    const { pools } = await tracesOf(test, draw);
    expect(Number(pools.find((pool) => pool.pool_id === "main")?.reserved_cents)).toBe(cents);
    expect(await placeOrder(test.ctx, basket(draw, [line("main", 1, "cent")]), freshKey())).toEqual({
      ok: false,
      reason,
    });
  });

  it("maxJackpot of a second draw is reached exactly, and the next refusal names that draw", async () => {
    const draw = await openDraw(test, "pot-second", drawOf([secondDraw("cash", { maxJackpot: 15 })]));
    const above = await placeOrder(test.ctx, basket(draw, [line("main"), line("cash", 4)]), freshKey());
    expect(above).toMatchObject({
      reason: "second-draw-full",
      fields: [{ field: "lines.cash", problem: "too-large" }],
    });
    await placeBasket(test, basket(draw, [line("main"), line("cash", 3)]));
    const refused = await placeOrder(test.ctx, basket(draw, [line("main"), line("cash")]), freshKey());
    expect(refused).toMatchObject({ ok: false, reason: "second-draw-full" });
    expect(await poolCounts(test, draw)).toEqual({ cash: [0, 3], main: [0, 1] });
  });

  it("tickets of a second draw whose hold has ended are available", async () => {
    const draw = await openDraw(test, "lapsed", drawOf([secondDraw("cash", { maxTickets: 1 })]));
    await placeBasket(test, basket(draw, [line("main"), line("cash")]));
    test.clock.advance(16 * minuteMs);
    expect((await placeOrder(test.ctx, basket(draw, [line("main"), line("cash")]), freshKey())).ok).toBe(true);
  });
});
