import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { queryRows } from "@/lib/platform/db/database";
import { createPayment, getOutcome, openDraw } from "@/tests/support/core/orders";
import { buyBy, buyerAt, buyOften, payBy, placeAs, repeatTry, withCards } from "@/tests/support/core/payers";
import { registerDevice } from "@/tests/support/core/terminal";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { sabotage } from "@/tests/support/sabotage/sabotage";

import { payOrder } from "./pay-order";
import { declineRules, paymentTryRetentionMs, slowdownRules } from "./rules.pauses";
import { deleteTries } from "./store.tries";

let test: TestContext;
let waited: number[];
let drawId: string;

beforeAll(async () => {
  test = await openTestContext();
  drawId = await openDraw(test, "declines");
});
beforeEach(async () => {
  ({ waited } = withCards(test));
  test.gateway.charges.length = 0;
  await queryRows(test.ctx.db, sql`delete from payment_tries`);
});
afterAll(() => test.close());

const thief = "203.0.113.7";
const { client, network } = declineRules;

/**
 * Counts the declined cards that reach the gateway. Each comes from the same IP address and a browser without a cookie.
 */
async function reachGateway(at: TestContext, cards: number): Promise<number> {
  await buyOften(at, { drawId, ipAddress: thief, card: "bad", times: cards });
  return at.gateway.charges.length;
}

describe("a browser", () => {
  it("waits after three declined cards, longer each time, keeps its tickets, and can pay afterwards", async () => {
    const buyer = buyerAt(test, null);
    const order = await placeAs(buyer, drawId);
    const tryCard = async () => {
      const answer = await payOrder(buyer, createPayment(order, `bad-${test.gateway.charges.length}-${Math.random()}`));
      return answer.ok ? null : { reason: answer.reason, seconds: answer.retryAfterSeconds };
    };
    for (let card = 0; card < client.allowedDeclines; card += 1)
      expect(await tryCard()).toMatchObject({ reason: "declined" });
    expect(await tryCard()).toEqual({ reason: "too-many-declines", seconds: client.firstWaitSeconds });
    expect(test.gateway.charges).toHaveLength(client.allowedDeclines);
    test.clock.advance(client.firstWaitSeconds * 1000);
    expect(await tryCard()).toMatchObject({ reason: "declined" });
    expect(await tryCard()).toEqual({ reason: "too-many-declines", seconds: 2 * client.firstWaitSeconds });
    test.clock.advance(2 * client.firstWaitSeconds * 1000);
    expect(await payBy(buyer, order, "good")).toBe("paid");
  });

  it("gets the outcome of a card tried before, however many were declined", async () => {
    const buyer = buyerAt(test, null);
    const order = await placeAs(buyer, drawId);
    const first = createPayment(order, "bad-first");
    expect(getOutcome(await payOrder(buyer, first))).toBe("declined");
    for (let card = 1; card < client.allowedDeclines; card += 1) await payBy(buyer, order, "bad");
    expect(await payBy(buyer, order, "bad")).toBe("too-many-declines");
    expect(getOutcome(await payOrder(buyer, first))).toBe("declined");
  });

  it("doesn't have to wait because of an unreachable gateway", async () => {
    test.gateway.answer = async () => ({
      kind: "refused",
      reason: "payment-unavailable",
      code: null,
      transactionId: null,
    });
    const buyer = buyerAt(test, thief);
    const order = await placeAs(buyer, drawId);
    for (let card = 0; card <= client.allowedDeclines; card += 1) {
      expect(await payBy(buyer, order, "good")).toBe("payment-unavailable");
    }
  });
});

describe("declined cards from one IP address whose browsers drop their cookies", () => {
  it("stop reaching the gateway after ten, while others can pay, also earlier buyers at that IP address", async () => {
    const regular = buyerAt(test, thief);
    expect(await buyBy(regular, drawId, "good")).toBe("paid");
    // The IP address had one approved payment, which allows one more decline.
    expect(await reachGateway(test, 14)).toBe(1 + network.allowedDeclines + 1);
    expect(await buyBy(buyerAt(test, thief), drawId, "good")).toBe("too-many-declines");
    expect(await buyBy(buyerAt(test, "203.0.113.8"), drawId, "good")).toBe("paid");
    expect(await buyBy(regular, drawId, "good")).toBe("paid");
  });

  it("all reach it if payers aren't recorded", async () => {
    const broken = await openTestContext();
    withCards(broken);
    await openDraw(broken, drawId);
    for (const statement of sabotage.tries) await queryRows(broken.ctx.db, sql.raw(statement));
    const reached = await reachGateway(broken, 14);
    await broken.close();
    expect(reached).toBe(14);
  });

  it("count as one caller per /56", async () => {
    await buyBy(buyerAt(test, "2001:db8::1"), drawId, "bad");
    await repeatTry(test, network.allowedDeclines - 1, "same");
    expect(await buyBy(buyerAt(test, "2001:db8:0:ff::1"), drawId, "good")).toBe("too-many-declines");
    expect(await buyBy(buyerAt(test, "2001:db8:0:100::1"), drawId, "good")).toBe("paid");
  });

  it("don't stop a tablet there, which is limited on its own", async () => {
    await reachGateway(test, 1);
    await repeatTry(test, network.allowedDeclines - 1, "same");
    expect(await buyBy(buyerAt(test, thief), drawId, "good")).toBe("too-many-declines");
    const tablet = await registerDevice(test, { deviceId: "tablet" });
    expect(await buyBy(tablet, drawId, "good")).toBe("paid");
    for (let index = 0; index < declineRules.device.allowedDeclines + 1; index += 1) {
      expect(await buyBy(tablet, drawId, "bad")).toBe("declined");
    }
    expect(await buyBy(tablet, drawId, "good")).toBe("too-many-declines");
  });

  it("don't stop an arena with more payments than declines", async () => {
    expect(await buyBy(buyerAt(test, thief), drawId, "good")).toBe("paid");
    await repeatTry(test, 29, "same");
    await reachGateway(test, 1);
    await repeatTry(test, 29 + network.allowedDeclines - 1, "same");
    expect(await buyBy(buyerAt(test, thief), drawId, "bad")).toBe("declined");
    expect(await buyBy(buyerAt(test, thief), drawId, "bad")).toBe("too-many-declines");
  });

  it("wait for the first answers if many come at once, and then stop", async () => {
    const buyers = slowdownRules.maxInProgress + 30;
    const { answer } = test.gateway;
    const everybodyIsThere = until(() => waited.length + test.gateway.charges.length >= buyers);
    const firstAnswers = everybodyIsThere.then(async () => {
      const sent = test.gateway.charges.length;
      await until(async () => (await settledTries()) >= sent);
    });
    test.gateway.answer = async (request) => {
      await everybodyIsThere;
      return answer(request);
    };
    test.ctx.wait = async (ms) => {
      // Ignores the waits of database retries, which don't belong to a slowed payer.
      if (ms !== slowdownRules.waitMs) return;
      waited.push(ms);
      await firstAnswers;
    };
    const outcomes = await Promise.all(
      Array.from({ length: buyers }, () => buyBy(buyerAt(test, thief), drawId, "bad")),
    );
    // Concurrent statements don't see each other, so each connection may add one charge too many.
    expect(test.gateway.charges.length).toBeLessThanOrEqual(slowdownRules.maxInProgress + 1 + 8);
    const stopped = outcomes.filter((outcome) => outcome === "too-many-declines");
    expect(stopped).toHaveLength(buyers - test.gateway.charges.length);
  });
});

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function settledTries(): Promise<number> {
  const [row] = await queryRows<{ settled: number }>(
    test.ctx.db,
    sql`select count(*)::int as settled from payment_attempts a join payment_tries t
      using (draw_id, gateway_order_number)
      where a.state = 'declined'`,
  );
  return row?.settled ?? 0;
}

describe("declined cards from everywhere, one per IP address", () => {
  const attack = async (cards: number) => {
    test.clock.advance(1);
    await buyBy(buyerAt(test, "198.51.100.1"), drawId, "bad");
    await repeatTry(test, cards - 1, "others");
  };

  it("make new buyers wait once, for less than five seconds, and stop nobody", async () => {
    const regular = buyerAt(test, "203.0.113.1");
    await buyBy(regular, drawId, "good");
    await attack(slowdownRules.minSampleSize + 5);
    expect(await buyBy(buyerAt(test, "203.0.113.2"), drawId, "good")).toBe("paid");
    expect(waited).toEqual([slowdownRules.waitMs]);
    expect(slowdownRules.waitMs).toBeLessThan(5000);
    expect(await buyBy(regular, drawId, "good")).toBe("paid");
    expect(waited).toHaveLength(1);
  });

  it("make nobody wait while there are few, or more approvals", async () => {
    await attack(slowdownRules.minSampleSize - 1);
    expect(await buyBy(buyerAt(test, "203.0.113.2"), drawId, "good")).toBe("paid");
    await repeatTry(test, slowdownRules.minSampleSize, "others");
    expect(await buyBy(buyerAt(test, "203.0.113.3"), drawId, "good")).toBe("paid");
    expect(waited).toEqual([]);
  });
});

it("forgets who paid from where within two days, and stores no IP address in the meantime", async () => {
  await buyBy(buyerAt(test, thief), drawId, "good");
  const kept = () => queryRows(test.ctx.db, sql`select * from payment_tries`);
  expect(JSON.stringify(await kept())).not.toContain(thief);
  await deleteTries(test.ctx.db, new Date(test.clock.now().getTime() - paymentTryRetentionMs));
  expect(await kept()).toHaveLength(1);
  test.clock.advance(paymentTryRetentionMs + 1);
  await deleteTries(test.ctx.db, new Date(test.clock.now().getTime() - paymentTryRetentionMs));
  expect(await kept()).toEqual([]);
});

it("deletes many rows in statements of a few each", async () => {
  const own = await openTestContext();
  await openDraw(own, drawId);
  await buyBy(buyerAt(own, thief), drawId, "good");
  await repeatTry(own, 6, "others");
  await queryRows(
    own.ctx.db,
    sql`create function allow_few() returns trigger language plpgsql as $$ begin
      if (select count(*) from gone) > 3 then raise exception 'too many in one statement'; end if;
      return null; end $$`,
  );
  await queryRows(
    own.ctx.db,
    sql`create trigger allow_few after delete on payment_tries referencing old table as gone
      for each statement execute function allow_few()`,
  );
  await deleteTries(own.ctx.db, own.clock.now(), 3);
  expect(await queryRows(own.ctx.db, sql`select 1 from payment_tries`)).toEqual([]);
  await own.close();
});
