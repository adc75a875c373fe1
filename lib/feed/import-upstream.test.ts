import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Context } from "@/lib/context";
import { listDrawHistory } from "@/lib/draws/list-draw-history";
import { readDrawRecord } from "@/lib/draws/store";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import type { TestFeed } from "@/tests/support/core/test-feed";
import { createTestFeed } from "@/tests/support/core/test-feed";
import { refreshDraw } from "./refresh-draw";
import { feedTimes } from "./rules";

let test: TestContext;
let feed: TestFeed;
let ctx: Context;
let logged: string[];

beforeAll(async () => {
  test = await openTestContext();
  feed = createTestFeed();
  ctx = { ...test.ctx, feed };
});
beforeEach(() => {
  logged = [];
  for (const method of ["warn", "error"] as const)
    vi.spyOn(console, method).mockImplementation((line) => void logged.push(String(line)));
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => test.close());

const record = async (id: string) => (await readDrawRecord(ctx.db, id))?.draw;
const revision = async (id: string) => (await readDrawRecord(ctx.db, id))?.revision;
const listLeftOutLines = () => logged.filter((line) => line.includes("without some of its fields"));

async function send(id: string, body: object): Promise<void> {
  feed.answers.set(id, { kind: "found", body, tag: null });
  test.clock.advance(60_000);
  await refreshDraw(ctx, id);
}

const createDraw = (id: string, fields: object = {}) => drawAt(test.clock.now(), { id, urlSlug: id, ...fields });
const winner = { poolId: "main", prizeType: "Early Bird", number: 0, drawnAt: "2026-11-20T18:00:00.000Z" };

it("takes a draw without the fields that no draw has, and the log names them once", async () => {
  const { id: _id, ...body } = createDraw("without-id", { campaign: { owner: "Rosalie Tremblay" } });
  await send("without-id", body);
  expect(await record("without-id")).toMatchObject({ id: "without-id" });
  expect(await record("without-id")).not.toHaveProperty("campaign");
  await send("without-id", { ...body, campaign: { owner: "Somebody else" } });
  expect(await revision("without-id")).toBe(1);
  expect(listLeftOutLines()).toEqual([expect.stringContaining('"fields":"campaign unknown"')]);
  expect(logged.join()).not.toContain("Rosalie");
});

it("refuses what resembles a field, and what an admin sends", async () => {
  const draw = createDraw("mistaken");
  await send("mistaken", draw);
  await send("mistaken", { ...draw, license: "NEW", max_tickets: 5 });
  expect((await record("mistaken"))?.license).not.toBe("NEW");
  expect(logged.join()).toContain("invalid-input, max_tickets unknown");
  await expect(importTestDraw(test.admin, { ...draw, campaign: 1 })).rejects.toThrow("unknown");
});

it("keeps what a definition lacks as it is stored", async () => {
  const draw = createDraw("lacking", {
    license: "RAF1",
    maxTickets: 500,
    charity: { registration: "12345 6789 RR0001" },
  });
  await send("lacking", draw);
  const before = await record("lacking");
  const { license: _license, apiKeys: _keys, province: _province, ...rest } = draw;
  await send("lacking", { ...rest, maxTickets: undefined, charity: null, drawLocation: "Arena" });
  expect(await record("lacking")).toEqual({ ...before, drawLocation: "Arena" });
  await send("lacking", { ...rest, maxTickets: null });
  expect((await record("lacking"))?.maxTickets).toBeNull();
});

it("leaves winners alone that are wrong, and looks at them again after a while", async () => {
  const draw = createDraw("drawn");
  await send("drawn", draw);
  const wrong = { ...draw, license: "RAF2", winners: [winner] };
  await send("drawn", wrong);
  expect(await record("drawn")).toMatchObject({ license: "RAF2", winners: [] });
  expect(listLeftOutLines()).toEqual([expect.stringContaining("winners.0.number too-small")]);
  await send("drawn", wrong);
  expect(listLeftOutLines()).toHaveLength(1);
  test.clock.advance(feedTimes.refusedMs);
  await send("drawn", wrong);
  expect([listLeftOutLines().length, await revision("drawn")]).toEqual([2, 2]);
  const right = [{ ...winner, number: 7, soldOnPaper: true }];
  await send("drawn", { ...wrong, winners: right });
  expect((await record("drawn"))?.winners).toEqual(right);
  await send("drawn", { ...wrong, license: "RAF3", winners: [{ ...winner, number: 0 }] });
  expect(await record("drawn")).toMatchObject({ license: "RAF3", winners: right });
});

it("is refused whole if anything but its winners is wrong", async () => {
  const draw = createDraw("half-wrong");
  await send("half-wrong", draw);
  await send("half-wrong", { ...draw, license: "RAF2", province: "XX", winners: [winner] });
  expect((await record("half-wrong"))?.license).not.toBe("RAF2");
});

it("stores nothing that an admin's import meanwhile would lose", async () => {
  const draw = createDraw("meanwhile", { license: "FIRST" });
  await send("meanwhile", draw);
  const { license: _license, ...rest } = draw;
  const listPayments = test.gateway.listPayments;
  test.gateway.listPayments = async (...given) => {
    test.gateway.listPayments = listPayments;
    await importTestDraw(test.admin, { ...draw, license: "ADMIN" });
    return listPayments(...given);
  };
  await send("meanwhile", { ...rest, drawLocation: "Arena" });
  expect(await record("meanwhile")).toMatchObject({ license: "ADMIN", drawLocation: "" });
  await send("meanwhile", { ...rest, drawLocation: "Arena" });
  expect(await record("meanwhile")).toMatchObject({ license: "ADMIN", drawLocation: "Arena" });
  const listed = await listDrawHistory(test.admin, "meanwhile");
  expect(listed.ok && listed.entries[0]).toMatchObject({ operator: "upstream" });
});
