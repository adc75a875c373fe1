import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/context";
import { importDraw } from "@/lib/draws/import/import-draw";
import { listDrawHistory } from "@/lib/draws/list-draw-history";
import { readDrawRecord } from "@/lib/draws/store";
import type { FeedResponse } from "@/lib/gateways/draw-feed/port.draw-feed";
import { place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import type { TestFeed } from "@/tests/support/core/test-feed";
import { createTestFeed } from "@/tests/support/core/test-feed";
import { refreshDraw, refreshDraws } from "./refresh-draw";

let test: TestContext;
let feed: TestFeed;
let ctx: Context;
let logged: string[];

beforeEach(async () => {
  test = await openTestContext();
  feed = createTestFeed();
  ctx = { ...test.ctx, feed };
  logged = [];
  for (const method of ["warn", "error"] as const)
    vi.spyOn(console, method).mockImplementation((line) => void logged.push(String(line)));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await test.close();
});

function publish(overrides: Record<string, unknown> = {}) {
  const body = drawAt(test.clock.now(), overrides);
  feed.answers.set("test-draw", { kind: "found", body, tag: null });
}

const definition = async (drawId = "test-draw") => (await readDrawRecord(ctx.db, drawId))?.draw;
const revision = async () => (await readDrawRecord(ctx.db, "test-draw"))?.revision;

describe("winners that the numbers contradict", () => {
  const readWinners = async () => (await definition())?.winners.map(({ number }) => number);
  const winner = { poolId: "main", prizeType: "Grand Prize" };

  it("are left out alone and logged, and the rest is taken", async () => {
    const drawnAt = test.clock.now().toISOString();
    const paper = { ...winner, prizeType: "Early Bird", number: 900, drawnAt, soldOnPaper: true };
    const bad = [4, 2 ** 31].map((number) => ({ ...winner, number, drawnAt }));
    publish({ license: "FED", winners: [bad[0], paper, bad[1]] });
    expect(await refreshDraw(ctx, "test-draw")).toEqual({ ok: true });
    expect(await definition()).toMatchObject({ license: "FED" });
    expect(await readWinners()).toEqual([900]);
    expect(logged.join()).toMatch(/winners\.0\.number not-sold/);
    expect(logged.join()).toMatch(/winners\.2\.number too-large/);
  });

  it("are taken later once they are right, and until then nothing is stored again", async () => {
    const ends = new Date(test.clock.now().getTime() + 60_000).toISOString();
    publish({ endDate: ends, winners: [{ ...winner, number: 900, drawnAt: ends, soldOnPaper: true }] });
    await refreshDraw(ctx, "test-draw");
    expect(await readWinners()).toEqual([]);
    for (const _try of [1, 2]) {
      test.clock.advance(11 * 60_000);
      await refreshDraw(ctx, "test-draw");
      expect([await readWinners(), await revision()]).toEqual([[900], 2]);
    }
  });
});

describe("a draw that isn't known here", () => {
  it("is imported as the platform has it, by the system", async () => {
    publish();
    expect(await refreshDraw(ctx, "test-draw")).toEqual({ ok: true });
    expect(await definition()).toMatchObject({ id: "test-draw" });
    const listed = await listDrawHistory(test.admin, "test-draw");
    expect(listed.ok && listed.entries[0]).toMatchObject({ actor: "system", operator: "upstream" });
    expect(JSON.stringify(await ctx.db.execute("select * from feed_draws"))).not.toContain("asscode");
  });

  it("is imported although cash can't pay its prices, which the log says", async () => {
    publish({ ticketPriceInfo: [{ id: "one", tickets: 1, price: 2.02 }] });
    expect(await refreshDraw(ctx, "test-draw")).toEqual({ ok: true });
    expect(await definition()).toMatchObject({ ticketPriceInfo: [{ price: 2.02 }] });
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { level: "warn", drawId: "test-draw", prices: "ticketPriceInfo.0.price" },
    ]);
  });

  it("is fetched by one caller at a time, and all others see the result", async () => {
    publish();
    const visits = await Promise.all(Array.from({ length: 8 }, () => refreshDraw(ctx, "test-draw")));
    expect(visits).toEqual(visits.map(() => ({ ok: true })));
    expect(feed.asked).toEqual(["test-draw"]);
  });

  it("isn't fetched again for a minute if the platform doesn't have it", async () => {
    expect(await refreshDraw(ctx, "nowhere")).toMatchObject({ reason: "draw-not-found" });
    test.clock.advance(59_000);
    expect(await refreshDraw(ctx, "nowhere")).toMatchObject({ reason: "draw-not-found" });
    expect(feed.asked.length).toBe(1);
    test.clock.advance(2000);
    await refreshDraw(ctx, "nowhere");
    expect(feed.asked.length).toBe(2);
  });

  it("may exist if the platform doesn't answer, and is fetched again soon", async () => {
    feed.answers.set("test-draw", { kind: "unusable", problem: "away" });
    expect(await refreshDraw(ctx, "test-draw")).toMatchObject({ reason: "service-unavailable" });
    publish();
    expect(await refreshDraw(ctx, "test-draw")).toMatchObject({ reason: "service-unavailable" });
    test.clock.advance(5000);
    expect(await refreshDraw(ctx, "test-draw")).toEqual({ ok: true });
  });

  it("isn't fetched if no draw can have its id", async () => {
    expect(await refreshDraw(ctx, "../admin")).toEqual({ ok: true });
    expect(feed.asked).toEqual([]);
  });
});

describe("a draw from the platform", () => {
  beforeEach(async () => {
    publish();
    await refreshDraw(ctx, "test-draw");
  });

  it("is fetched again once its answer is old, and imported only if it changed", async () => {
    await refreshDraw(ctx, "test-draw");
    expect(feed.asked.length).toBe(1);
    const body = drawAt(new Date("2026-11-20T18:00:00Z"));
    const counted = { ...body, numTicketsFinal: 7, metrics: { ticketsPerDay: 3 } };
    feed.answers.set("test-draw", { kind: "found", body: counted, tag: null });
    test.clock.advance(30_000);
    await refreshDraw(ctx, "test-draw");
    expect([feed.asked.length, await revision()]).toEqual([2, 1]);
    feed.answers.set("test-draw", { kind: "found", body: { ...body, license: "RAF1" }, tag: null });
    test.clock.advance(30_000);
    await refreshDraw(ctx, "test-draw");
    expect([feed.asked.length, await revision()]).toEqual([3, 2]);
  });

  it.each([
    ["is not there any more", { kind: "missing" }],
    ["is away", { kind: "unusable", problem: "away" }],
    ["sends what is no draw", { kind: "found", body: { id: "test-draw", colour: "red" }, tag: null }],
    ["sends another draw", { kind: "found", body: { id: "demo5050" }, tag: null }],
    ["sends nothing", { kind: "found", body: null, tag: null }],
  ] as [string, FeedResponse][])("stays unchanged while the platform %s", async (_what, answer) => {
    const before = await definition();
    feed.answers.set("test-draw", answer);
    test.clock.advance(30_000);
    expect(await refreshDraw(ctx, "test-draw")).toEqual({ ok: true });
    expect(await definition()).toEqual(before);
    expect(await definition("demo5050")).toBeUndefined();
    expect(logged.join()).toMatch(/Upstream|upstream/);
  });

  it("keeps nobody waiting who can be shown the previous definition", async () => {
    let release = () => {};
    feed.hold = new Promise((resolve) => {
      release = resolve;
    });
    publish({ license: "RAF2" });
    test.clock.advance(30_000);
    expect(await refreshDraw(ctx, "test-draw")).toEqual({ ok: true });
    expect((await definition())?.license).not.toBe("RAF2");
    release();
    await expect.poll(async () => (await definition())?.license).toBe("RAF2");
  });

  it("is also imported if its unchanged words no longer fit the messages after an update", async () => {
    feed.words.set("en", { kind: "found", body: { data: { checkout: { heading: "Theirs" } } }, tag: "words" });
    test.clock.advance(30_000);
    await refreshDraw(ctx, "test-draw");
    const earlier = `jsonb_set(seen, '{words,en,messages,checkout.gone}', '"Of an earlier build"')`;
    await ctx.db.execute(`update feed_draws set seen = ${earlier}`);
    publish({ license: "RAF3" });
    test.clock.advance(30_000);
    await refreshDraw(ctx, "test-draw");
    const locale = { messages: { en: { "checkout.heading": "Theirs" } } };
    expect(await definition()).toMatchObject({ license: "RAF3", locale });
  });

  it("is also fetched by the job, which ignores draws that never came from there", async () => {
    await importTestDraw(test.admin, drawAt(test.clock.now(), { id: "own-draw", urlSlug: "own-draw" }));
    await refreshDraw(ctx, "nowhere");
    feed.asked.length = 0;
    test.clock.advance(29_000);
    await refreshDraws(ctx);
    expect(feed.asked).toEqual([]);
    test.clock.advance(1000);
    await refreshDraws(ctx);
    expect(feed.asked).toEqual(["test-draw"]);
  });
});

it("is never fetched without a platform", async () => {
  expect(await refreshDraw({ ...ctx, feed: null }, "test-draw")).toEqual({ ok: true });
  await refreshDraws({ ...ctx, feed: null });
});

describe("a draw with tickets sold", () => {
  it("keeps its time zone, and takes the rest of what the platform changed", async () => {
    publish();
    await refreshDraw(ctx, "test-draw");
    await place(test, "test-draw");
    const { startDate, endDate } = (await definition()) ?? {};
    const changed = drawAt(test.clock.now(), { startDate, endDate, license: "NEW", timeZone: "America/Vancouver" });
    feed.answers.set("test-draw", { kind: "found", body: changed, tag: null });
    test.clock.advance(60_000);
    await refreshDraws(ctx);
    expect(await definition()).toMatchObject({ license: "NEW", timeZone: "America/Toronto" });
    expect(logged.filter((line) => line.includes("timeZone locked"))).toHaveLength(1);
    // The import of an admin is refused as a whole.
    expect(await importDraw(test.admin, { ...changed, license: "OTHER" })).toMatchObject({
      reason: "draw-locked",
      fields: [{ field: "timeZone", problem: "locked" }],
    });
    expect(await definition()).toMatchObject({ license: "NEW", timeZone: "America/Toronto" });
  });
});
