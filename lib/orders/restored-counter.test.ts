import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { expectLogs, readStatus, reconcileFor } from "@/tests/support/core/attempts";
import { createPayment, listNumbers, openDraw, pay, place, sell } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { withoutGuard } from "@/tests/support/sabotage/without-guard";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

beforeEach(() => void expectLogs());
afterEach(() => void vi.restoreAllMocks());
afterAll(() => test.close());

function setSold(drawId: string, sold: number) {
  return test.ctx.db.execute(sql`update pools set sold = ${sold} where draw_id = ${drawId}`);
}

/** Numbers were issued up to 10, and a restore brought the counter back to 4. */
async function restored(id: string): Promise<string> {
  const draw = await openDraw(test, id);
  await sell(test, draw, 10);
  await setSold(draw, 4);
  return draw;
}

it("a counter lower than the last number issues nothing, is reported, and loses no money", async () => {
  const draw = await restored("restored");
  const order = await place(test, draw, 3);
  const { wait } = test.ctx;
  const impatient = { ...test.ctx, wait: async () => wait(0) };
  await expect(payOrder(impatient, createPayment(order))).rejects.toThrow("beyond its counter");
  expect(await listNumbers(test, draw)).toEqual(["1-10"]);
  const report = await checkInvariants(test.admin);
  expect(report.ok && report.violations).toMatchObject([
    { check: "sold-counter", subject: "main", detail: { counter: 4, sum: 10 } },
  ]);
  await setSold(draw, 10);
  await reconcileFor(test, 3 * 60_000);
  expect([await readStatus(test, order), await listNumbers(test, draw)]).toEqual(["finalized", ["1-10", "11-13"]]);
});

it("negative control: if the last number isn't checked, someone's numbers are issued twice", async () => {
  const draw = await restored("given-twice");
  const { ctx, found } = withoutGuard(test.ctx, "p.sold >= l.last_number");
  await pay(ctx, await place(test, draw, 3));
  expect([found(), await listNumbers(test, draw)]).toEqual([1, ["1-10", "5-7"]]);
});
