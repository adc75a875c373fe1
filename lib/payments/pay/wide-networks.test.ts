import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Context } from "@/lib/context";
import { expireOrders } from "@/lib/orders/holds/expire-orders";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import { queryRows } from "@/lib/platform/db/database";
import { createBasket, freshKey, openDraw } from "@/tests/support/core/orders";
import type { Card } from "@/tests/support/core/payers";
import { buyBy, buyerAt, payBy, placeAs, withCards } from "@/tests/support/core/payers";
import type { TestContext } from "@/tests/support/core/test-context";
import { asCaller, openTestContext } from "@/tests/support/core/test-context";
import { phones } from "@/tests/support/runner/which-tests";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { declineRules } from "./rules.pauses";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
beforeEach(async () => {
  withCards(test);
  test.gateway.charges.length = 0;
  await queryRows(test.ctx.db, sql`delete from payment_tries`);
});
afterAll(() => test.close());

/** The first IP ipAddresses of consecutive /64s: 256 of them share a /56, and 65,536 the /48. */
const toIpAddress = (index: number, site = "2001:db8:1") => `${site}:${index.toString(16)}::1`;

const apart = Array.from({ length: 30 }, (_none, index) => toIpAddress(index * 256));
const together = Array.from({ length: 30 }, (_none, index) => toIpAddress(index));

/** Single tickets cost ten dollars. */
function openSingles(id: string, maxTickets: number, of = test): Promise<string> {
  return openDraw(of, id, { maxTickets, ticketPriceInfo: [{ id: "one", tickets: 1, price: 10 }] });
}

/** Every second IP address comes without a cookie. */
async function holdFrom(ipAddresses: readonly string[], drawId: string, of = test): Promise<number> {
  let held = 0;
  for (const [at, ipAddress] of ipAddresses.entries()) {
    const thief = asCaller(of.ctx, ipAddress, at % 2 === 0 ? null : freshKey());
    held += (await placeOrder(thief, createBasket(drawId), freshKey())).ok ? 1 : 0;
  }
  return held;
}

describe("thirty /64s of one /48", () => {
  it.each([
    ["half of ten tickets, each in a /56 of its own", "apart", apart, 5],
    ["as many as one address, all in one /56", "together", together, 4],
  ])("hold %s, also when they renew at once, and others buy the rest", async (_what, id, ipAddresses, held) => {
    const drawId = await openSingles(id, 10);
    expect(await holdFrom(ipAddresses, drawId)).toBe(held);
    test.clock.advance(16 * 60_000);
    await expireOrders(test.admin);
    expect(await holdFrom(ipAddresses, drawId)).toBe(held);
    for (let buyer = 1; buyer <= 3; buyer += 1) {
      expect(await buyBy(buyerAt(test, toIpAddress(buyer, "2001:db8:2")), drawId, "good")).toBe("paid");
    }
  });

  it("hold all tickets if nothing limits their shares", async () => {
    const broken = await openTestContext();
    for (const statement of sabotage.ticketShares) await queryRows(broken.ctx.db, sql.raw(statement));
    const held = await holdFrom(apart, await openSingles("hold-all", 10, broken), broken);
    await broken.close();
    expect(held).toBe(10);
  });

  /** Tries 45 declined cards, one or two per IP address, and counts those that reach the gateway. */
  async function reachGateway(of: TestContext, drawId: string): Promise<number> {
    for (const ipAddress of [...apart, ...apart.slice(0, 15)]) await buyBy(buyerAt(of, ipAddress), drawId, "bad");
    return of.gateway.charges.length;
  }

  it("get forty declined cards to the gateway, while others and those who paid there before can pay", async () => {
    const drawId = await openSingles("declines", 10_000);
    const regular = buyerAt(test, toIpAddress(7));
    expect(await buyBy(regular, drawId, "good")).toBe("paid");
    // The /48 had one approved payment, which allows one more decline.
    expect(await reachGateway(test, drawId)).toBe(1 + declineRules.wideNetwork.allowedDeclines + 1);
    expect(await buyBy(buyerAt(test, toIpAddress(0xff00)), drawId, "good")).toBe("too-many-declines");
    expect(await buyBy(buyerAt(test, toIpAddress(0, "2001:db8:2")), drawId, "good")).toBe("paid");
    expect(await buyBy(regular, drawId, "good")).toBe("paid");
  });

  it("get all of them there if nothing is recorded of the /48", async () => {
    const broken = await openTestContext();
    withCards(broken);
    for (const statement of sabotage.wideTries) await queryRows(broken.ctx.db, sql.raw(statement));
    const reached = await reachGateway(broken, await openSingles("declines", 10_000, broken));
    await broken.close();
    expect(reached).toBe(45);
  });
});

type Phone = { ctx: Context; pay: ((card: Card) => Promise<string>) | null };

describe("an arena's phones, each in its own /64 of one /48", () => {
  const [arriveWithinMs, typeMs, retypeMs] = [120_000, 20_000, 12_000];

  function planCrowd(seed: number): { at: number; phone: number; act: "place" | Card }[] {
    let state = seed;
    const chance = () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state / 2 ** 31;
    };
    const plans = Array.from({ length: phones }, (_none, phone) => {
      const at = (arriveWithinMs / phones) * phone;
      const acts: ("place" | Card)[] = ["place"];
      while (acts.length < 3 && chance() < 0.3) acts.push("bad");
      const times = [at, at + typeMs, at + typeMs + retypeMs, at + typeMs + 2 * retypeMs];
      return [...acts, "good" as const].map((act, nth) => ({ at: times[nth] ?? 0, phone, act }));
    });
    return plans.flat().sort((left, right) => left.at - right.at);
  }

  it(`all buy within two minutes with three cards in ten declined: none of ${phones} is refused`, async () => {
    const drawId = await openSingles("arena", 10 * phones);
    const start = test.clock.now().getTime();
    const refused: string[] = [];
    const crowd = Array.from({ length: phones }, (_none, phone): Phone => {
      const cookie = phone % 2 === 0 ? null : freshKey();
      return { ctx: asCaller(test.ctx, toIpAddress(phone), cookie), pay: null };
    });
    let paid = 0;
    for (const { at, phone, act } of planCrowd(4711)) {
      test.clock.advance(start + at - test.clock.now().getTime());
      const { ctx, pay } = crowd[phone] as Phone;
      if (act === "place") {
        const order = await placeAs(ctx, drawId);
        crowd[phone] = { ctx, pay: (card) => payBy(ctx, order, card) };
        continue;
      }
      const outcome = await pay?.(act);
      if (outcome === "paid") paid += 1;
      else if (outcome !== "declined" || act === "good") refused.push(`${phone} ${outcome}`);
    }
    expect([paid, refused]).toEqual([phones, []]);
    const declined = test.gateway.charges.length - phones;
    expect(declined / test.gateway.charges.length).toBeGreaterThan(0.2);
  }, 600_000);
});
