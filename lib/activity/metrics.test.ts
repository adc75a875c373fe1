import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hourMs } from "@/lib/durations";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import type { OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { queryRows } from "@/lib/platform/db/database";
import { createBasket, createPayment, freshKey, openDraw, place } from "@/tests/support/core/orders";
import { refundOutcome } from "@/tests/support/core/refunds";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { raffleBeside } from "@/tests/support/draws/draw";
import { markSales, readMetrics } from "./store";
import { viewDraw } from "./view-draw";

const teams = [{ id: "rink", title: "Rink", teams: [{ id: "foxes", name: "Foxes" }] }];

let test: TestContext;
let serial = 0;
let drawId = "";

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

beforeEach(async () => {
  serial += 1;
  const secondDraws = [raffleBeside("puck", true), raffleBeside("mask", false)];
  drawId = await openDraw(test, `metrics-${serial}`, { teams, secondDraws });
});

async function pay(order: OrderView): Promise<OrderView> {
  expect(await payOrder(test.ctx, createPayment(order))).toMatchObject({ ok: true, outcome: "paid" });
  return order;
}

async function sell(quantity: number): Promise<OrderView> {
  return pay(await place(test, drawId, quantity));
}

async function sellAll(): Promise<OrderView> {
  const lines = ["puck", "mask"].map((poolId) => ({ poolId, packageId: "two", quantity: 1 }));
  const main = { poolId: "main", packageId: "one", quantity: 1 };
  const placed = await placeOrder(
    test.ctx,
    createBasket(drawId, 1, { lines: [main, ...lines], teamId: "foxes" }),
    freshKey(),
  );
  if (!placed.ok) throw new Error(placed.reason);
  return pay(placed.order);
}

async function mainMetrics() {
  return (await readMetrics(test.ctx.db, drawId, test.clock.now())).get("main");
}

async function pass(hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    test.clock.advance(hourMs);
    await markSales(test.ctx.db, test.clock.now());
  }
}

async function viewed() {
  const found = await viewDraw(test.ctx, drawId);
  if (!found.ok) throw new Error(found.reason);
  return found;
}

describe("the sales of the last day", () => {
  it("are available from the first sale on, before any mark was stored", async () => {
    expect(await mainMetrics()).toEqual({ amountPerDay: 0, ticketsPerDay: 0, purchasesPerDay: 0 });
    await sell(3);
    expect(await mainMetrics()).toEqual({ amountPerDay: 30, ticketsPerDay: 3, purchasesPerDay: 1 });
  });

  it("exclude what was sold more than a day ago, and nothing else", async () => {
    await sell(3);
    await pass(20);
    await sell(2);
    expect(await mainMetrics()).toMatchObject({ ticketsPerDay: 5, purchasesPerDay: 2 });
    await pass(5);
    expect(await mainMetrics()).toEqual({ amountPerDay: 20, ticketsPerDay: 2, purchasesPerDay: 1 });
    await pass(20);
    expect(await mainMetrics()).toEqual({ amountPerDay: 0, ticketsPerDay: 0, purchasesPerDay: 0 });
  });

  it("subtract refunds, and an order once all of it is refunded, and never fall below zero", async () => {
    const old = await sell(4);
    await pass(30);
    const order = await sell(2);
    expect(await mainMetrics()).toMatchObject({ purchasesPerDay: 1, ticketsPerDay: 2 });
    expect(await refundOutcome(test, order)).toBe("refunded");
    expect(await mainMetrics()).toEqual({ amountPerDay: 0, ticketsPerDay: 0, purchasesPerDay: 0 });
    expect(await refundOutcome(test, old)).toBe("refunded");
    expect(await mainMetrics()).toEqual({ amountPerDay: 0, ticketsPerDay: 0, purchasesPerDay: 0 });
  });

  it("keep counting the purchase of a partially refunded order", async () => {
    const lines = ["one", "five"].map((packageId) => ({ poolId: "main", packageId, quantity: 1 }));
    const placed = await placeOrder(test.ctx, createBasket(drawId, 1, { lines }), freshKey());
    if (!placed.ok) throw new Error(placed.reason);
    await pay(placed.order);
    expect(await refundOutcome(test, placed.order, [1])).toBe("refunded");
    expect(await mainMetrics()).toEqual({ amountPerDay: 20, ticketsPerDay: 5, purchasesPerDay: 1 });
  });

  it("are read from a few marks per pool, however often they are stored: unchanged counters add none", async () => {
    await sell(1);
    await pass(60);
    await sell(1);
    await pass(30);
    const marks = await queryRows(test.ctx.db, sql`select from pool_marks where draw_id = ${drawId}`);
    expect(marks).toHaveLength(1);
  });
});

describe("the public view of a draw", () => {
  it("has the last day's sales of the main draw and each second draw, and is hot from two purchases on", async () => {
    await sellAll();
    test.clock.advance(10_000);
    expect((await viewed()).draw).toMatchObject({ isHot: false, metrics: { purchasesPerDay: 1 } });
    await sell(1);
    const { draw } = await viewed();
    expect(draw).toMatchObject({
      isHot: true,
      numTicketsFinal: 2,
      metrics: { amountPerDay: 20, ticketsPerDay: 2, purchasesPerDay: 2 },
    });
    expect(draw.secondDraws).toMatchObject(
      ["puck", "mask"].map((id) => ({
        id,
        numTicketsFinal: 2,
        metrics: { amountPerDay: 7.5, ticketsPerDay: 2, purchasesPerDay: 1 },
        lastPurchaseHistory: [{ name: "Marie T.", tickets: 2 }],
      })),
    );
  });

  it("counts team tickets in the second draws that participate", async () => {
    await sellAll();
    expect((await viewed()).live.teams).toEqual([{ teamId: "foxes", tickets: 3 }]);
  });
});
