import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { OrderView } from "@/lib/orders/rules";
import { givenBackCents, listOrderRefunds, readMoney, refundOutcome, sellLines } from "@/tests/support/core/refunds";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { giveBack } from "@/tests/support/core/test-gateway";
import { sabotage } from "@/tests/support/sabotage/sabotage";

const parallel = 20;
let test: TestContext;

beforeEach(async () => {
  test = await openTestContext();
});

afterEach(() => test.close());

/** Sends twenty concurrent refunds of one line. The gateway answers once the others were answered or reached it. */
async function clickAtOnce(drawId: string) {
  const order = await sellLines(test, drawId, [1, 10]);
  const all = Promise.withResolvers<void>();
  const outcomes: string[] = [];
  let waiting = 0;
  const release = () => {
    if (waiting + outcomes.length === parallel) all.resolve();
  };
  test.gateway.giveBack = async (request) => {
    waiting += 1;
    release();
    await all.promise;
    return giveBack(test.gateway, request);
  };
  const clicks = Array.from({ length: parallel }, async () => {
    outcomes.push(await refundOutcome(test, order, [1]));
    release();
  });
  await Promise.all(clicks);
  return { order, outcomes };
}

describe("twenty refunds of one line at once", () => {
  it("return the money once", async () => {
    const { order, outcomes } = await clickAtOnce("clicked");
    expect(test.gateway.refunds).toHaveLength(1);
    expect(givenBackCents(test, order)).toBe(1000);
    expect(outcomes.filter((outcome) => outcome === "refunded")).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(["refunded", "refund-under-way"]));
    expect(await listOrderRefunds(test, order)).toHaveLength(1);
    expect(await readMoney(test, order)).toMatchObject({ voidCents: 1000, salesCents: 10_000, mails: 1 });
  });

  it("negative control: return it more than once without the index of open refunds", async () => {
    const consoleError = vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (const statement of sabotage.oneRefund) await test.ctx.db.execute(sql.raw(statement));
    const { order } = await clickAtOnce("unguarded");
    expect(givenBackCents(test, order)).toBeGreaterThan(1000);
    consoleError.mockRestore();
  });
});

/** Fills the order's refund numbers up to `last` with copies of its first, refused refund. */
async function useNumbers(order: OrderView, last: number): Promise<void> {
  await test.ctx.db.execute(
    sql`insert into refunds select (jsonb_populate_record(f, jsonb_build_object('refund_number',
        left(f.refund_number, 28) || lpad(n::text, 2, '0')))).*
      from refunds f, generate_series(2, ${last}::int) n
      where f.order_id = ${order.orderId} and f.refund_number like '%01'`,
  );
}

describe("an order whose refunds have used all of their numbers", () => {
  beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
  afterEach(() => void vi.restoreAllMocks());

  it("gets no other one: it says so, writes nothing and asks nobody", async () => {
    const order = await sellLines(test, "numbers-used", [1]);
    const { giveBack: accept } = test.gateway;
    test.gateway.giveBack = async () => ({ kind: "refused", reason: "refund-refused", code: "1" });
    expect(await refundOutcome(test, order)).toBe("refund-refused");
    await useNumbers(order, 49);
    expect(await refundOutcome(test, order)).toBe("refund-refused");
    const requestCount = test.gateway.refunds.length;
    test.gateway.giveBack = accept;
    expect(await refundOutcome(test, order)).toBe("refund-numbers-used");
    expect((await listOrderRefunds(test, order)).at(-1)?.refundNumber).toBe(`RF${order.orderId}50`);
    expect([await listOrderRefunds(test, order), test.gateway.refunds.length]).toMatchObject([
      { length: 50 },
      requestCount,
    ]);
    expect(await readMoney(test, order)).toMatchObject({ status: "finalized", voidCents: 0 });
  });

  it("doesn't try again by itself, and a person is told", async () => {
    const order = await sellLines(test, "last-number", [1]);
    test.gateway.giveBack = async () => ({ kind: "refused", reason: "refund-refused", code: "1" });
    expect(await refundOutcome(test, order)).toBe("refund-refused");
    await useNumbers(order, 49);
    // Refused attempts of other money don't count towards the limit of attempts.
    await test.ctx.db.execute(sql`update refunds set line_numbers = '{9}' where order_id = ${order.orderId}`);
    test.gateway.giveBack = async () => ({ kind: "refused", reason: "refund-unavailable", code: "935" });
    expect(await refundOutcome(test, order)).toBe("refund-unavailable");
    expect(await listOrderRefunds(test, order)).toHaveLength(50);
    const lastError = vi.mocked(console.error).mock.lastCall?.join();
    expect(lastError).toContain("won't be retried");
  });
});
