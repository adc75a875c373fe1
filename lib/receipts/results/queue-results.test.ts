import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { Context } from "@/lib/context";
import { queryRows } from "@/lib/platform/db/database";
import { openPostgres } from "@/lib/platform/db/open-postgres";
import { requestRefund } from "@/lib/refunds/request-refund";
import { asTestDevice, sellForCash } from "@/tests/support/core/cash";
import {
  buyIn,
  dayMs,
  deliverTexts,
  endSales,
  importWinners,
  listResultMails,
  minuteMs,
  resultDrawId,
  resultsStart,
  runResultsJob,
  settleHour,
} from "@/tests/support/core/draw-results";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { withAndWithout } from "@/tests/support/sabotage/with-and-without";

import { queueResults } from "./queue-results";
import { settleResults } from "./settle-results";

let test: TestContext;

beforeEach(async () => {
  test = await openTestContext(resultsStart);
});
afterEach(() => test.close());

describe("no result email", () => {
  it("goes to anyone without an address or a valid number", async () => {
    await importWinners(test);
    const anonymous = await sellForCash(asTestDevice(test), resultDrawId);
    const [refunded, lost] = [await buyIn(test, { main: 1 }), await buyIn(test, { main: 1 })];
    await buyIn(test, { main: 1 });
    await requestRefund(test.admin, refunded, {});
    await endSales(test);
    await importWinners(test, [{ number: 4 }]);
    expect(await settleHour(test)).toEqual([0, 0, 2]);
    // The order is refunded while its email waits.
    await requestRefund(test.admin, lost, {});
    await test.ctx.db.execute(sql`update outbox set state = 'sent' where kind = 'refund'`);
    expect(await deliverTexts(test)).toHaveLength(1);
    expect([await listResultMails(test, anonymous), await listResultMails(test, refunded)]).toEqual([
      [],
      ["refund sent"],
    ]);
    expect(await listResultMails(test, lost)).toContain("result undeliverable");
  });
});

it("a partially refunded order gets the results of the draws it still plays in", async () => {
  await importWinners(test);
  const order = await buyIn(test, { main: 1, puck: 1 });
  const puck = order.lines.findIndex(({ poolId }) => poolId === "puck") + 1;
  expect(await requestRefund(test.admin, order, { lines: [puck] })).toMatchObject({ ok: true });
  await endSales(test);
  await importWinners(test, [{ number: 2, soldOnPaper: true }]);
  expect(await settleHour(test)).toEqual([0, 0, 1]);
  const [text] = await deliverTexts(test);
  expect(text).toContain("None of your numbers were drawn.");
  expect(text).not.toContain("puck");
});

describe("results for many orders", () => {
  it("wait while enough emails are queued, and continue where they stopped", async () => {
    await importWinners(test);
    const order = await buyIn(test, { main: 1 });
    await endSales(test);
    await test.ctx.db.execute(
      sql`insert into outbox (draw_id, mail_id, order_id, kind, state, queued_at, try_at)
        select draw_id, 'bulk-' || n, order_id, 'copy', 'bulk', queued_at, try_at
        from outbox, generate_series(1, 3000) n where order_id = ${order.orderId}`,
    );
    await importWinners(test, [{ number: 1 }]);
    expect(await settleHour(test)).toEqual([0, 0, 0]);
    await test.ctx.db.execute(sql`update outbox set state = 'sent' where mail_id = 'bulk-1'`);
    expect(await runResultsJob(test)).toBe(1);
  });

  it("is not kept waiting by the mails of another draw, whose result may be held", async () => {
    await importWinners(test);
    await buyIn(test, { main: 1 });
    await importTestDraw(
      test.admin,
      drawAt(resultsStart, { id: "other", urlSlug: "other", terminal: { allowAnonymousCash: true } }),
    );
    const { orderId } = await sellForCash(asTestDevice(test), "other");
    await endSales(test);
    await test.ctx.db.execute(
      sql`insert into outbox (draw_id, mail_id, order_id, kind, state, queued_at, try_at)
        select draw_id, 'bulk-' || n, order_id, 'result', 'bulk', finalized_at, finalized_at
        from orders, generate_series(1, 3000) n where order_id = ${orderId}`,
    );
    await importWinners(test, [{ number: 1 }]);
    expect(await settleHour(test)).toEqual([0, 0, 1]);
  });
});

/** Counts the emails that two concurrent processes queued for each order of two draws that end together. */
async function queueBySide(given: TestContext): Promise<number[]> {
  await importWinners(given);
  for (let count = 0; count < 12; count += 1) await buyIn(given, { main: 1, puck: 1 });
  given.clock.advance(11 * dayMs);
  await importWinners(given, [{ number: 1 }, { number: 2, poolId: "puck" }]);
  await settleResults(given.ctx);
  given.clock.advance(60 * minuteMs);
  const other = given.databaseUrl ? await openPostgres(given.databaseUrl) : null;
  const contexts: Context[] = [given.ctx, { ...given.ctx, db: other?.pools.jobs ?? given.ctx.db }];
  await Promise.all(contexts.map((ctx) => settleResults(ctx)));
  await Promise.all(contexts.map((ctx) => queueResults(ctx)));
  await other?.close();
  const rows = await queryRows<{ mails: number }>(
    given.ctx.db,
    sql`select count(*)::int as mails from outbox where kind = 'result' group by order_id`,
  );
  return rows.map(({ mails }) => mails);
}

describe("two processes at once", () => {
  it("queue one result for each order, and more if an email isn't identified by its name", async () => {
    const { guarded, unguarded } = await withAndWithout(sabotage.resultOnce, queueBySide);
    expect(guarded).toEqual(Array.from({ length: 12 }, () => 1));
    expect(Math.max(...unguarded)).toBeGreaterThan(1);
  }, 120_000);
});
