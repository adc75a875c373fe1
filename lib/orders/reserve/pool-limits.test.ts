import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toLiveState } from "@/lib/draws/rules.projection";
import { readDrawRecord } from "@/lib/draws/store";
import { minuteMs } from "@/lib/durations";
import { settleCash } from "@/lib/payments/settle/settle-cash";
import { asTestDevice, gateBasket, placeAtDevice, sellForCash } from "@/tests/support/core/cash";
import { freshKey, openDraw, pay, place } from "@/tests/support/core/orders";
import { refundOutcome } from "@/tests/support/core/refunds";
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
import { openTestContext } from "@/tests/support/core/test-context";

import { placeOrder } from "./place-order";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

const noActivity = { pools: new Map(), teams: [] };

describe("limits", () => {
  it("maxTicketPayout counts every line of a pool, including bundles", async () => {
    const seconds = [secondDraw("cash", { maxTicketPayout: 6 })];
    const draw = await openDraw(test, "payout", createDraw(seconds, { maxTicketPayout: 5 }));
    const bundles = [{ bundleId: "both", quantity: 1 }];
    const tooMany = (poolId: string) => ({
      ok: false,
      reason: "too-many-tickets",
      fields: [{ field: `lines.${poolId}`, problem: "too-large" }],
    });
    // Each bundle has two tickets of the main pool and three of the second.
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
      ...createDraw([secondDraw("cash")], changes),
      ticketPriceInfo: packages,
      terminal: { allowCash: false },
    });
    const exact = isBundle
      ? basket(draw, [], [{ bundleId: "both", quantity: 1 }])
      : basket(draw, [line("main", 1, "rest")]);
    await placeBasket(test, exact);
    const { pools } = await readTraces(test, draw);
    expect(Number(pools.find((pool) => pool.pool_id === "main")?.reserved_cents)).toBe(cents);
    expect(await placeOrder(test.ctx, basket(draw, [line("main", 1, "cent")]), freshKey())).toEqual({
      ok: false,
      reason,
    });
  });

  it("maxJackpot of a second draw is reached exactly, and the next refusal names that draw", async () => {
    const draw = await openDraw(test, "pot-second", createDraw([secondDraw("cash", { maxJackpot: 15 })]));
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
    const draw = await openDraw(test, "lapsed", createDraw([secondDraw("cash", { maxTickets: 1 })]));
    await placeBasket(test, basket(draw, [line("main"), line("cash")]));
    test.clock.advance(16 * minuteMs);
    expect((await placeOrder(test.ctx, basket(draw, [line("main"), line("cash")]), freshKey())).ok).toBe(true);
  });

  it("a jackpot that sales have brought to its limit stops the draw, and sells again once money went back", async () => {
    const draw = await openDraw(test, "pot-full", createDraw([secondDraw("cash")], { bundles: [], maxJackpot: 29 }));
    const order = await placeBasket(test, basket(draw, [line("main", 2), line("cash")]));
    const readSale = async () => {
      const record = await readDrawRecord(test.ctx.db, draw);
      if (!record) throw new Error("No draw.");
      const { salesOpen, reason, pools } = toLiveState(record, noActivity, test.clock.now());
      return [salesOpen, reason, pools.map(({ jackpotReached }) => jackpotReached)];
    };
    expect(await readSale()).toEqual([false, "all-held", [false, false]]);
    await pay(test.ctx, order);
    expect(await readSale()).toEqual([false, "jackpot-reached", [true, false]]);
    const refused = await placeOrder(test.ctx, basket(draw, [line("main")]), freshKey());
    expect(refused).toEqual({ ok: false, reason: "jackpot-reached" });
    expect(await refundOutcome(test, order, [1])).toBe("refunded");
    expect(await readSale()).toEqual([true, undefined, [false, false]]);
  });

  it("an order that holds the last room of the jackpot is paid although the draw has stopped", async () => {
    const draw = await openDraw(test, "pot-held", { maxJackpot: 39, terminal: { allowAnonymousCash: true } });
    const gate = asTestDevice(test);
    const [card, cash] = [await place(test, draw), await placeAtDevice(gate, draw)];
    await pay(test.ctx, await place(test, draw));
    await pay(test.ctx, card);
    expect(await settleCash(gate, cash)).toEqual({ ok: true });
  });

  it("the jackpot of a second draw, with what it begins with, says so at its limit", async () => {
    const draw = await openDraw(
      test,
      "pot-second-full",
      createDraw([secondDraw("cash", { jackpotTotal: 3, maxJackpot: 10 })]),
    );
    await pay(test.ctx, await placeBasket(test, basket(draw, [line("main"), line("cash")])));
    const record = await readDrawRecord(test.ctx.db, draw);
    const live = record && toLiveState(record, noActivity, test.clock.now());
    expect([live?.salesOpen, live?.pools.map(({ jackpotReached }) => jackpotReached)]).toEqual([true, [false, true]]);
  });

  it("an order costs ten million dollars at most, also at a tablet", async () => {
    const ticketPriceInfo = [{ id: "one", tickets: 1, price: 100_000 }];
    const draw = await openDraw(test, "fortune", { ticketPriceInfo, terminal: { allowAnonymousCash: true } });
    const gate = asTestDevice(test);
    for (const quantity of [101, 215, 1000]) {
      const lines = [line("main", quantity)];
      const placed = await placeOrder(gate, gateBasket(draw, { lines }), freshKey());
      expect(placed).toEqual({ ok: false, reason: "order-too-large" });
    }
    const order = await sellForCash(gate, draw, { lines: [line("main", 100)] });
    expect(order).toMatchObject({ status: "finalized", amount: 10_000_000 });
  });
});
