import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import { minuteMs } from "@/lib/durations";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { expireOrders } from "@/lib/orders/holds/expire-orders";
import { extendOrder } from "@/lib/orders/holds/extend-order";
import { requireOrder } from "@/lib/orders/read-order";
import type { OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { queryRows } from "@/lib/platform/db/database";
import { createBasket, createPayment, freshKey, openDraw, readPool } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { asCaller, openTestContext } from "@/tests/support/core/test-context";
import { recordStatements } from "@/tests/support/databases/statements";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { withAndWithout } from "@/tests/support/sabotage/with-and-without";
import { placeOrder } from "./place-order";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

const [thief, neighbour] = ["203.0.113.7", "203.0.113.8"];

/** Sells only single tickets, so that the largest package is one ticket. */
function openLimited(id: string, maxTickets: number, of = test): Promise<string> {
  return openDraw(of, id, { maxTickets, ticketPriceInfo: [{ id: "one", tickets: 1, price: 10 }] });
}

/** Places orders one after the other until one is refused. */
async function placeAll(ctx: Context, draw: string, limit = 100, quantity = 1) {
  const orders: OrderView[] = [];
  while (orders.length < limit) {
    const answer = await placeOrder(ctx, createBasket(draw, quantity), freshKey());
    if (!answer.ok) return { orders, refusal: answer };
    orders.push(answer.order);
  }
  return { orders, refusal: null };
}

async function place(ctx: Context, draw: string, quantity = 1): Promise<OrderView> {
  const { orders, refusal } = await placeAll(ctx, draw, 1, quantity);
  if (!orders[0]) throw new Error(refusal?.reason);
  return orders[0];
}

/** Counters by kind of holder. Empty shares are left out. */
async function countedIn(draw: string, of = test): Promise<Record<string, number>> {
  const rows = await queryRows<{ kind: string; held: number }>(
    of.ctx.db,
    sql`select split_part(holder, ':', 1) as kind, sum(held)::int as held from ticket_shares
      where draw_id = ${draw} and pool_id = 'main' group by 1 having sum(held) > 0`,
  );
  return Object.fromEntries(rows.map(({ kind, held }) => [kind, held]));
}

describe("the unpaid tickets of a limited pool", () => {
  it("are limited to a tenth for browsers of one address that drop their cookie, and others still find some", async () => {
    const draw = await openLimited("dropper", 40);
    const { orders, refusal } = await placeAll(asCaller(test.ctx, thief), draw);
    expect(orders).toHaveLength(4);
    expect(refusal).toEqual({ ok: false, reason: "too-many-unpaid", retryAfterSeconds: 1 });
    expect((await placeAll(asCaller(test.ctx, neighbour), draw)).orders).toHaveLength(4);
    // Browsers that drop their cookie must not crowd out one at the same address that keeps it.
    expect((await placeAll(asCaller(test.ctx, thief, "keeps"), draw, 1)).orders).toHaveLength(1);
  });

  it("are limited to a quarter for all browsers of one address, and to a few for each", async () => {
    const draw = await openLimited("keepers", 100);
    const held = [];
    // A browser may have five orders of any size. With two tickets each, they fill its share of ten.
    for (const who of ["a", "b", "c", "d"]) held.push(await placeAll(asCaller(test.ctx, thief, who), draw, 100, 2));
    expect(held.map(({ orders }) => orders.length)).toEqual([5, 5, 2, 0]);
    expect(held[3]?.refusal).toMatchObject({ reason: "too-many-unpaid" });
    expect(held[3]?.refusal?.retryAfterSeconds).toBeGreaterThan(60);
  });

  it("are limited to ten for one browser in a small draw, and an order larger than its share isn't told to wait", async () => {
    const draw = await openLimited("small", 100);
    const caller = asCaller(test.ctx, thief, "a-family");
    const answer = await placeOrder(caller, createBasket(draw, 11), freshKey());
    expect(answer).toEqual({ ok: false, reason: "not-enough-left" });
    expect((await placeAll(caller, draw, 1, 10)).orders).toHaveLength(1);
    expect((await placeAll(caller, draw, 1)).refusal).toMatchObject({
      reason: "too-many-unpaid",
      retryAfterSeconds: expect.any(Number),
    });
  });

  it("are limited to four fifths for all unknown browsers together; the rest is for earlier buyers and tablets", async () => {
    const draw = await openLimited("crowd", 10);
    const known = asCaller(test.ctx, "198.51.100.99", "regular");
    await payOrder(test.ctx, createPayment(await place(known, draw)));
    const answers = [];
    for (let index = 1; index <= 9; index += 1)
      answers.push(await placeAll(asCaller(test.ctx, `198.51.100.${index}`), draw, 1));
    expect(answers.filter(({ orders }) => orders.length === 1)).toHaveLength(8);
    expect(answers[8]?.refusal).toMatchObject({ reason: "all-held", retryAfterSeconds: expect.any(Number) });
    expect((await placeAll(known, draw, 1)).orders).toHaveLength(1);
    expect(await countedIn(draw)).toEqual({ everyone: 8, newcomers: 8, client: 1 });
  });

  it("can always be one order of the largest package, however little is left", async () => {
    const packages = [1, 5].map((tickets) => ({ id: tickets === 1 ? "one" : "five", tickets, price: 10 }));
    const draw = await openDraw(test, "largest", { maxTickets: 6, ticketPriceInfo: packages });
    const five = createBasket(draw, 1, { lines: [{ poolId: "main", packageId: "five", quantity: 1 }] });
    expect((await placeOrder(asCaller(test.ctx, thief), five, freshKey())).ok).toBe(true);
    expect((await placeAll(asCaller(test.ctx, thief), draw)).refusal).toMatchObject({ reason: "too-many-unpaid" });
  });

  it("are counted in money if the jackpot is limited", async () => {
    const packages = [{ id: "one", tickets: 1, price: 10 }];
    const draw = await openDraw(test, "jackpot", { maxJackpot: 400, ticketPriceInfo: packages });
    expect((await placeAll(asCaller(test.ctx, thief), draw)).orders).toHaveLength(4);
  });

  it("could all go to one address without the CHECK on its share", async () => {
    const { guarded, unguarded } = await withAndWithout(sabotage.ticketShares, async (context) => {
      const draw = await openLimited("unchecked", 10, context);
      const calls = Array.from({ length: 12 }, () => placeAll(asCaller(context.ctx, thief), draw, 1));
      const held = (await Promise.all(calls)).filter(({ refusal }) => refusal === null);
      const { refusal } = await placeAll(asCaller(context.ctx, neighbour), draw, 1);
      return { held: held.length, neighbour: refusal?.reason ?? "served" };
    });
    expect(guarded).toEqual({ held: 1, neighbour: "served" });
    expect(unguarded).toEqual({ held: 10, neighbour: "all-held" });
  });

  it("stay within the share for forty simultaneous calls, and a refused one leaves no row", async () => {
    const draw = await openLimited("at-once", 40);
    const placeOne = () => placeOrder(asCaller(test.ctx, thief), createBasket(draw), freshKey());
    await Promise.all(Array.from({ length: 40 }, placeOne));
    expect(await readPool(test, draw)).toMatchObject({ reserved: 4 });
    const [rows] = await queryRows<{ orders: number; entries: number }>(
      test.ctx.db,
      sql`select (select count(*)::int from orders where draw_id = ${draw}) as orders,
        (select count(*)::int from audit_entries where draw_id = ${draw} and order_id is not null) as entries`,
    );
    expect(rows).toEqual({ orders: 4, entries: 4 });
  });

  it("are counted in the statement that takes them", async () => {
    const draw = await openLimited("statements", 100);
    const place = (ctx: Context) => recordStatements(ctx.db, () => placeOrder(ctx, createBasket(draw), freshKey()));
    // The first call of a process reads the draw.
    await place(test.ctx);
    expect(await place(test.ctx)).toHaveLength(1);
    expect(await place(asCaller(test.ctx, thief))).toHaveLength(1);
  });
});

describe("a share", () => {
  it("gets back what is cancelled, expires or is declined after its hold", async () => {
    const draw = await openLimited("back", 100);
    const caller = asCaller(test.ctx, thief, "returns");
    await cancelOrder(test.ctx, await place(caller, draw, 3));
    expect(await countedIn(draw)).toEqual({});
    const [left, late] = [await place(caller, draw), await place(caller, draw, 2)];
    expect(await countedIn(draw)).toEqual({ everyone: 3, network: 3, client: 3 });
    const answer = test.gateway.answer;
    test.gateway.answer = async () => {
      test.clock.advance(16 * minuteMs);
      return { kind: "refused", reason: "declined", code: "7", transactionId: "1" };
    };
    await payOrder(test.ctx, createPayment(late));
    test.gateway.answer = answer;
    expect(await countedIn(draw)).toEqual({ everyone: 1, network: 1, client: 1 });
    await expireOrders(test.ctx, draw);
    expect(left.status).toBe("reserved");
    expect(await countedIn(draw)).toEqual({});
  });

  it("grows with what its address has paid, even when a newcomer pays, whose browser is known from then on", async () => {
    const paying = await openTestContext();
    try {
      const draw = await openLimited("earned", 40, paying);
      const newcomer = asCaller(paying.ctx, thief);
      await payOrder(paying.ctx, createPayment(await place(newcomer, draw, 4)));
      const rows = await queryRows<{ holder: string; paid: number }>(
        paying.ctx.db,
        sql`select pool_id || ' ' || split_part(holder, ':', 1) as holder, paid from ticket_shares
          where draw_id = ${draw} and paid > 0 order by 1`,
      );
      expect(rows).toEqual([
        { holder: " client", paid: 1 },
        { holder: " network", paid: 1 },
        { holder: "main network", paid: 4 },
      ]);
      // The network may hold a quarter of the 36 unsold tickets, and four more because it paid for four.
      const held = [];
      for (const who of ["a", "b", "c"]) held.push(await placeAll(asCaller(paying.ctx, thief, who), draw));
      // A browser has at most five orders, whatever their size.
      expect(held.map(({ orders }) => orders.length)).toEqual([5, 5, 3]);
    } finally {
      await paying.close();
    }
  });

  it("is replaced by a new one at midnight, and the old one gets back what was counted in it", async () => {
    const night = await openTestContext(new Date("2026-11-20T23:55:00Z"));
    try {
      const draw = await openLimited("midnight", 40, night);
      const caller = asCaller(night.ctx, thief);
      expect((await placeAll(caller, draw)).orders).toHaveLength(4);
      night.clock.advance(6 * minuteMs);
      expect((await placeAll(caller, draw, 1)).orders).toHaveLength(1);
      night.clock.advance(10 * minuteMs);
      await expireOrders(night.ctx, draw);
      expect(await countedIn(draw, night)).toEqual({ everyone: 1, newcomers: 1 });
    } finally {
      await night.close();
    }
  });
});

describe("a hold by an unknown browser in a nearly sold-out pool", () => {
  it("lasts 5 minutes and 15 in total; one by a browser that has paid lasts the usual time", async () => {
    const draw = await openLimited("scarce", 10);
    const known = asCaller(test.ctx, neighbour, "has-paid");
    await payOrder(test.ctx, createPayment(await place(known, draw)));
    for (let index = 1; index <= 8; index += 1) await place(test.ctx, draw);
    const placedAt = test.clock.now().getTime();
    const order = await place(asCaller(test.ctx, thief), draw);
    expect(Date.parse(order.expiresAt) - placedAt).toBe(5 * minuteMs);
    const ends: (number | string)[] = [];
    for (let index = 1; index <= 4; index += 1) {
      test.clock.advance(4 * minuteMs);
      const extended = await extendOrder(test.ctx, order);
      const { expiresAt } = await requireOrder(test.ctx, order);
      ends.push(extended.ok ? (Date.parse(expiresAt) - placedAt) / minuteMs : extended.reason);
    }
    expect(ends).toEqual([9, 13, 15, "order-expired"]);
    const lasting = await place(known, draw);
    expect(Date.parse(lasting.expiresAt) - test.clock.now().getTime()).toBe(15 * minuteMs);
  });

  it("isn't shortened by an extension, which leaves a longer hold unchanged and isn't used up", async () => {
    const draw = await openLimited("scarce-later", 10);
    const order = await place(asCaller(test.ctx, thief), draw);
    for (let index = 1; index <= 8; index += 1) await place(test.ctx, draw);
    test.clock.advance(10 * minuteMs);
    expect(await extendOrder(test.ctx, order)).toEqual({ ok: true });
    expect(await requireOrder(test.ctx, order)).toEqual(order);
    test.clock.advance(1);
    expect(await extendOrder(test.ctx, order)).toEqual({ ok: false, reason: "extension-limit" });
  });
});
