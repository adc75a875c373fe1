import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeDraw } from "@/lib/draws/close-draw";
import type { OrderView } from "@/lib/orders/rules";
import { expectLogs } from "@/tests/support/core/attempts";
import {
  buyIn,
  dayMs,
  deliverTexts,
  endSales,
  importWinners,
  listResultMails,
  minuteMs,
  publishUnchecked,
  resultDrawId,
  resultsEnd,
  resultsStart,
  runResultsJob,
  settleHour,
} from "@/tests/support/core/draw-results";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";

let test: TestContext;

beforeEach(async () => {
  test = await openTestContext(resultsStart);
});
afterEach(() => test.close());

describe("a draw's result", () => {
  it("is emailed once to each order when its winner has been unchanged for an hour", async () => {
    await importWinners(test);
    const [winner, other] = [await buyIn(test, { main: 2 }), await buyIn(test, { main: 1 })];
    await endSales(test);
    expect(await runResultsJob(test)).toBe(0);
    await importWinners(test, [{ number: 3 }]);
    expect(await runResultsJob(test)).toBe(0);
    test.clock.advance(59 * minuteMs);
    // The first number was a mistake, so the hour starts again.
    await importWinners(test, [{ number: 2 }]);
    expect(await settleHour(test)).toEqual([0, 0, 2]);
    expect(await deliverTexts(test)).toHaveLength(2);
    for (const order of [winner, other]) expect(await listResultMails(test, order)).toEqual(["result sent"]);
    const [toWinner, toOther] = [winner, other].map(({ orderCode }) =>
      test.mail.mails.find(({ subject }) => subject.includes(orderCode)),
    );
    expect(toWinner?.text).toContain("One of your numbers was drawn");
    expect(toOther?.text).toContain("None of your numbers were drawn.");
    test.clock.advance(dayMs);
    expect(await runResultsJob(test)).toBe(0);
  });

  it("waits for every prize drawn at the end, but not for early birds", async () => {
    await importWinners(test);
    await buyIn(test, { main: 3 });
    await endSales(test);
    const prizes = { "Grand Prize": ["a", "b"].map((description) => ({ description })), "Early Bird": [] };
    await importWinners(test, [{ number: 1 }, { number: 2, prizeType: "Early Bird" }], { prizes });
    expect(await settleHour(test)).toEqual([0, 0, 0]);
    await importWinners(test, [{ number: 1 }, { number: 3 }], { prizes });
    expect(await settleHour(test)).toEqual([0, 0, 1]);
  });

  it("is emailed however many draws before it can't be read", async () => {
    await importWinners(test);
    await buyIn(test, { main: 1 });
    const broken = sql`jsonb_build_object('draw_id', 'broken-' || n, 'url_slug', 'broken-' || n, 'definition', '{}'::jsonb)`;
    await test.ctx.db.execute(
      sql`insert into draws select (jsonb_populate_record(d, ${broken})).* from draws d, generate_series(1, 60) n
        where d.draw_id = ${resultDrawId}`,
    );
    await endSales(test);
    await importWinners(test, [{ number: 1 }]);
    expectLogs();
    expect(await settleHour(test)).toEqual([0, 0, 1]);
    vi.restoreAllMocks();
  });

  it("waits for the end of sales", async () => {
    await importWinners(test);
    await buyIn(test, { main: 1 });
    await publishUnchecked(test, { number: 1 });
    expect(await settleHour(test)).toEqual([0, 0, 0]);
    await closeDraw(test.admin, resultDrawId);
    test.clock.advance(10 * minuteMs);
    expect(await runResultsJob(test)).toBe(1);
  });

  it("waits for the time of the drawing, and an hour after it", async () => {
    await importWinners(test);
    await buyIn(test, { main: 1 });
    await endSales(test);
    await publishUnchecked(test, { number: 1, drawnAt: new Date(test.clock.now().getTime() + dayMs).toISOString() });
    expect(await settleHour(test)).toEqual([0, 0, 0]);
    test.clock.advance(dayMs - minuteMs);
    expect(await runResultsJob(test)).toBe(0);
    test.clock.advance(minuteMs);
    expect(await runResultsJob(test)).toBe(1);
  });

  it("is sent for all draws of an order at once, when the last of them has been drawn", async () => {
    await importWinners(test);
    const [both, main, puck] = [
      await buyIn(test, { main: 1, puck: 1 }),
      await buyIn(test, { main: 1 }),
      await buyIn(test, { puck: 1 }),
    ];
    await endSales(test);
    await importWinners(test, [{ number: 2 }]);
    expect(await settleHour(test)).toEqual([0, 0, 1]);
    expect([
      await listResultMails(test, both),
      await listResultMails(test, main),
      await listResultMails(test, puck),
    ]).toEqual([[], ["result bulk"], []]);
    test.clock.advance(3 * dayMs);
    await importWinners(test, [
      { number: 2, drawnAt: resultsEnd.toISOString() },
      { number: 1, poolId: "puck" },
    ]);
    expect(await settleHour(test)).toEqual([0, 0, 2]);
    for (const order of [both, main, puck]) expect(await listResultMails(test, order)).toEqual(["result bulk"]);
  });

  it("isn't sent for a draw that is long over, or for one that isn't approved", async () => {
    await importWinners(test);
    await buyIn(test, { main: 1 });
    await endSales(test);
    const drawnAt = test.clock.now().toISOString();
    await importWinners(test, [{ number: 1 }], { state: { approval_state: "Rejected" } });
    expect(await settleHour(test)).toEqual([0, 0, 0]);
    test.clock.advance(8 * dayMs);
    await importWinners(test, [{ number: 1, drawnAt }]);
    expect(await settleHour(test)).toEqual([0, 0, 0]);
  });
});

function verdictsOf(texts: string[]) {
  return texts.map((text) => text.match(/(One|None) of your numbers (?:was|were) drawn/)?.[1]).sort();
}

describe("a correction", () => {
  it("is emailed to those affected, after it has been unchanged for an hour too", async () => {
    await importWinners(test);
    const [before, after, neither] = [
      await buyIn(test, { main: 1 }),
      await buyIn(test, { main: 1 }),
      await buyIn(test, { main: 1 }),
    ];
    await endSales(test);
    await importWinners(test, [{ number: 1 }]);
    expect(await settleHour(test)).toEqual([0, 0, 3]);
    await deliverTexts(test);
    await importWinners(test, [{ number: 2 }]);
    await settleHour(test);
    const texts = await deliverTexts(test);
    expect(verdictsOf(texts)).toEqual(["None", "One"]);
    for (const text of texts) expect(text).toContain("The results were corrected");
    expect([
      await listResultMails(test, before),
      await listResultMails(test, after),
      await listResultMails(test, neither),
    ]).toEqual([["result sent", "corrected sent"], ["result sent", "corrected sent"], ["result sent"]]);
    await importWinners(test, [{ number: 2, drawnAt: resultsEnd.toISOString() }]);
    await settleHour(test);
    expect(await deliverTexts(test)).toEqual([]);
  });

  it("stops emails that are waiting or not yet queued, and all of them then show the corrected result", async () => {
    await importWinners(test);
    const [waiting, unqueued] = [await buyIn(test, { main: 1 }), await buyIn(test, { main: 1 })];
    await endSales(test);
    await importWinners(test, [{ number: 1 }]);
    expect(await settleHour(test)).toEqual([0, 0, 2]);
    await forgetMail(unqueued);
    await importWinners(test, []);
    expect(await runResultsJob(test)).toBe(0);
    expect(await deliverTexts(test)).toEqual([]);
    expect([await listResultMails(test, waiting), await listResultMails(test, unqueued)]).toEqual([
      ["result bulk"],
      [],
    ]);
    await importWinners(test, [{ number: 2 }]);
    expect(await settleHour(test)).toEqual([0, 0, 1]);
    test.clock.advance(minuteMs);
    const texts = await deliverTexts(test);
    expect(verdictsOf(texts)).toEqual(["None", "One"]);
    for (const order of [waiting, unqueued]) expect(await listResultMails(test, order)).toEqual(["result sent"]);
  });

  it("that is taken back lets the rest be told, whenever the number is now said to be drawn", async () => {
    await importWinners(test);
    const [waiting, unqueued] = [await buyIn(test, { main: 1 }), await buyIn(test, { main: 1 })];
    await endSales(test);
    await importWinners(test, [{ number: 1 }]);
    expect(await settleHour(test)).toEqual([0, 0, 2]);
    await forgetMail(unqueued);
    await importWinners(test, []);
    expect(await runResultsJob(test)).toBe(0);
    await importWinners(test, [{ number: 1, drawnAt: resultsEnd.toISOString() }]);
    expect(await runResultsJob(test)).toBe(1);
    for (const order of [waiting, unqueued]) expect(await listResultMails(test, order)).toEqual(["result bulk"]);
  });
});

async function forgetMail({ orderId }: OrderView): Promise<void> {
  await test.ctx.db.execute(sql`delete from outbox where kind = 'result' and order_id = ${orderId}`);
  await test.ctx.db.execute(sql`update draw_results set queued_to = 0 where pool_id = 'main'`);
}
