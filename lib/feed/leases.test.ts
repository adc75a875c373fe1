import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Context } from "@/lib/context";
import { readDrawRecord } from "@/lib/draws/store";
import { draws } from "@/lib/draws/tables";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, openTestContext } from "@/tests/support/core/test-context";
import { createTestFeed } from "@/tests/support/core/test-feed";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { withAndWithout } from "@/tests/support/sabotage/with-and-without";
import { recheckDraw } from "./recheck-draw";
import { refreshDraw, refreshDraws } from "./refresh-draw";
import { readFeedRow } from "./store";

let logged: string[];

beforeEach(() => {
  logged = [];
  for (const method of ["warn", "error"] as const)
    vi.spyOn(console, method).mockImplementation((line) => void logged.push(String(line)));
});
afterEach(() => void vi.restoreAllMocks());

const licenseIn = async ({ db }: Context) => (await readDrawRecord(db, "test-draw"))?.draw.license;
const revisionIn = async ({ db }: Context) => (await readDrawRecord(db, "test-draw"))?.revision;

function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

/** Starts a platform whose draw is imported. Its next answer waits for `release`. */
async function stageWith({ ctx, clock }: TestContext) {
  const feed = createTestFeed();
  const feeding = { ...ctx, feed };
  const publish = (license: string) => {
    const body = drawAt(new Date("2026-11-20T18:00:00Z"), { license });
    feed.answers.set("test-draw", { kind: "found", body, tag: null });
  };
  publish("FIRST");
  await refreshDraw(feeding, "test-draw");
  clock.advance(30_000);
  return { feed, feeding, publish };
}

/** Delays a fetch beyond its lease, until another one has stored a newer definition. */
async function askLate(test: TestContext) {
  const { feed, feeding, publish } = await stageWith(test);
  const slow = gate();
  feed.hold = slow.passed;
  publish("OLD");
  const late = refreshDraws(feeding);
  await expect.poll(() => feed.asked.length).toBe(2);
  test.clock.advance(61_000);
  feed.hold = Promise.resolve();
  publish("NEW");
  await refreshDraw(feeding, "test-draw");
  const between = await licenseIn(feeding);
  slow.open();
  await late;
  return { between, after: await licenseIn(feeding), feeding, row: await readFeedRow(feeding.db, "test-draw") };
}

it("stores nothing from a fetch that outlived its turn", async () => {
  const run = async (test: TestContext) => {
    const { between, after } = await askLate(test);
    return { between, after };
  };
  const { guarded, unguarded } = await withAndWithout(sabotage.feedTurn, run);
  expect(guarded).toEqual({ between: "NEW", after: "NEW" });
  expect(unguarded).toEqual({ between: "NEW", after: "OLD" });
});

describe("a turn that another process has taken since", () => {
  let test: TestContext;

  beforeEach(async () => {
    test = await openTestContext();
  });
  afterEach(() => test.close());

  it("is logged, and what the other process stored stays", async () => {
    const { feeding, row } = await askLate(test);
    expect(logged.filter((line) => line.includes("came too late"))).toHaveLength(1);
    expect(logged.join()).not.toContain("was refused");
    test.clock.advance(30_000);
    await refreshDraw(feeding, "test-draw");
    expect(await revisionIn(feeding)).toBe(2);
    expect((await readFeedRow(feeding.db, "test-draw"))?.acceptedDigest).toBe(row?.acceptedDigest);
  });

  it("doesn't stop another's turn if its own fetch fails", async () => {
    const { feed, feeding, publish } = await stageWith(test);
    const [slow, slower] = [gate(), gate()];
    feed.hold = slow.passed.then(() => Promise.reject(new Error("A bug.")));
    const late = refreshDraws(feeding);
    await expect.poll(() => feed.asked.length).toBe(2);
    test.clock.advance(61_000);
    feed.hold = slower.passed;
    publish("NEW");
    const next = refreshDraws(feeding);
    await expect.poll(() => feed.asked.length).toBe(3);
    slow.open();
    await late;
    const row = await readFeedRow(feeding.db, "test-draw");
    expect(row?.leasedUntil.getTime()).toBe(test.clock.now().getTime() + 60_000);
    slower.open();
    await next;
    expect(await licenseIn(feeding)).toBe("NEW");
  });

  it.runIf(onPostgres)("is detected in the storing transaction, after it has waited for the draw", async () => {
    const { feed, feeding, publish } = await stageWith(test);
    const [locked, done] = [gate(), gate()];
    const locking = test.ctx.db.transaction(async (tx) => {
      await tx.select().from(draws).where(eq(draws.drawId, "test-draw")).for("update");
      locked.open();
      await done.passed;
    });
    await locked.passed;
    publish("OLD");
    const late = refreshDraws(feeding);
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    const waiters = async () => ((await test.ctx.db.execute(waiting)) as unknown as { rows: unknown[] }).rows.length;
    await expect.poll(waiters).toBe(1);
    test.clock.advance(61_000);
    publish("NEW");
    const next = recheckDraw({ ...test.admin, feed }, "test-draw");
    await expect.poll(waiters).toBe(2);
    done.open();
    await Promise.all([locking, late, next]);
    expect([await licenseIn(feeding), await revisionIn(feeding)]).toEqual(["NEW", 2]);
  });

  it("waits ten seconds for the card gateway's account check, well within its turn", async () => {
    const { feeding, publish } = await stageWith(test);
    const waits: number[] = [];
    const wait = async (ms: number) => void waits.push(ms);
    test.gateway.listPayments = () => new Promise(() => {});
    publish("NEW");
    await refreshDraws({ ...feeding, wait });
    expect([await licenseIn(feeding), waits]).toEqual(["NEW", [10_000]]);
  });
});
