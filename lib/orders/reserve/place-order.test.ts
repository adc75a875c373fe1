import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemActor } from "@/lib/audit/rules";
import { readDrawRecord } from "@/lib/draws/store";
import { orderCodeBytes } from "@/lib/orders/rules.identity";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { createBasket, createPayment, freshKey, openDraw, place, readPool } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { asClient, openTestContext } from "@/tests/support/core/test-context";
import { placeOrder } from "./place-order";
import { takeTickets } from "./take-tickets";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

describe("reserving", () => {
  it("takes the tickets and returns the same order for the same key and body", async () => {
    const draw = await openDraw(test, "reserve-once", { maxTickets: 10 });
    const repeated = freshKey();
    const first = await placeOrder(test.ctx, createBasket(draw, 2), repeated);
    const second = await placeOrder(test.ctx, createBasket(draw, 2), repeated);
    expect(first).toMatchObject({ ok: true, order: { status: "reserved", amount: 20, numbers: [] } });
    expect(second).toEqual(first);
    expect(await readPool(test, draw)).toMatchObject({ sold: 0, reserved: 2, reserved_cents: 2000 });
  });

  it("places one order per key for simultaneous calls", async () => {
    const draw = await openDraw(test, "reserve-parallel", { maxTickets: 1 });
    const repeated = freshKey();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => placeOrder(test.ctx, createBasket(draw), repeated)),
    );
    const ids = new Set(answers.map((answer) => (answer.ok ? answer.order.orderId : answer.reason)));
    expect(ids.size).toBe(1);
    expect(await readPool(test, draw)).toMatchObject({ reserved: 1 });
  });

  it("refuses a key reused with another body", async () => {
    const draw = await openDraw(test, "reserve-reused");
    const repeated = freshKey();
    await placeOrder(test.ctx, createBasket(draw, 1), repeated);
    expect(await placeOrder(test.ctx, createBasket(draw, 2), repeated)).toEqual({
      ok: false,
      reason: "idempotency-key-reused",
    });
  });

  it("distinguishes tickets held by others from sold tickets", async () => {
    const draw = await openDraw(test, "held-or-sold", { maxTickets: 2 });
    const order = await place(test, draw, 2);
    expect(await placeOrder(test.ctx, createBasket(draw), freshKey())).toMatchObject({ ok: false, reason: "all-held" });
    await payOrder(test.ctx, createPayment(order));
    expect(await placeOrder(test.ctx, createBasket(draw), freshKey())).toEqual({ ok: false, reason: "sold-out" });
  });

  it("says when fewer are left than requested, and takes none of them", async () => {
    const draw = await openDraw(test, "not-enough", { maxTickets: 3 });
    expect(await placeOrder(test.ctx, createBasket(draw, 4), freshKey())).toMatchObject({
      ok: false,
      reason: "not-enough-left",
    });
    expect(await readPool(test, draw)).toMatchObject({ reserved: 0, reserved_cents: 0 });
  });

  it("ends a pool without a limit before its counters overflow", async () => {
    const draw = await openDraw(test, "no-limit");
    await test.ctx.db.execute(sql`update pools set reserved = 999999998 where draw_id = ${draw}`);
    expect(await placeOrder(test.ctx, createBasket(draw, 2), freshKey())).toMatchObject({ ok: true });
    expect(await placeOrder(test.ctx, createBasket(draw, 1), freshKey())).toMatchObject({ reason: "not-enough-left" });
  });

  it("refuses a sale that would raise the pot above its limit", async () => {
    const draw = await openDraw(test, "jackpot", { jackpotTotal: 100, maxJackpot: 115 });
    await place(test, draw);
    expect(await placeOrder(test.ctx, createBasket(draw), freshKey())).toEqual({
      ok: false,
      reason: "jackpot-reached",
    });
  });

  it("stores fifty equal lines as one with their total quantity", async () => {
    const draw = await openDraw(test, "equal-lines");
    const line = { poolId: "main", packageId: "one", quantity: 1 };
    const lines = [...Array.from({ length: 49 }, () => line), { ...line, packageId: "five" }];
    const placed = await placeOrder(test.ctx, createBasket(draw, 1, { lines }), freshKey());
    expect(placed).toMatchObject({
      order: {
        amount: 510,
        lines: [
          { packageId: "one", quantity: 49, tickets: 49, amount: 490 },
          { packageId: "five", quantity: 1, tickets: 5, amount: 20 },
        ],
      },
    });
  });

  it("lets one browser hold five orders of a limited draw", async () => {
    const draw = await openDraw(test, "holds", { maxTickets: 100 });
    const client = asClient(test.ctx, "one-browser");
    for (let held = 0; held < 5; held += 1)
      expect((await placeOrder(client, createBasket(draw), freshKey())).ok).toBe(true);
    expect(await placeOrder(client, createBasket(draw), freshKey())).toMatchObject({
      ok: false,
      reason: "too-many-holds",
    });
    expect((await placeOrder(asClient(test.ctx, "another"), createBasket(draw), freshKey())).ok).toBe(true);
  });

  it.each([
    ["an unknown draw", createBasket("nowhere"), "draw-not-found"],
    ["too many for a card", createBasket("limits", 101), "amount-above-card-limit"],
    ["too many for one order", createBasket("limits", 61), "too-many-tickets"],
    [
      "another province",
      createBasket("limits", 1, { buyer: { name: "Jean Roy", email: "j@example.com", province: "QC" } }),
      "province-not-eligible",
    ],
    [
      "an unknown package",
      createBasket("limits", 1, { lines: [{ poolId: "main", packageId: "none", quantity: 1 }] }),
      "invalid-input",
    ],
    ["an unknown team", createBasket("limits", 1, { teamId: "none" }), "invalid-input"],
  ])("refuses %s", async (_name, input, reason) => {
    await openDraw(test, "limits", {
      maxTicketPayout: reason === "too-many-tickets" ? 60 : null,
      residenceProvinces: ["ON"],
    });
    expect(await placeOrder(test.ctx, input, freshKey())).toMatchObject({ ok: false, reason });
    expect(await readPool(test, "limits")).toMatchObject({ reserved: 0 });
  });

  it.each([
    ["before its start", { startDate: "2027-01-01T00:00:00Z", endDate: "2027-02-01T00:00:00Z" }, "draw-upcoming"],
    ["after its end", { startDate: "2026-01-01T00:00:00Z", endDate: "2026-02-01T00:00:00Z" }, "draw-closed"],
    ["unapproved", { state: { approval_state: "Pending" } }, "draw-not-found"],
    ["with another provider", { paymentProvider: "stripe" }, "provider-unsupported"],
    ["that needs a position", { checkoutAccess: { requireIPCheck: false } }, "gps-location-required"],
    ["that needs a source", { checkoutAccess: { requireGPSCheck: false } }, "ip-location-unavailable"],
  ])("refuses a draw %s", async (name, overrides, reason) => {
    const draw = await openDraw(test, `closed-${name.replaceAll(" ", "-")}`, overrides);
    expect(await placeOrder(test.ctx, createBasket(draw), freshKey())).toEqual({ ok: false, reason });
  });

  it("uses the newest definition, and refuses a basket whose price has changed since", async () => {
    const draw = await openDraw(test, "redefined");
    const record = await readDrawRecord(test.ctx.db, draw);
    const stale = { drawId: draw, revision: (record?.revision ?? 0) - 1, amountCents: 1000 };
    const line = { poolId: "main", packageId: "one", bundleId: null, quantity: 1, tickets: 1, amountCents: 1000 };
    const now = test.clock.now();
    const reservation = {
      ...stale,
      orderId: "0".repeat(26),
      orderCode: "STALE",
      lines: [line],
      locale: "en" as const,
      buyer: null,
      teamId: null,
      isTest: false,
      clientKey: "",
      idempotencyKey: freshKey(),
      requestHash: "",
      now,
      expiresAt: now,
      newBuyerExpiresAt: now,
      holders: { newBuyer: [], returningBuyer: [] },
      sizes: [],
      maxHolds: null,
      actor: systemActor,
      byCard: true,
      location: {},
    };
    const prepare = async () => ({ ok: true as const, reservation });
    expect(await takeTickets(test.ctx, reservation, prepare)).toEqual({ ok: false, reason: "draw-changed" });
    expect(await readPool(test, draw)).toMatchObject({ reserved: 0 });
  });

  it("gives an order a different short code if its own is taken", async () => {
    const draw = await openDraw(test, "same-code");
    let codes = 0;
    const random = (bytes: number) => {
      if (bytes !== orderCodeBytes) return test.ctx.random(bytes);
      codes += 1;
      return new Uint8Array(bytes).fill(codes < 4 ? 1 : codes);
    };
    const unlucky = { ...test.ctx, random };
    const first = await placeOrder(unlucky, createBasket(draw), freshKey());
    const second = await placeOrder(unlucky, createBasket(draw), freshKey());
    expect([first.ok, second.ok, codes]).toEqual([true, true, 4]);
    if (first.ok && second.ok) expect(second.order.orderCode).not.toBe(first.order.orderCode);
    const ones = new Uint8Array(orderCodeBytes).fill(1);
    const stuck = {
      ...test.ctx,
      random: (bytes: number) => (bytes === orderCodeBytes ? ones : test.ctx.random(bytes)),
    };
    await expect(placeOrder(stuck, createBasket(draw), freshKey())).rejects.toThrow();
    expect(await readPool(test, draw)).toMatchObject({ reserved: 2 });
  });

  it("doesn't sell a second draw that was drawn or cut off", async () => {
    const drawDate = new Date(test.clock.now().getTime() - 1000).toISOString();
    const ticketPackageInfo = [{ id: "extra", tickets: 1, price: 5 }];
    const secondDraws = [{ id: "extra", type: "Prize raffle", title: "Extra", drawDate, ticketPackageInfo }];
    const draw = await openDraw(test, "drawn-second", { secondDraws });
    const lines = [{ poolId: "extra", packageId: "extra", quantity: 1 }];
    expect(await placeOrder(test.ctx, createBasket(draw, 1, { lines }), freshKey())).toMatchObject({
      ok: false,
      reason: "invalid-input",
      fields: [{ field: "lines.0.poolId", problem: "not-in-draw" }],
    });
  });
});
