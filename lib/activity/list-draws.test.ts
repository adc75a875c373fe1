import { afterAll, beforeAll, expect, it } from "vitest";
import { dayMs } from "@/lib/durations";
import { openDraw } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { listFeatured } from "./list-draws";
import { viewDraw } from "./view-draw";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
  const inDays = (days: number) => new Date(test.clock.now().getTime() + days * dayMs).toISOString();
  await openDraw(test, "later", { parentId: "club", endDate: inDays(6) });
  await openDraw(test, "sooner", { parentId: "club", endDate: inDays(3) });
  await openDraw(test, "hidden", { parentId: "club", displayOnDashboard: false });
  await openDraw(test, "trial", { parentId: "club", isTestDraw: true });
  await openDraw(test, "upcoming", { parentId: "club", startDate: inDays(1) });
  await openDraw(test, "stranger", { parentId: "other", endDate: inDays(2) });
});

afterAll(() => test.close());

async function listFeaturedIds(id: string, overrides: Record<string, unknown>): Promise<string[]> {
  await openDraw(test, id, { parentId: "club", displayOnDashboard: false, ...overrides });
  const found = await viewDraw(test.ctx, id);
  if (!found.ok) throw new Error(found.reason);
  return (await listFeatured(test.ctx, found.draw)).map(({ draw }) => draw.id);
}

it("lists other draws only if the draw is configured to", async () => {
  expect(await listFeaturedIds("plain", {})).toEqual([]);
  expect(await listFeaturedIds("none", { additionalOptions: { featuredDraws: { mode: "none" } } })).toEqual([]);
});

it("lists open draws, the next to close first: of the same parent, or of everyone", async () => {
  const asking = (mode: string) => ({ additionalOptions: { featuredDraws: { mode } } });
  expect(await listFeaturedIds("host-parent", asking("parent"))).toEqual(["sooner", "later"]);
  expect(await listFeaturedIds("host-all", asking("all"))).toEqual(["stranger", "sooner", "later"]);
});

it("lists the parent's next draws once a draw is over, but not while it sells", async () => {
  const endDate = new Date(test.clock.now().getTime() - 60_000).toISOString();
  expect(await listFeaturedIds("weekly-open", { recurringDraw: true })).toEqual([]);
  expect(await listFeaturedIds("weekly-over", { recurringDraw: true, endDate })).toEqual(["sooner", "later"]);
  expect(await listFeaturedIds("once-over", { endDate })).toEqual(["sooner", "later"]);
});

it("leads from a draw that is over to everyone's open draws if its parent has none, unless it asks not to", async () => {
  const endDate = new Date(test.clock.now().getTime() - 60_000).toISOString();
  const alone = (mode?: string) => ({
    ...{ parentId: `alone-${mode}`, endDate },
    ...(mode ? { additionalOptions: { featuredDraws: { mode } } } : {}),
  });
  expect(await listFeaturedIds("alone", alone())).toEqual(["stranger", "sooner", "later"]);
  expect(await listFeaturedIds("alone-all", alone("all"))).toEqual(["stranger", "sooner", "later"]);
  expect(await listFeaturedIds("alone-none", alone("none"))).toEqual([]);
  expect(await listFeaturedIds("alone-parent", alone("parent"))).toEqual([]);
});
