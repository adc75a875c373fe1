import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { importDraw } from "@/lib/draws/import/import-draw";
import { omitPersonalFields } from "@/lib/draws/import/rules.changes";
import { drawSchema } from "@/lib/draws/schema";
import type { Role, Scope } from "@/lib/people/rules.roles";
import { toGrants } from "@/lib/people/rules.roles";
import { queryRows } from "@/lib/platform/db/database";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import { listHistory } from "./list-history";
import { viewRevision } from "./view-revision";

let test: TestContext;

const bambora = { merchantId: "300200001", passcode: "secret-passcode", reportingPasscode: "secret-reporting" };

function definition(overrides: Record<string, unknown> = {}) {
  return {
    ...drawAt(new Date("2026-11-20T18:00:00Z"), { id: "gala", parentId: "hawks", name: "First" }),
    ...overrides,
  };
}

function as(role: Role, scope: Scope) {
  return { ...test.ctx, actor: { kind: "admin" as const, name: "person:x", grants: toGrants([{ role, scope }]) } };
}

beforeAll(async () => {
  test = await openTestContext();
  await importTestDraw(test.admin, definition({ apiKeys: { bambora } }));
  await importTestDraw(test.admin, definition({ apiKeys: { bambora } }));
  const title = { en: "Gala", fr: "Gala d’hiver" };
  const people = {
    userIDs: ["of-an-admin"],
    userRoles: { "of-an-admin": ["admin"] },
    supportEmail: "help@example.test",
  };
  await importTestDraw(test.admin, definition({ name: "Second", title, teams: [], ...people }));
});
afterAll(() => test.close());

const revisionsOf = () =>
  queryRows<{ revision: number; text: string }>(
    test.ctx.db,
    sql`select revision, row_to_json(r)::text as text from draw_revisions r where draw_id = 'gala' order by revision`,
  );

it("each import that changes a draw stores both definitions, without passcodes and people", async () => {
  const stored = await revisionsOf();
  expect(stored.map(({ revision }) => revision)).toEqual([1, 3]);
  expect(stored.map(({ text }) => text).join()).not.toMatch(/secret-|passcode|apiKeys|of-an-admin|help@/i);
});

it("the values that differ are told, within the scope alone", async () => {
  const query = { draw: "gala", revision: "3" };
  const compared = await viewRevision(as("auditor", { kind: "parent", parentId: "hawks" }), query);
  if (!compared.ok) throw new Error(compared.reason);
  expect(compared).toMatchObject({ revision: 3, isNew: false, pools: {} });
  expect(compared.changes).toContainEqual({ path: ["name"], items: [], before: "First", after: "Second" });
  expect(compared.changes).toContainEqual({
    ...{ path: ["title", "en"], items: [] },
    ...{ before: "Arena 50/50", after: "Gala" },
  });
  const owls = as("auditor", { kind: "parent", parentId: "owls" });
  const outside = await viewRevision(owls, query);
  expect(outside).toEqual(await viewRevision(owls, { draw: "no-draw", revision: "3" }));
  expect(outside).toMatchObject({ ok: false, reason: "draw-not-found" });
  const manager = as("Order Manager", { kind: "everything" });
  expect(await viewRevision(manager, query)).toMatchObject({ reason: "admin-right-missing" });
  expect(await viewRevision(test.admin, { draw: "gala", revision: "2" })).toMatchObject({ reason: "draw-not-found" });
  expect(await viewRevision(test.admin, { draw: "gala", revision: "x" })).toMatchObject({ reason: "invalid-input" });
});

it("the history says which entries have one", async () => {
  const page = await listHistory(test.admin, { chain: "gala", kind: "draws" });
  if (!page.ok) throw new Error(page.reason);
  const found = page.entries.filter(({ hasRevision }) => hasRevision).map(({ detail }) => detail.revision);
  expect(found.sort()).toEqual([1, 3]);
});

it("an import that is undone leaves none", async () => {
  await test.ctx.db.execute(sql`alter table pools add constraint pools_no_import check (revision < 4)`);
  await expect(importDraw(test.admin, definition({ name: "Third" }))).rejects.toThrow();
  await test.ctx.db.execute(sql`alter table pools drop constraint pools_no_import`);
  expect((await revisionsOf()).map(({ revision }) => revision)).toEqual([1, 3]);
});

it("a revision keeps no name of a winner, in the draw or in earlier versions' prizes", () => {
  const winner = { poolId: "main", prizeType: "Grand Prize" as const, number: 7, drawnAt: "2026-11-20T18:00:00Z" };
  const draw = drawSchema.parse({
    ...definition({ winners: [{ ...winner, name: "Marie Roy" }] }),
    prizes: { "Grand Prize": [{ description: "Car", winnerName: "Marie Roy" }] },
  });
  const kept = omitPersonalFields(draw);
  expect(JSON.stringify(kept)).not.toContain("Marie");
  expect(kept.winners).toEqual([winner]);
});
