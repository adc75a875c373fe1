import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Context } from "@/lib/context";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import { payOrder } from "@/lib/payments/pay-order";
import { queryRows } from "@/lib/platform/db/database";
import { expectLogs, reconcileFor, statusOf } from "@/tests/support/attempts";
import { openDraw, outcomeOf, paymentOf, place } from "@/tests/support/order-core";
import type { TestContext } from "@/tests/support/test-context";
import { openTestContext } from "@/tests/support/test-context";
import { withoutGuard } from "@/tests/support/without-guard";
import type { OrderView } from "./rules";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

beforeEach(() => void expectLogs());
afterEach(() => void vi.restoreAllMocks());
afterAll(() => test.close());

async function sell(order: OrderView, ctx: Context = test.ctx): Promise<void> {
  const outcome = outcomeOf(await payOrder(ctx, paymentOf(order)));
  if (outcome !== "paid") throw new Error(outcome);
}

function setSold(drawId: string, sold: number) {
  return test.ctx.db.execute(sql`update pools set sold = ${sold} where draw_id = ${drawId}`);
}

async function numbersOf(drawId: string): Promise<string[]> {
  const rows = await queryRows<{ numbers: string }>(
    test.ctx.db,
    sql`select first_number || '-' || last_number as numbers from number_ranges where draw_id = ${drawId}
      order by first_number`,
  );
  return rows.map(({ numbers }) => numbers);
}

/** A draw with numbers to 10 whose counter came back from a restore at 4. */
async function restored(id: string): Promise<string> {
  const draw = await openDraw(test, id);
  await sell(await place(test, draw, 10));
  await setSold(draw, 4);
  return draw;
}

it("a counter lower than the last number issues nothing, is reported, and loses no money", async () => {
  const draw = await restored("restored");
  const order = await place(test, draw, 3);
  const { wait } = test.ctx;
  const impatient = { ...test.ctx, wait: async () => wait(0) };
  await expect(payOrder(impatient, paymentOf(order))).rejects.toThrow("beyond its counter");
  expect(await numbersOf(draw)).toEqual(["1-10"]);
  const report = await checkInvariants(test.admin);
  expect(report.ok && report.violations).toMatchObject([
    { check: "sold-counter", subject: "main", detail: { counter: 4, sum: 10 } },
  ]);
  await setSold(draw, 10);
  await reconcileFor(test, 3 * 60_000);
  expect([await statusOf(test, order), await numbersOf(draw)]).toEqual(["finalized", ["1-10", "11-13"]]);
});

it("negative control: if the last number isn't checked, someone's numbers are issued twice", async () => {
  const draw = await restored("given-twice");
  const { ctx, found } = withoutGuard(test.ctx, "p.sold >= l.last_number");
  await sell(await place(test, draw, 3), ctx);
  expect([found(), await numbersOf(draw)]).toEqual([1, ["1-10", "5-7"]]);
});
