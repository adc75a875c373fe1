import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { givenBackCents, moneyOf, refundOutcome, refundsOf, sellLines } from "@/tests/support/refund-core";
import { sabotage } from "@/tests/support/sabotage";
import type { TestContext } from "@/tests/support/test-context";
import { openTestContext } from "@/tests/support/test-context";
import { giveBack } from "@/tests/support/test-gateway";

const parallel = 20;
let test: TestContext;

beforeEach(async () => {
  test = await openTestContext();
});

afterEach(() => test.close());

/**
 * Clicks twenty times at once on the refund of one line, at a gateway that takes its time, and says what came of it.
 */
async function clickAtOnce(drawId: string) {
  const order = await sellLines(test, drawId, [1, 10]);
  test.gateway.giveBack = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return giveBack(test.gateway, request);
  };
  const clicks = Array.from({ length: parallel }, () => refundOutcome(test, order, [1]));
  return { order, outcomes: await Promise.all(clicks) };
}

describe("twenty refunds of one line at once", () => {
  it("return the money once", async () => {
    const { order, outcomes } = await clickAtOnce("clicked");
    expect(test.gateway.refunds).toHaveLength(1);
    expect(givenBackCents(test, order)).toBe(1000);
    expect(outcomes.filter((outcome) => outcome === "refunded")).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(["refunded", "refund-under-way"]));
    expect(await refundsOf(test, order)).toHaveLength(1);
    expect(await moneyOf(test, order)).toMatchObject({ voidCents: 1000, salesCents: 10_000, mails: 1 });
  });

  it("negative control: return it more than once without the index of open refunds", async () => {
    const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (const statement of sabotage.oneRefund) await test.ctx.db.execute(sql.raw(statement));
    const { order } = await clickAtOnce("unguarded");
    expect(givenBackCents(test, order)).toBeGreaterThan(1000);
    told.mockRestore();
  });
});
