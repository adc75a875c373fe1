import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { listDraws } from "@/lib/activity/list-draws";
import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import { closeDraw } from "@/lib/draws/close-draw";
import { getSchedule } from "@/lib/draws/rules";
import { readDrawRecord } from "@/lib/draws/store";
import { dayMs } from "@/lib/durations";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import type { Scope } from "@/lib/people/rules.roles";
import { toGrants } from "@/lib/people/rules.roles";
import { setUpDraft } from "@/tests/support/core/drafts";
import { overlapTransactions } from "@/tests/support/core/hold-commit";
import { createBasket, freshKey, pay } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { draftKeys } from "@/tests/support/draws/draft";
import { withoutGuard } from "@/tests/support/sabotage/without-guard";

import { createDraft } from "./create-draft";
import { createTestCopy } from "./create-test-copy";
import { maxTestCopies } from "./rules.copies";

const start = new Date("2026-11-20T18:00:00Z");

let test: TestContext;
let jo: Context;

function asAdmin(scope: Scope): Context {
  const person = { id: "jo", sessionId: "S-jo", isFresh: false };
  const grants = toGrants([{ role: "admin", scope }]);
  return { ...test.ctx, actor: { kind: "admin", name: "person:jo", grants, person } };
}

beforeEach(async () => {
  test = await openTestContext(start);
  jo = asAdmin({ kind: "parent", parentId: "arena" });
});
afterEach(() => test.close());

async function copy(drawId = "spring"): Promise<string> {
  const made = await createTestCopy(jo, drawId);
  if (!made.ok) throw new Error(made.reason);
  return made.drawId;
}

async function readCopy(id: string) {
  const record = await readDrawRecord(test.ctx.db, id);
  if (!record) throw new Error("No such draw.");
  return record;
}

const setUp = (options: Partial<Parameters<typeof setUpDraft>[1]> = {}) =>
  setUpDraft(test.admin, { drawId: "spring", parentId: "arena", ...options });

describe("a test copy of a draft", () => {
  it("sells whole orders at once, as a test draw that ends within a week", async () => {
    await setUp();
    const id = await copy();
    expect(id).toMatch(/^spring-try-[0-9a-z]{8}$/);
    const { draw } = await readCopy(id);
    expect(draw).toMatchObject({ isTestDraw: true, displayOnDashboard: false, parentId: "arena" });
    const { opensAt, closesAt } = getSchedule(draw);
    expect([opensAt, closesAt]).toEqual([start, new Date(start.getTime() + 7 * dayMs)]);
    expect(await readCredentials(test.ctx, id)).toMatchObject({ merchantId: draftKeys.merchantId });
    const lines = [{ poolId: "main", packageId: "p1", quantity: 1 }];
    const buy = () => placeOrder(test.ctx, createBasket(id, 1, { lines }), freshKey());
    const placed = await buy();
    if (!placed.ok) throw new Error(placed.reason);
    expect(placed.order.isTest).toBe(true);
    await pay(test.ctx, placed.order);
    expect((await readCopy(id)).mainPool.sold).toBe(3);
    test.clock.advance(7 * dayMs);
    expect(await buy()).toMatchObject({ reason: "draw-closed" });
  });

  it("is in no list, neither its parent's nor everyone's", async () => {
    await setUp();
    await importTestDraw(test.admin, drawAt(start, { id: "rink", urlSlug: "rink", parentId: "arena" }));
    await copy();
    for (const selection of ["dashboard", { parentId: "arena" }] as const) {
      expect((await listDraws(test.ctx, selection)).map(({ draw }) => draw.id)).toEqual(["rink"]);
    }
  });

  it("has no visits that are counted, and no dates that its end contradicts", async () => {
    const prize = { description: "Car", drawDate: "2026-12-16T12:00:00-05:00" };
    const earlyBird = { ...prize, cutOffDate: "2026-12-15T12:00:00-05:00" };
    const prizes = { "Grand Prize": [{ ...prize, drawDate: "2026-12-20T20:00:00-05:00" }], "Early Bird": [earlyBird] };
    const dates = ["2026-11-19T09:00:00-05:00", "2026-12-18T21:00:00-05:00", "2026-12-20T20:00:00-05:00"];
    const stored = { id: "rink", urlSlug: "rink", parentId: "arena", prizes, dates, pixelId: "12345678" };
    await importTestDraw(test.admin, drawAt(start, { ...stored, endDate: dates[1] }));
    await createDraft(test.admin, { drawId: "rink" });
    const { draw } = await readCopy(await copy("rink"));
    expect(draw.pixelId).toBeUndefined();
    expect(draw.prizes["Early Bird"]).toEqual([prize]);
  });

  it("takes the account of another draw of its parent if it has none, and never one of another parent", async () => {
    await setUp({ hasKeys: false });
    await importTestDraw(test.admin, drawAt(start, { id: "foreign", urlSlug: "foreign", parentId: "elsewhere" }));
    expect(await createTestCopy(jo, "spring")).toEqual({ ok: false, reason: "draft-incomplete" });
    await importTestDraw(test.admin, drawAt(start, { id: "rink", urlSlug: "rink", parentId: "arena" }));
    const own = await readCredentials(test.ctx, "rink");
    expect(await readCredentials(test.ctx, await copy())).toEqual(own);
  });

  it("takes no account of another parent's draw that an import gave the draft's id", async () => {
    await setUp();
    await importTestDraw(test.admin, drawAt(start, { id: "spring", urlSlug: "spring", parentId: "elsewhere" }));
    expect(await createTestCopy(jo, "spring")).toEqual({ ok: false, reason: "draft-incomplete" });
  });

  it("needs a draft that is a draw and whose sales aren't over", async () => {
    await setUp({ changes: { ticketPriceInfo: [] } });
    expect(await createTestCopy(jo, "spring")).toEqual({ ok: false, reason: "draft-incomplete" });
    const over = { startDate: "2026-11-01T09:00", endDate: "2026-11-19T09:00", prizes: {} };
    await setUp({ drawId: "over", changes: over });
    expect(await createTestCopy(jo, "over")).toEqual({ ok: false, reason: "draft-incomplete" });
  });
});

describe("live mode", () => {
  const inMode = (mode: Context["mode"]): Context => ({ ...jo, mode });

  it("makes no test copy", async () => {
    await setUp();
    expect(await createTestCopy(inMode("live"), "spring")).toEqual({ ok: false, reason: "live-mode" });
    expect(await test.ctx.db.execute("select from draws")).toMatchObject({ rows: [] });
  });

  it.each(["demo", "test"] as const)("negative control: %s mode makes one of the same draft", async (mode) => {
    await setUp();
    expect(await createTestCopy(inMode(mode), "spring")).toMatchObject({ ok: true });
  });
});

describe("who may try a draft", () => {
  it("is who may set up draws of its parent", async () => {
    await setUp();
    expect(await createTestCopy(test.ctx, "spring")).toEqual({ ok: false, reason: "admin-key-wrong" });
    const eve = asAdmin({ kind: "parent", parentId: "elsewhere" });
    expect(await createTestCopy(eve, "spring")).toEqual({ ok: false, reason: "draft-not-found" });
    const ofDraw = asAdmin({ kind: "draw", drawId: "spring" });
    expect(await createTestCopy(ofDraw, "spring")).toMatchObject({ reason: "admin-right-missing" });
  });
});

describe("the copies of a parent", () => {
  it("are limited while they sell: a closed one makes room", async () => {
    await setUp();
    const ids: string[] = [];
    for (let each = 0; each < maxTestCopies; each += 1) ids.push(await copy());
    expect(await createTestCopy(jo, "spring")).toEqual({ ok: false, reason: "too-many-copies" });
    await setUpDraft(test.admin, { drawId: "other", parentId: "elsewhere" });
    expect(await createTestCopy(test.admin, "other")).toMatchObject({ ok: true });
    expect(await closeDraw(jo, ids[0] ?? "")).toEqual({ ok: true });
    expect(await createTestCopy(jo, "spring")).toMatchObject({ ok: true });
  });

  // Calls on a single connection never race.
  describe.runIf(onPostgres)("made at the same time", () => {
    const makeLastTwo = async (weaken = (ctx: Context) => ctx) => {
      await setUp();
      for (let each = 1; each < maxTestCopies; each += 1) await copy();
      const call = (ctx: Context): Promise<{ ok: boolean }> => createTestCopy({ ...jo, db: ctx.db }, "spring");
      return (await overlapTransactions(weaken(test.ctx), call, call)).map(({ ok }) => ok);
    };

    it("are no more than allowed", async () => {
      expect(await makeLastTwo()).toEqual([true, false]);
    });

    it("negative control: without the lock of the parent, one more is made", async () => {
      const lock = "pg_advisory_xact_lock(hashtext('test-copies'), hashtext(";
      const weak = (ctx: Context) => withoutGuard(ctx, lock, "concat(0, hashtext(").ctx;
      expect(await makeLastTwo(weak)).toEqual([true, true]);
    });
  });
});
