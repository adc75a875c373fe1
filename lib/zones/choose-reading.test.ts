import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/context";
import { importDraw } from "@/lib/draws/import/import-draw";
import { listDrawHistory } from "@/lib/draws/list-draw-history";
import { readDrawRecord } from "@/lib/draws/store";
import type { OrderView } from "@/lib/orders/rules";
import { queryRows } from "@/lib/platform/db/database";
import { openPostgres } from "@/lib/platform/db/open-postgres";
import { deliverMail } from "@/lib/receipts/delivery/deliver-mail";
import { tryLeaseMs } from "@/lib/receipts/delivery/rules";
import { queueDates } from "@/lib/receipts/results/queue-results";
import { requestRefund } from "@/lib/refunds/request-refund";
import { getKeyGrants } from "@/lib/rights";
import { asTestDevice, sellForCash } from "@/tests/support/core/cash";
import { pay } from "@/tests/support/core/orders";
import { basket, line, placeBasket, secondDraw } from "@/tests/support/core/several-pools";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, openTestContext } from "@/tests/support/core/test-context";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { withAndWithout } from "@/tests/support/sabotage/with-and-without";
import { chooseReading } from "./choose-reading";
import { listAmbiguousDraws, reportAmbiguousDraws } from "./list-ambiguous-draws";

const start = new Date("2026-11-28T18:00:00Z");
const [written, moved] = ["2026-12-19T18:00:00-08:00", "2026-12-19T18:00:00-07:00"];
const drawId = "rink";

/** A draw defined under the former time zone data. The puck's drawing is in summer. */
function rink(changes: Record<string, unknown> = {}) {
  return drawAt(start, {
    ...{ id: drawId, urlSlug: drawId, timeZone: "America/Vancouver", endDate: written },
    terminal: { allowAnonymousCash: true, allowRefund: true },
    secondDraws: [secondDraw("puck", { drawDate: "2027-07-01T18:00:00-07:00" })],
    ...changes,
  });
}

async function importRink({ admin }: Pick<TestContext, "admin">, changes: Record<string, unknown> = {}) {
  const imported = await importDraw(admin, rink(changes));
  expect(imported).toMatchObject({ ok: true });
}

async function buy(test: TestContext, poolId = "main", locale: "en" | "fr" = "en"): Promise<OrderView> {
  const order = await placeBasket(test, { ...basket(drawId, [line(poolId)]), locale });
  await pay(test.ctx, order);
  return order;
}

/** Delivers like the previous release, which recorded no definition. */
async function deliverByEarlier({ ctx }: TestContext): Promise<void> {
  await deliverMail(ctx);
  await ctx.db.execute(sql`update outbox set revision = null`);
}

const readEndDate = async ({ db }: Context) => (await readDrawRecord(db, drawId))?.draw.endDate;

async function toldOrders({ ctx }: TestContext): Promise<string[]> {
  const rows = await queryRows<{ order_id: string }>(ctx.db, sql`select order_id from outbox where kind = 'dates'`);
  return rows.map((row) => row.order_id).sort();
}

const sortIds = (...orders: OrderView[]) => orders.map(({ orderId }) => orderId).sort();

let test: TestContext;

beforeEach(async () => {
  test = await openTestContext(start);
});
afterEach(() => test.close());

async function sellBeside(given: TestContext) {
  await importRink(given);
  const earlier = [await buy(given), await buy(given, "main", "fr")];
  const [refunded, puck] = [await buy(given), await buy(given, "puck")];
  await deliverByEarlier(given);
  await requestRefund(given.admin, refunded, {});
  await sellForCash(asTestDevice(given), drawId);
  const present = await buy(given);
  await deliverMail(given.ctx);
  const waiting = await buy(given);
  return { earlier, present, waiting, puck };
}

async function choose(keep: string): Promise<void> {
  expect(await chooseReading(test.admin, drawId, { keep })).toEqual({ ok: true });
  test.clock.advance(tryLeaseMs);
}

async function deliveredTexts(): Promise<string[]> {
  test.mail.mails = [];
  await deliverMail(test.ctx);
  return test.mail.mails.map(({ text }) => text).filter((text) => /receipt may show|reçu indique/.test(text));
}

describe("a draw with tickets sold", () => {
  it("keeps its instant, and buyers whose receipts were written by the earlier release are told the time", async () => {
    const { earlier } = await sellBeside(test);
    await choose("instant");
    expect(await readEndDate(test.ctx)).toBe(written);
    expect(await queueDates(test.ctx)).toBe(2);
    expect(await toldOrders(test)).toEqual(sortIds(...earlier));
    const texts = await deliveredTexts();
    expect(texts).toHaveLength(2);
    expect(texts.join("\n")).toMatch(/December 19, 2026 at 7:00\sp\.m\. PDT/);
    expect(texts.join("\n")).toMatch(/19\sdécembre\s2026\sà\s19\sh/);
    // Each buyer gets one email, even if the position is lost.
    await test.ctx.db.execute(sql`update zone_choices set queued_to = ''`);
    expect(await queueDates(test.ctx)).toBe(0);
  });

  it("keeps the wall clock, and buyers whose receipts were written since by this release are told it", async () => {
    const { present } = await sellBeside(test);
    const before = await readDrawRecord(test.ctx.db, drawId);
    await choose("wall-clock");
    const after = await readDrawRecord(test.ctx.db, drawId);
    expect([after?.draw.endDate, after?.revision]).toEqual([moved, (before?.revision ?? 0) + 1]);
    const [row] = await queryRows<{ closes_at: Date }>(test.ctx.db, sql`select closes_at from draws`);
    expect(new Date(row?.closes_at ?? 0).toISOString()).toBe("2026-12-20T01:00:00.000Z");
    // Waiting receipts are written with the new definition, and sales go on.
    await deliverMail(test.ctx);
    await buy(test);
    await deliverMail(test.ctx);
    expect(await queueDates(test.ctx)).toBe(1);
    expect(await toldOrders(test)).toEqual(sortIds(present));
    expect((await deliveredTexts()).join("\n")).toMatch(/December 19, 2026 at 6:00\sp\.m\. PDT/);
  });

  it("waits with those mails until receipts that were under way are recorded", async () => {
    await sellBeside(test);
    await chooseReading(test.admin, drawId, { keep: "instant" });
    expect(await queueDates(test.ctx)).toBe(0);
    test.clock.advance(tryLeaseMs);
    expect(await queueDates(test.ctx)).toBe(2);
  });

  it("goes on where a run ended, and never asks for an order twice", async () => {
    await sellBeside(test);
    await choose("instant");
    await expect(queueDates({ ...test.ctx, now: () => new Date(Number.NaN) })).rejects.toThrow();
    const stopped = new AbortController();
    stopped.abort();
    expect(await queueDates(test.ctx, stopped.signal)).toBe(0);
    expect(await queueDates(test.ctx)).toBe(2);
    const [row] = await queryRows<{ queued_to: string | null }>(test.ctx.db, sql`select queued_to from zone_choices`);
    expect(row?.queued_to).toBeNull();
  });

  it("is written down with the choice, and read so from files and exports of before", async () => {
    await sellBeside(test);
    await choose("wall-clock");
    const history = await listDrawHistory(test.admin, drawId);
    const entries = history.ok ? history.entries.map(({ action, detail }) => [action, detail]) : [];
    expect(entries).toContainEqual(["draw-redefined", { revision: 2, fields: "endDate" }]);
    expect(entries).toContainEqual(["zone-reading-chosen", { kept: "wall-clock", dates: "endDate" }]);
    await importRink(test, { license: "NEW" });
    expect(await readEndDate(test.ctx)).toBe(moved);
    await importRink(test, { endDate: "2026-12-20T01:00:00Z" });
    const other = await importDraw(test.admin, rink({ endDate: "2026-12-20T01:30:00Z" }));
    expect(other).toMatchObject({ reason: "draw-locked", fields: [{ field: "endDate" }] });
  });
});

describe("a choice", () => {
  it("is offered and logged until it is made, and then refused", async () => {
    await importRink(test);
    const logged: string[] = [];
    vi.spyOn(console, "warn").mockImplementation((text) => void logged.push(String(text)));
    await reportAmbiguousDraws(test.ctx);
    expect(logged.join()).toMatch(/rink.*endDate: 2026-12-19T19:00:00.000-07:00 or 2026-12-19T18:00:00.000-07:00/);
    expect(await listAmbiguousDraws(test.admin)).toMatchObject({ draws: [{ id: drawId, dates: [{ written }] }] });
    await choose("instant");
    logged.length = 0;
    await reportAmbiguousDraws(test.ctx);
    expect(logged).toEqual([]);
    expect(await listAmbiguousDraws(test.admin)).toEqual({ ok: true, draws: [] });
    for (const keep of ["instant", "wall-clock"])
      expect(await chooseReading(test.admin, drawId, { keep })).toEqual({ ok: false, reason: "reading-chosen" });
    vi.restoreAllMocks();
  });

  it("is refused once either reading has passed, and nothing has changed", async () => {
    await importRink(test);
    test.clock.advance(new Date(moved).getTime() - start.getTime() - 1);
    expect(await listAmbiguousDraws(test.admin)).toMatchObject({ draws: [{ id: drawId }] });
    test.clock.advance(1);
    for (const keep of ["instant", "wall-clock"])
      expect(await chooseReading(test.admin, drawId, { keep })).toEqual({ ok: false, reason: "reading-too-late" });
    expect(await readEndDate(test.ctx)).toBe(written);
  });

  it("is for admins with a right to draws, of a draw that has one to make", async () => {
    await importRink(test, { endDate: moved });
    const narrow: Context = { ...test.ctx, actor: { kind: "admin", name: "Robin", grants: getKeyGrants(["orders"]) } };
    const asked = { keep: "instant" };
    expect(await chooseReading(test.ctx, drawId, asked)).toMatchObject({ reason: "admin-key-wrong" });
    expect(await chooseReading(narrow, drawId, asked)).toMatchObject({ reason: "admin-right-missing" });
    expect(await listAmbiguousDraws(narrow)).toMatchObject({ reason: "admin-right-missing" });
    expect(await chooseReading(test.admin, "elsewhere", asked)).toMatchObject({ reason: "draw-not-found" });
    expect(await chooseReading(test.admin, drawId, { keep: "both" })).toMatchObject({ reason: "invalid-input" });
    expect(await chooseReading(test.admin, drawId, asked)).toMatchObject({ reason: "draw-unambiguous" });
  });
});

async function chooseBySide(given: TestContext): Promise<string[]> {
  given.clock.advance(start.getTime() - given.clock.now().getTime());
  await importRink(given);
  const other = given.databaseUrl ? await openPostgres(given.databaseUrl) : null;
  const contexts: Context[] = [given.admin, { ...given.admin, db: other?.pools.jobs ?? given.admin.db }];
  const answers = await Promise.all(
    contexts.map((ctx, index) => chooseReading(ctx, drawId, { keep: index === 0 ? "instant" : "wall-clock" })),
  );
  await other?.close();
  return answers.map((answer) => (answer.ok ? "chosen" : answer.reason)).sort();
}

describe("two processes at once", () => {
  it("make one choice, and two if the first isn't there to be seen", async () => {
    const { guarded, unguarded } = await withAndWithout(sabotage.zoneChoiceOnce, chooseBySide);
    expect(guarded).toEqual(["chosen", "reading-chosen"]);
    expect(unguarded).toEqual(["chosen", "chosen"]);
  }, 120_000);
});
