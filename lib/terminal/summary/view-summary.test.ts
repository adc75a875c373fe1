import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import { dayMs, hourMs } from "@/lib/durations";
import type { OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { settleCash } from "@/lib/payments/settle/settle-cash";
import { queryRows } from "@/lib/platform/db/database";
import { reconcileDay } from "@/lib/reconciliation/reconcile-day";
import { requestRefund } from "@/lib/refunds/request-refund";
import { asTestDevice, listEntries, openCashDraw, placeAtDevice, sellForCash } from "@/tests/support/core/cash";
import { issueTestDevice } from "@/tests/support/core/issued-device";
import { createPayment, getOutcome, place } from "@/tests/support/core/orders";
import { listOrderRefunds } from "@/tests/support/core/refunds";
import { placeBy } from "@/tests/support/core/terminal";
import { openTestContext } from "@/tests/support/core/test-context";
import type { MethodTotal } from "./rules";
import { viewSummary } from "./view-summary";

const test = await openTestContext();
const gate = asTestDevice(test);
const other = asTestDevice(test, { deviceId: "gate-2", name: "Gate 2", operator: "Sam" });

// Each test starts at 13:00 in Toronto on a day of its own.
let nextDay = test.clock.now().getTime();
beforeEach(() => {
  test.clock.advance(nextDay - test.clock.now().getTime());
  nextDay += 8 * dayMs;
});
afterAll(() => test.close());

async function methodsOf(device: Context, draw: string): Promise<MethodTotal[]> {
  const viewed = await viewSummary(device, draw);
  if (!viewed.ok) throw new Error(viewed.reason);
  return viewed.summary.methods;
}

async function payCash(device: Context, order: OrderView): Promise<void> {
  expect(await settleCash(device, order)).toMatchObject({ ok: true });
}

async function payCard(ctx: Context, order: OrderView): Promise<void> {
  expect(getOutcome(await payOrder(ctx, createPayment(order)))).toBe("paid");
}

async function giveBack(ctx: Context, order: OrderView, lines?: number[]): Promise<void> {
  expect(await requestRefund(ctx, order, lines ? { lines } : {})).toMatchObject({ ok: true, outcome: "refunded" });
}

function cash(orders: number, amount: number, refunded: number): MethodTotal {
  return { method: "cash", orders, amount, refunded };
}

describe("the cash of a device", () => {
  it("is what that device took, whoever placed the order", async () => {
    const draw = await openCashDraw(test, "taken");
    await payCash(other, await placeAtDevice(gate, draw));
    expect([await methodsOf(gate, draw), await methodsOf(other, draw)]).toEqual([[], [cash(1, 10, 0)]]);
    await payCash(gate, await place(test, draw));
    await sellForCash(gate, draw);
    await placeAtDevice(gate, draw);
    expect([await methodsOf(gate, draw), await methodsOf(other, draw)]).toEqual([[cash(2, 20, 0)], [cash(1, 10, 0)]]);
  });

  it("counts for no other device: totals by who placed the order would be wrong for both drawers", async () => {
    const draw = await openCashDraw(test, "control");
    await payCash(other, await placeAtDevice(gate, draw));
    await payCash(other, await place(test, draw));
    await test.ctx.db.execute(
      sql`update payment_attempts a set device_id = o.device_id from orders o
        where o.draw_id = ${draw} and a.draw_id = o.draw_id and a.order_id = o.order_id`,
    );
    expect([await methodsOf(gate, draw), await methodsOf(other, draw)]).toEqual([[cash(1, 10, 0)], []]);
  });

  it("leaves the drawer of the device that refunds it, on that day", async () => {
    const ticketPriceInfo = ["one", "other"].map((id) => ({ id, tickets: 1, price: 10 }));
    const draw = await openCashDraw(test, "given-back", { ticketPriceInfo });
    const lines = ticketPriceInfo.map(({ id }) => ({ poolId: "main", packageId: id, quantity: 1 }));
    const order = await placeAtDevice(gate, draw, { lines });
    await payCash(other, order);
    await giveBack(gate, order, [1]);
    expect([await methodsOf(gate, draw), await methodsOf(other, draw)]).toEqual([[cash(0, 0, 10)], [cash(1, 20, 0)]]);
    test.clock.advance(3 * dayMs);
    await giveBack(test.admin, order);
    expect([await methodsOf(gate, draw), await methodsOf(other, draw)]).toEqual([[], [cash(0, 0, 10)]]);
  });

  it("is of as many orders as still have some of it: one refunded whole no longer counts, one in part does", async () => {
    const ticketPriceInfo = ["one", "other"].map((id) => ({ id, tickets: 1, price: 10 }));
    const draw = await openCashDraw(test, "counted", { ticketPriceInfo });
    const lines = ticketPriceInfo.map(({ id }) => ({ poolId: "main", packageId: id, quantity: 1 }));
    const [stands, order] = [await placeAtDevice(gate, draw, { lines }), await placeAtDevice(gate, draw, { lines })];
    await payCash(gate, stands);
    await payCash(gate, order);
    await giveBack(gate, order, [1]);
    expect(await methodsOf(gate, draw)).toEqual([cash(2, 40, 10)]);
    await giveBack(gate, order);
    expect(await methodsOf(gate, draw)).toEqual([cash(1, 40, 20)]);
    await giveBack(gate, stands);
    expect(await methodsOf(gate, draw)).toEqual([cash(0, 40, 40)]);
  });

  it("refunded by an admin leaves the drawer that took it, or the named one; all drawers agree with the daily close", async () => {
    const draw = await openCashDraw(test, "by-admin");
    const { device } = await issueTestDevice(test);
    const named = asTestDevice(test, { deviceId: device.deviceId });
    const [order, elsewhere] = [await sellForCash(gate, draw), await sellForCash(gate, draw)];
    await giveBack(test.admin, order);
    const refund = await requestRefund(test.admin, elsewhere, { drawer: device.deviceId });
    expect(refund).toMatchObject({ ok: true, outcome: "refunded" });
    const entries = await listEntries(test, elsewhere);
    const asked = entries.find(({ action }) => action === "refund-requested");
    expect(asked).toMatchObject({ device_id: null, detail: { drawer: device.deviceId } });
    const drawers = [await methodsOf(gate, draw), await methodsOf(named, draw)];
    expect(drawers).toEqual([[cash(1, 20, 10)], [cash(0, 0, 10)]]);
    const closed = await reconcileDay(test.admin, test.clock.now().toISOString().slice(0, 10));
    const day = closed.ok && closed.cash.find(({ instanceId }) => instanceId === draw);
    expect(day).toMatchObject({ takenCents: 2000, givenBackCents: 2000 });
  });

  it("can't be refunded from the drawer of another parent's tablet, nor a card from any, nor by a tablet's choice", async () => {
    const draw = await openCashDraw(test, "foreign-drawer");
    const [{ device: foreign }, { device }] = [await issueTestDevice(test, "far-parent"), await issueTestDevice(test)];
    const order = await sellForCash(gate, draw);
    const card = await placeBy(gate, draw);
    await payCard(test.ctx, card);
    const refused = { ok: false, reason: "invalid-input", fields: [{ field: "drawer", problem: "not-in-draw" }] };
    for (const drawer of [foreign.deviceId, "no-such-tablet"]) {
      expect(await requestRefund(test.admin, order, { drawer })).toEqual(refused);
    }
    expect(await requestRefund(test.admin, card, { drawer: device.deviceId })).toEqual(refused);
    expect(await requestRefund(gate, order, { drawer: device.deviceId })).toEqual(refused);
    expect([await listOrderRefunds(test, order), await listOrderRefunds(test, card)]).toEqual([[], []]);
  });

  it("is recorded with the operator at the time", async () => {
    const draw = await openCashDraw(test, "operators");
    const order = await placeAtDevice(gate, draw);
    await payCash(other, order);
    await giveBack(gate, order);
    const rows = await queryRows(
      test.ctx.db,
      sql`select a.device_id || ' ' || a.operator || ', ' || f.device_id || ' ' || f.operator as told
        from payment_attempts a join refunds f on f.draw_id = a.draw_id and f.order_id = a.order_id
        where a.draw_id = ${draw}`,
    );
    expect(rows).toEqual([{ told: "gate-2 Sam, gate-1 Alex" }]);
  });
});

describe("a device's card payments", () => {
  it("are the ones it charged, listed beside its cash; payments on a buyer's own phone aren't", async () => {
    const draw = await openCashDraw(test, "cards");
    await payCard(gate, await placeBy(gate, draw));
    await payCard(test.ctx, await placeBy(gate, draw));
    await payCard(test.ctx, await place(test, draw));
    await sellForCash(gate, draw);
    expect(await methodsOf(gate, draw)).toEqual([
      cash(1, 10, 0),
      { method: "card", orders: 1, amount: 10, refunded: 0 },
    ]);
  });

  it("don't count if declined, and a refund after a retry belongs to the device that requested it", async () => {
    const draw = await openCashDraw(test, "tried");
    const order = await placeBy(other, draw);
    const { answer, giveBack: accept } = test.gateway;
    test.gateway.answer = async () => ({ kind: "refused", reason: "declined", code: "7", transactionId: null });
    expect(getOutcome(await payOrder(gate, createPayment(order)))).toBe("declined");
    test.gateway.answer = answer;
    await payCard(gate, order);
    test.gateway.giveBack = async (request) =>
      request.kind === "void" ? { kind: "refused", reason: "refund-not-voidable", code: "205" } : accept(request);
    await giveBack(other, order);
    test.gateway.giveBack = accept;
    const refunds = await listOrderRefunds(test, order);
    expect(refunds.map(({ method, state, deviceId }) => [method, state, deviceId])).toEqual([
      ["void", "refused", "gate-2"],
      ["return", "done", "gate-2"],
    ]);
    const card = { method: "card", orders: 0, amount: 0, refunded: 0 };
    expect(await methodsOf(gate, draw)).toEqual([{ ...card, orders: 1, amount: 10 }]);
    expect(await methodsOf(other, draw)).toEqual([{ ...card, refunded: 10 }]);
  });
});

describe("the day", () => {
  it("ends at midnight in the draw's time zone", async () => {
    const halifax = { timeZone: "America/Halifax" };
    const draws = [await openCashDraw(test, "midnight"), await openCashDraw(test, "midnight-east", halifax)] as const;
    test.clock.advance(9.5 * hourMs);
    const [order] = [await sellForCash(gate, draws[0]), await sellForCash(gate, draws[1])];
    const sums = () => Promise.all(draws.map((draw) => methodsOf(gate, draw)));
    expect(await sums()).toEqual([[cash(1, 10, 0)], [cash(1, 10, 0)]]);
    test.clock.advance(0.5 * hourMs);
    expect(await sums()).toEqual([[cash(1, 10, 0)], []]);
    test.clock.advance(hourMs - 1);
    expect(await sums()).toEqual([[cash(1, 10, 0)], []]);
    test.clock.advance(1);
    await giveBack(test.admin, order);
    expect(await sums()).toEqual([[cash(0, 0, 10)], []]);
  });
});

it("a draw's totals are shown only to a device of its parent", async () => {
  const draw = await openCashDraw(test, "guarded-sums");
  const foreign = asTestDevice(test, { deviceId: "far-1", parentId: "other-parent" });
  expect(await viewSummary(foreign, draw)).toEqual({ ok: false, reason: "draw-not-found" });
  expect(await viewSummary(test.admin, draw)).toEqual({ ok: false, reason: "device-required" });
});

it("counts cash on the day of the daily close, or on the draw's own day once the gateway's has ended", async () => {
  const draw = await openCashDraw(test, "pacific", { timeZone: "America/Vancouver" });
  const closed = async (day: string) => {
    const answer = await reconcileDay(test.admin, day);
    if (!answer.ok) throw new Error(answer.reason);
    const found = answer.cash.find(({ instanceId }) => instanceId === draw);
    return found && [found.timeZone, found.isOver, found.takenCents / 100, found.givenBackCents / 100];
  };
  const easternDay = test.clock.now().toISOString().slice(0, 10);
  test.clock.advance(12.5 * hourMs);
  await payCash(gate, await placeAtDevice(gate, draw));
  const back = await placeAtDevice(gate, draw);
  await payCash(gate, back);
  await giveBack(gate, back);
  const viewed = await viewSummary(gate, draw);
  const summary = { day: easternDay, methods: [cash(1, 20, 10)] };
  expect(viewed).toMatchObject({ ok: true, summary });
  expect(await closed(easternDay)).toEqual(["America/Vancouver", false, 20, 10]);
  expect(await closed(test.clock.now().toISOString().slice(0, 10))).toBeUndefined();
  test.clock.advance(2 * hourMs);
  expect(await closed(easternDay)).toEqual(["America/Vancouver", true, 20, 10]);
});
