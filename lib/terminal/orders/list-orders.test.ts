import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import type { OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { settleCash } from "@/lib/payments/settle/settle-cash";
import { requestRefund } from "@/lib/refunds/request-refund";
import { openCashDraw } from "@/tests/support/core/cash";
import { createPayment, openDraw } from "@/tests/support/core/orders";
import { secondDraw } from "@/tests/support/core/several-pools";
import { fillOrders, placeBy, registerDevice } from "@/tests/support/core/terminal";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";

import { listOrders } from "./list-orders";
import type { TerminalOrderPage } from "./rules";

let test: TestContext;
let gate: Context;
let other: Context;
let foreign: Context;

beforeAll(async () => {
  test = await openTestContext();
  gate = await registerDevice(test, { deviceId: "gate-1", name: "Gate 1", operator: "Alex", listsOthers: true });
  other = await registerDevice(test, { deviceId: "gate-2", name: null, operator: "Sam" });
  foreign = await registerDevice(test, { deviceId: "far-1", parentId: "other-parent" });
});

afterAll(() => test.close());

async function list(ctx: Context, query: Record<string, string>): Promise<TerminalOrderPage> {
  const listed = await listOrders(ctx, query);
  if (!listed.ok) throw new Error(JSON.stringify(listed));
  return listed;
}

async function idsOf(query: Record<string, string>): Promise<string[]> {
  return (await list(gate, query)).orders.map(({ orderId }) => orderId);
}

async function leaveUnknown(order: OrderView): Promise<void> {
  const { answer } = test.gateway;
  test.gateway.answer = async () => ({ kind: "unknown", code: null });
  await payOrder(test.ctx, createPayment(order));
  test.gateway.answer = answer;
}

describe("recent orders", () => {
  it("come newest first, 25 per page, each once, even if many were placed at the same instant", async () => {
    const draw = await openDraw(test, "pages");
    await fillOrders(test, draw, { orders: 52, perSecond: 7 });
    const pages: TerminalOrderPage[] = [];
    for (let cursor: string | null = ""; cursor !== null; cursor = pages.at(-1)?.nextCursor ?? null) {
      pages.push(await list(gate, { instanceId: draw, ...(cursor ? { cursor } : {}) }));
    }
    expect(pages.map(({ orders }) => orders.length)).toEqual([25, 25, 2]);
    const rows = pages.flatMap(({ orders }) => orders);
    expect(new Set(rows.map(({ orderId }) => orderId)).size).toBe(52);
    const times = rows.map(({ placedAt }) => placedAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  it("continue where a page ended, whatever was placed in the meantime", async () => {
    const draw = await openDraw(test, "meanwhile");
    await fillOrders(test, draw, { orders: 26 });
    const first = await list(gate, { instanceId: draw });
    test.clock.advance(1);
    await placeBy(test.ctx, draw);
    const rest = await list(gate, { instanceId: draw, cursor: first.nextCursor ?? "" });
    expect(rest.orders).toHaveLength(1);
    expect(rest.nextCursor).toBeNull();
  });

  it("show who sold what to whom, and no more about a buyer than necessary", async () => {
    const draw = await openDraw(test, "told");
    const buyer = { name: "Zoë Roy", email: "Zoe@Example.com", phone: "(416) 555-0100", province: "ON" } as const;
    const sold = await placeBy(gate, draw, { buyer, lines: [{ poolId: "main", packageId: "five", quantity: 2 }] });
    expect(await payOrder(test.ctx, createPayment(sold))).toMatchObject({ ok: true, outcome: "paid" });
    test.clock.advance(1);
    const { buyer: _none, ...anonymous } = { buyer: undefined };
    await placeBy(other, draw, anonymous);
    const { orders } = await list(gate, { instanceId: draw });
    expect(orders[1]).toEqual({
      instanceId: draw,
      orderId: sold.orderId,
      orderCode: sold.orderCode,
      status: "finalized",
      amount: 40,
      tickets: 10,
      placedAt: sold.placedAt,
      expiresAt: sold.expiresAt,
      finalizedAt: expect.any(String),
      buyer: { name: "Zoë Roy", maskedEmail: "Z•••@Example.com", maskedPhone: "••• 0100" },
      seller: { channel: "device", device: "Gate 1", operator: "Alex", isOwn: true },
      method: "card",
      isPartlyRefunded: false,
      lastPayment: "approved",
      answerBy: null,
      nextStep: "none",
      isTest: false,
    });
    const seller = { channel: "device", device: "Tablet of Sam", operator: "Sam", isOwn: false };
    expect(orders[0]).toMatchObject({ seller, method: null, lastPayment: null });
    expect(JSON.stringify(orders)).not.toMatch(/gate-1|gate-2|4165550100|Zoe@/);
  });
});

describe("unfinalized orders", () => {
  it("are those that hold tickets, each with its one safe next step", async () => {
    const draw = await openDraw(test, "open-orders");
    const over = await placeBy(test.ctx, draw);
    test.clock.advance(16 * 60_000);
    const [mine, theirs, web] = [
      await placeBy(gate, draw),
      await placeBy(other, draw),
      await placeBy(test.ctx, draw),
    ] as const;
    const [unknown, cancelled, paid] = [
      await placeBy(test.ctx, draw),
      await placeBy(test.ctx, draw),
      await placeBy(test.ctx, draw),
    ] as const;
    await leaveUnknown(unknown);
    await cancelOrder(test.ctx, cancelled);
    await payOrder(test.ctx, createPayment(paid));
    const { orders } = await list(gate, { instanceId: draw, status: "unfinalized" });
    const steps = new Map(orders.map(({ orderId, nextStep }) => [orderId, nextStep]));
    expect(steps).toEqual(
      new Map([
        [mine.orderId, "resume"],
        [theirs.orderId, "take-cash"],
        [web.orderId, "wait"],
        [unknown.orderId, "ask-bank"],
      ]),
    );
    expect(await idsOf({ instanceId: draw })).toContain(over.orderId);
    const recent = await list(gate, { instanceId: draw });
    expect(recent.orders.find(({ orderId }) => orderId === over.orderId)).toMatchObject({
      status: "expired",
      nextStep: "none",
    });
  });

  it("can be cancelled once the draw has stopped selling", async () => {
    const draw = await openDraw(test, "over");
    await placeBy(gate, draw);
    await test.ctx.db.execute(
      sql`update draws set closed_at = ${test.clock.now().toISOString()}::timestamptz where draw_id = ${draw}`,
    );
    const { orders } = await list(gate, { instanceId: draw, status: "unfinalized" });
    expect(orders.map(({ nextStep }) => nextStep)).toEqual(["cancel"]);
  });
});

describe("a device that lists its own orders only, as each does at first", () => {
  const idsFor = async (ctx: Context, query: Record<string, string>) =>
    (await list(ctx, query)).orders.map(({ orderId }) => orderId);

  it("neither lists nor finds what other tablets and the web sold", async () => {
    const draw = await openDraw(test, "own-orders");
    const buyer = { name: "Zoë Roy", email: "zoe@example.com", phone: "613-555-0199", province: "ON" } as const;
    const [own, theirs, web] = [
      await placeBy(other, draw, { buyer }),
      await placeBy(gate, draw, { buyer }),
      await placeBy(test.ctx, draw, { buyer }),
    ] as const;
    const searches = ["zoe@example.com", "613-555-0199", own.orderCode, theirs.orderCode, web.orderCode];
    const queries: Record<string, string>[] = [{}, { status: "unfinalized" }, ...searches.map((q) => ({ q }))];
    const shown = await Promise.all(queries.map((query) => idsFor(other, { instanceId: draw, ...query })));
    expect(shown).toEqual([[own.orderId], [own.orderId], [own.orderId], [own.orderId], [own.orderId], [], []]);
    expect((await list(other, { instanceId: draw })).listsOthers).toBe(false);
    const all = await Promise.all(queries.slice(0, 4).map((query) => idsFor(gate, { instanceId: draw, ...query })));
    expect(all.map((ids) => ids.toSorted())).toEqual(
      Array(4).fill([own.orderId, theirs.orderId, web.orderId].toSorted()),
    );
    expect((await list(gate, { instanceId: draw })).listsOthers).toBe(true);
  });

  it("pages through them, among any number of others", async () => {
    const draw = await openDraw(test, "own-pages");
    await fillOrders(test, draw, { orders: 60, perSecond: 7 });
    await test.ctx.db.execute(
      sql`update orders set device_id = 'gate-2' where draw_id = ${draw} and right(order_id, 1) in ('1', '3')`,
    );
    const { orders, nextCursor } = await list(other, { instanceId: draw });
    expect([orders.length, nextCursor]).toEqual([8, null]);
    expect(orders.every(({ seller }) => seller.isOwn)).toBe(true);
  });
});

describe("a buyer of the web", () => {
  it("is named to no device, whatever it may list", async () => {
    const draw = await openDraw(test, "unnamed");
    const buyer = { name: "Zoë Roy", email: "zoe@example.com", province: "ON" } as const;
    await placeBy(test.ctx, draw, { buyer });
    const queries: Record<string, string>[] = [{}, { status: "unfinalized" }, { q: "zoe@example.com" }];
    for (const query of queries) {
      const { orders } = await list(gate, { instanceId: draw, ...query });
      expect(orders).toMatchObject([{ buyer: { name: "", maskedEmail: "z•••@example.com" } }]);
    }
    await placeBy(other, draw, { buyer });
    const { orders } = await list(gate, { instanceId: draw });
    expect(orders.map(({ buyer: shown }) => shown?.name).toSorted()).toEqual(["", "Zoë Roy"]);
  });
});

describe("a search", () => {
  it("finds orders in any state by code, address and phone number, however they are typed", async () => {
    const options = { additionalOptions: { uniqueOrderPrefix: "OIL" } };
    const draw = await openDraw(test, "search", options);
    const buyer = {
      name: "Zoë Roy",
      email: "Zoe.Roy@Example.com",
      phone: "+1 (613) 555-0123",
      province: "ON",
    } as const;
    const [first, second] = [await placeBy(test.ctx, draw, { buyer }), await placeBy(gate, draw)] as const;
    expect(second.orderCode).toMatch(/^OIL/);
    await cancelOrder(test.ctx, first);
    const find = (q: string, status = "unfinalized") => idsOf({ instanceId: draw, q, status });
    const rest = second.orderCode.slice(3);
    for (const typed of [
      second.orderCode,
      rest.toLowerCase(),
      `oil-${rest.slice(0, 4)} ${rest.slice(4)}`,
      `011${rest}`,
    ]) {
      expect(await find(typed)).toEqual([second.orderId]);
    }
    for (const typed of [
      "zoe.roy@example.com",
      "ZOE.ROY@EXAMPLE.COM",
      "613-555-0123",
      "16135550123",
      "1 613 555 0123",
    ]) {
      expect(await find(typed)).toEqual([first.orderId]);
      expect(await find(typed, "recent")).toEqual([first.orderId]);
    }
    for (const typed of ["roy@example.com", "Zoë", "%", "6135550124", "00000000"])
      expect(await find(typed)).toEqual([]);
  });

  it("finds orders by any of their ticket numbers, in every pool, also once they are void", async () => {
    const draw = await openCashDraw(test, "tickets", { secondDraws: [secondDraw("truck")] });
    const sell = async (ctx: Context, lines: { poolId: string; packageId: string; quantity: number }[]) => {
      const order = await placeBy(ctx, draw, { lines });
      await settleCash(ctx, order);
      test.clock.advance(1000);
      return order.orderId;
    };
    const main = (quantity: number) => ({ poolId: "main", packageId: "five", quantity });
    const first = await sell(gate, [main(2)]);
    const second = await sell(other, [main(1), { poolId: "truck", packageId: "one", quantity: 1 }]);
    const find = (q: string) => idsOf({ instanceId: draw, q });
    for (const typed of ["2", "#10", "10"]) expect(await find(typed)).toEqual([first]);
    for (const typed of ["11", "15", "No. 15"]) expect(await find(typed)).toEqual([second]);
    // Each pool has a number 1.
    expect(await find("1")).toEqual([second, first]);
    for (const typed of ["16", "0", "2147483647", "2147483648"]) expect(await find(typed)).toEqual([]);
    await requestRefund(test.admin, { instanceId: draw, orderId: first }, {});
    expect(await find("7")).toEqual([first]);
    expect((await list(other, { instanceId: draw, q: "7" })).orders).toEqual([]);
    expect((await list(other, { instanceId: draw, q: "12" })).orders).toHaveLength(1);
  });

  it("finds what tablets sold by a buyer's first, last or whole name, however it is typed", async () => {
    const draw = await openDraw(test, "names");
    const place = async (ctx: Context, name: string) => {
      test.clock.advance(1000);
      return (await placeBy(ctx, draw, { buyer: { name, email: "b@example.com", province: "QC" } })).orderId;
    };
    const zoe = await place(gate, "Zoë Côté");
    const luc = await place(gate, "Luc Roy Côté");
    const cote = await place(other, "Côté");
    const neil = await place(other, "Ann O’Neil-Roy");
    await place(test.ctx, "Zoë Côté");
    const find = (q: string, ctx = gate) => list(ctx, { instanceId: draw, q }).then(({ orders }) => orders);
    const ids = async (q: string, ctx = gate) => (await find(q, ctx)).map(({ orderId }) => orderId);
    for (const typed of ["zoe", "ZOË", "Zoe Cote", "zoë  côté", "Zoë M. Côté"]) expect(await ids(typed)).toEqual([zoe]);
    for (const typed of ["cote", "CÔTÉ"]) expect(await ids(typed)).toEqual([cote, luc, zoe]);
    for (const typed of ["Luc Côté", "luc roy cote"]) expect(await ids(typed)).toEqual([luc]);
    expect(await ids("o'neil-roy")).toEqual([neil]);
    for (const typed of ["Cot", "Roy", "%", "Zoe Roy", "Roy Côté", "zo_"]) expect(await ids(typed)).toEqual([]);
    expect(await ids("cote", other)).toEqual([cote]);
    expect(await ids("zoe", other)).toEqual([]);
  });

  it("pages through what it finds", async () => {
    const draw = await openDraw(test, "many-found");
    await fillOrders(test, draw, { orders: 27, perSecond: 20 });
    await test.ctx.db.execute(
      sql`update orders set buyer = buyer || '{"email": "Marie@example.com"}' where draw_id = ${draw}`,
    );
    const first = await list(gate, { instanceId: draw, q: "marie@example.com" });
    const rest = await list(gate, { instanceId: draw, q: "marie@example.com", cursor: first.nextCursor ?? "" });
    expect([first.orders.length, rest.orders.length, rest.nextCursor]).toEqual([25, 2, null]);
    expect(new Set([...first.orders, ...rest.orders].map(({ orderId }) => orderId)).size).toBe(27);
  });

  it("finds nothing in another draw", async () => {
    const [here, there] = [await openDraw(test, "here"), await openDraw(test, "there")];
    const order = await placeBy(test.ctx, there);
    expect(await idsOf({ instanceId: here, q: order.orderCode })).toEqual([]);
    expect(await idsOf({ instanceId: here, q: "marie@example.com" })).toEqual([]);
    expect(await idsOf({ instanceId: there, q: order.orderCode })).toEqual([order.orderId]);
  });
});

describe("access to the lists", () => {
  it("is for devices only, in draws of their parent: a foreign draw looks the same as a missing one", async () => {
    const draw = await openDraw(test, "guarded");
    await placeBy(gate, draw);
    for (const ctx of [test.ctx, test.admin]) {
      expect(await listOrders(ctx, { instanceId: draw })).toEqual({ ok: false, reason: "device-required" });
    }
    for (const query of [{ instanceId: draw }, { instanceId: "no-such-draw" }]) {
      expect(await listOrders(foreign, query)).toEqual({ ok: false, reason: "draw-not-found" });
    }
  });

  it("includes a partially registered device", async () => {
    const draw = await openDraw(test, "partial");
    const partial = await registerDevice(test, { deviceId: "gate-3", name: null, maySell: false });
    expect((await list(partial, { instanceId: draw })).orders).toEqual([]);
  });

  it.each([
    [{ instanceId: "guarded", cursor: "not-ours" }, "cursor"],
    [{ instanceId: "guarded", cursor: "" }, "cursor"],
    [{ instanceId: "guarded", status: "finalized" }, "status"],
    [{ instanceId: "guarded", q: "x".repeat(65) }, "q"],
    [{ instanceId: "guarded", q: "a\u0000b" }, "q"],
    [{ instanceId: "' or true --" }, "instanceId"],
    [{}, "instanceId"],
    [{ instanceId: "guarded", offset: "10" }, "offset"],
  ])("refuses %j, naming its field", async (query, field) => {
    expect(await listOrders(gate, query)).toMatchObject({ ok: false, reason: "invalid-input", fields: [{ field }] });
  });
});
