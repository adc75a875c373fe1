import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, openTestContext } from "@/tests/support/core/test-context";
import type { TestFeed } from "@/tests/support/core/test-feed";
import { createTestFeed } from "@/tests/support/core/test-feed";
import { importUpstream } from "./import-upstream";
import { refreshDraw } from "./refresh-draw";
import { feedTimes } from "./rules";
import type { FeedLease } from "./store";
import { takeLease } from "./store";

const crowd = 100;

let test: TestContext;
let feed: TestFeed;

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  test = await openTestContext();
  feed = createTestFeed();
  feed.answers.set("test-draw", { kind: "found", body: drawAt(test.clock.now()), tag: null });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await test.close();
});

/** Counts statements, except those of an import. */
function counting(): { ctx: Context; statements: () => number } {
  let statements = 0;
  const begins = new Set<string | symbol>(["select", "insert", "update", "delete", "execute", "$count"]);
  const get = (target: Database, name: string | symbol): unknown => {
    if (begins.has(name)) statements += 1;
    const value: unknown = Reflect.get(target, name);
    return typeof value === "function" ? value.bind(target) : value;
  };
  return { ctx: { ...test.ctx, feed, db: new Proxy(test.ctx.db, { get }) }, statements: () => statements };
}

const visits = (ctx: Context) => Promise.all(Array.from({ length: crowd }, () => refreshDraw(ctx, "test-draw")));

async function takenElsewhere(): Promise<FeedLease> {
  const turn = await takeLease(test.ctx.db, "test-draw", { now: test.clock.now(), row: null });
  if (!turn) throw new Error("Nobody else has the turn.");
  return turn;
}

it("asks once for a new draw that a crowd visits, and counts it once", async () => {
  const { ctx, statements } = counting();
  const calls = vi.fn(ctx.calls);
  expect(await visits({ ...ctx, calls })).toEqual(Array.from({ length: crowd }, () => ({ ok: true })));
  expect([feed.asked, calls.mock.calls.length]).toEqual([["test-draw"], 1]);
  // Each request reads the feed's row and the draw. The rest happens once.
  expect(statements()).toBeLessThan(2 * crowd + 10);
});

it("checks once per turn, for the whole crowd, whether the process fetching a new draw is done", async () => {
  const turn = await takenElsewhere();
  const { ctx, statements } = counting();
  let looks = 0;
  const wait = async () => {
    looks += 1;
    test.clock.advance(200);
    if (looks === 10) await importUpstream({ ...test.ctx, feed }, turn);
  };
  expect(await visits({ ...ctx, wait })).toEqual(Array.from({ length: crowd }, () => ({ ok: true })));
  expect([looks, statements(), feed.asked.length]).toEqual([10, crowd + 10, 1]);
});

it("releases a crowd after a while if that process doesn't finish, and later fetches the draw itself", async () => {
  await takenElsewhere();
  const startedMs = test.clock.now().getTime();
  const ctx = { ...test.ctx, feed, wait: async (ms: number) => test.clock.advance(ms) };
  for (const visited of await visits(ctx)) expect(visited).toMatchObject({ reason: "service-unavailable" });
  expect(test.clock.now().getTime() - startedMs).toBe(feedTimes.leaseMs / 4);
  test.clock.advance(feedTimes.leaseMs);
  expect(await refreshDraw(ctx, "test-draw")).toEqual({ ok: true });
  expect(feed.asked).toEqual(["test-draw"]);
});
