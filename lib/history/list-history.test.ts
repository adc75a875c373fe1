import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sealMarginMs } from "@/lib/audit/rules.chain";
import { sealEntries } from "@/lib/audit/seal-entries";
import type { Context } from "@/lib/context";
import { closeDraw } from "@/lib/draws/close-draw";
import { importDraw } from "@/lib/draws/import/import-draw";
import { hourMs } from "@/lib/durations";
import { createAdminKey } from "@/lib/keys/create-admin-key";
import { invitePerson } from "@/lib/people/invitations/invite-person";
import type { Role, Scope } from "@/lib/people/rules.roles";
import { toGrants } from "@/lib/people/rules.roles";
import { queryRows } from "@/lib/platform/db/database";
import { createDevice } from "@/lib/terminal/device/create-device";
import { revokeDevice } from "@/lib/terminal/device/revoke-device";
import { place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";

import { checkSeal } from "./check-seal";
import { listHistory } from "./list-history";
import type { HistoryEntry } from "./rules";

let test: TestContext;
let personId: string;

const hawks: Scope = { kind: "parent", parentId: "hawks" };
const draw: Scope = { kind: "draw", drawId: "of-hawks" };

function as(role: Role, scope: Scope, name = `person:${personId}`): Context {
  return { ...test.ctx, actor: { kind: "admin", name, grants: toGrants([{ role, scope }]) } };
}

async function pageOf(ctx: Context, query: Record<string, string> = {}) {
  const page = await listHistory(ctx, query);
  if (!page.ok) throw new Error(JSON.stringify(page));
  return page;
}

const ofHawks = ["of-hawks draw-imported", "of-hawks credentials-changed", "of-hawks draw-closed"];

const lineOf = ({ chain, action }: HistoryEntry) => `${chain} ${action}`;

async function linesOf(ctx: Context, query?: Record<string, string>): Promise<string[]> {
  return (await pageOf(ctx, query)).entries.map(lineOf);
}

async function sealAll(): Promise<void> {
  test.clock.advance(2 * sealMarginMs);
  await sealEntries(test.ctx);
}

beforeAll(async () => {
  test = await openTestContext();
  for (const parentId of ["hawks", "owls"]) {
    await importTestDraw(test.admin, drawAt(test.clock.now(), { id: `of-${parentId}`, parentId }));
    test.clock.advance(1000);
    await createDevice(test.admin, { parentId, locationId: "gate", name: `Gate of ${parentId}` });
    test.clock.advance(1000);
  }
  const roles = [{ role: "Order Manager" as const, scope: hawks }];
  const invited = await invitePerson(test.admin, { email: "jo@example.test", name: "Jo Roy", roles });
  if (!invited.ok) throw new Error(JSON.stringify(invited));
  personId = invited.personId;
  await createAdminKey(test.admin, { name: "nightly", rights: ["draws"], days: 1 });
  test.clock.advance(hourMs);
  // Entries of orders are no part of this history.
  await place(test, "of-hawks");
  await closeDraw(as("admin", hawks), "of-hawks");
  test.clock.advance(1000);
  const owl = sql`select device_id from devices where parent_id = 'owls'`;
  const [device] = await queryRows<{ device_id: string }>(test.ctx.db, owl);
  await revokeDevice(as("admin", { kind: "everything" }, "key:nightly"), device?.device_id ?? "");
  await sealAll();
});
afterAll(() => test.close());

describe("the history", () => {
  it("lists what was done to draws, tablets, people and keys, newest first, without orders", async () => {
    const lines = await linesOf(test.admin);
    expect(lines.slice(0, 2)).toEqual(["parent:owls device-revoked", "of-hawks draw-closed"]);
    expect(new Set(lines)).toEqual(
      new Set([
        ...["of-hawks draw-imported", "of-hawks credentials-changed", "of-hawks draw-closed"],
        ...["of-owls draw-imported", "of-owls credentials-changed"],
        ...["parent:hawks device-created", "parent:owls device-created", "parent:owls device-revoked"],
        ...["system:people role-given", "system:people person-invited", "system:keys admin-key-created"],
      ]),
    );
  });

  it("names who acted, whom it is about, and the draw", async () => {
    const { entries } = await pageOf(test.admin);
    const entryOf = (action: string) => entries.find((entry) => entry.action === action);
    expect(entryOf("draw-closed")?.who).toEqual({
      ...{ key: `person:${personId}`, kind: "person", name: "Jo Roy", operator: null },
    });
    expect(entryOf("draw-closed")?.title).not.toBeNull();
    expect(entryOf("device-revoked")).toMatchObject({
      ...{ who: { key: "key:nightly", kind: "key", name: "nightly" }, device: "Gate of owls" },
    });
    expect(entryOf("role-given")).toMatchObject({ person: "Jo Roy", detail: { role: "Order Manager" } });
    expect(entryOf("admin-key-created")?.who).toMatchObject({ key: "admin", kind: "admin" });
  });

  it("is filtered by chain, subject, kind, who and day", async () => {
    const all = await pageOf(test.admin);
    const closed = all.entries.find(({ action }) => action === "draw-closed");
    const lines = await linesOf(test.admin, { chain: "of-hawks" });
    expect(lines[0]).toBe("of-hawks draw-closed");
    expect(new Set(lines)).toEqual(new Set(ofHawks));
    expect(new Set((await linesOf(test.admin, { kind: "tablets" })).map((line) => line.split(" ")[0]))).toEqual(
      new Set(["parent:hawks", "parent:owls"]),
    );
    expect(await linesOf(test.admin, { kind: "people" })).toHaveLength(2);
    expect(await linesOf(test.admin, { kind: "keys" })).toEqual(["system:keys admin-key-created"]);
    expect(await linesOf(test.admin, { kind: "draw-imported" })).toHaveLength(2);
    expect(await linesOf(test.admin, { who: `person:${personId}` })).toEqual(["of-hawks draw-closed"]);
    expect(await linesOf(test.admin, { who: "key:nightly" })).toEqual(["parent:owls device-revoked"]);
    expect(await linesOf(test.admin, { who: "admin" })).toHaveLength(all.entries.length - 2);
    expect(await linesOf(test.admin, { who: "system" })).toEqual([]);
    const zone = "Pacific/Kiritimati";
    const day = new Date(Date.parse(closed?.at ?? "") + 14 * hourMs).toISOString().slice(0, 10);
    expect(await linesOf(test.admin, { day, zone })).toContain("of-hawks draw-closed");
    expect(await linesOf(test.admin, { day: "2020-02-29", zone })).toEqual([]);
  });

  it.each<Record<string, string>>([
    { day: "2026-02-30" },
    { day: "yesterday" },
    { day: "2026-02-01", zone: "Nowhere/Here" },
    { kind: "placed" },
    { who: "Jo Roy" },
    { chain: "../x" },
    { day: "1999-12-31" },
    { day: "2200-01-01" },
    { before: "2026" },
    { before: "2026-02-30T10:00:00.000000_1" },
    { before: "2026-02-20T25:00:00.000000_1" },
    { before: "9999-12-31T10:00:00.000000_1" },
  ])("refuses %j", async (query) => {
    expect(await listHistory(test.admin, query)).toMatchObject({ ok: false, reason: "invalid-input" });
  });

  it("goes on where a page ended, each entry once", async () => {
    const at = test.clock.now().toISOString();
    await test.ctx.db.execute(
      sql`insert into audit_entries (draw_id, at, action, actor_kind, detail)
        select 'parent:many', ${at}::timestamptz + (n / 3) * interval '1 millisecond', 'device-renewed', 'admin', '{}'
        from generate_series(1, 100) n`,
    );
    const ids: string[] = [];
    let before: string | null = null;
    do {
      const query: Record<string, string> = { chain: "parent:many", ...(before ? { before } : {}) };
      const page = await pageOf(test.admin, query);
      ids.push(...page.entries.map(({ id }) => id));
      before = page.next;
    } while (before);
    expect(ids).toHaveLength(100);
    expect(new Set(ids).size).toBe(100);
  });
});

describe("a scope", () => {
  it("hides what lies outside, in lists and by every filter", async () => {
    const reader = as("auditor", hawks);
    const others = ["parent:hawks device-created", "system:people role-given"];
    expect(new Set(await linesOf(reader))).toEqual(new Set([...ofHawks, ...others]));
    expect(new Set(await linesOf(as("auditor", draw)))).toEqual(new Set(ofHawks));
    for (const chain of ["of-owls", "parent:owls", "system:keys", "system:sealing", "no-draw"]) {
      const { entries, head } = await pageOf(reader, { chain });
      expect([chain, entries, head]).toEqual([chain, [], null]);
    }
    expect(await linesOf(reader, { who: "key:nightly" })).toEqual([]);
    expect((await pageOf(reader, { chain: "system:people" })).head).toBeNull();
  });

  it("needs the right", async () => {
    expect(await listHistory(as("Order Manager", hawks), {})).toMatchObject({ reason: "admin-right-missing" });
    const head = "of-hawks=1:0123456789abcdef";
    expect(await checkSeal(as("Order Manager", hawks), { head })).toMatchObject({ reason: "admin-right-missing" });
    expect(await checkSeal(test.ctx, { head })).toMatchObject({ reason: "admin-key-wrong" });
  });
});

describe("a seal that was saved", () => {
  const check = async (ctx: Context, head: string | null) => checkSeal(ctx, { head: head ?? "" });

  it("is the same while nothing before it changed, also after newer entries", async () => {
    const { head } = await pageOf(test.admin, { chain: "of-owls" });
    expect(head).toMatch(/^of-owls=\d+:/);
    await importDraw(test.admin, { ...drawAt(test.clock.now(), { id: "of-owls", parentId: "owls" }), name: "again" });
    await sealAll();
    expect((await pageOf(test.admin, { chain: "of-owls" })).head).not.toBe(head);
    expect(await check(test.admin, ` ${head} `)).toMatchObject({ verdict: "same", from: 1, breaks: [] });
  });

  it("shows an entry that was changed, and a chain that was resealed", async () => {
    const { head } = await pageOf(test.admin, { chain: "parent:owls" });
    const change = (name: string) =>
      sql`update audit_entries set detail = detail || ${JSON.stringify({ label: name })}::jsonb
        where draw_id = 'parent:owls' and sequence = 1`;
    await test.ctx.db.execute(change("Another gate"));
    expect(await check(test.admin, head)).toMatchObject({
      ...{ verdict: "same", breaks: [{ sequence: 1, problem: "changed" }] },
    });
    await test.ctx.db.execute(
      sql`update audit_entries set sequence = null, seal = null, sealed_at = null where draw_id = 'parent:owls'`,
    );
    await sealAll();
    expect(await check(test.admin, head)).toMatchObject({ verdict: "different", breaks: [] });
  });

  it("is missing where the entry is gone, or outside of the access scope", async () => {
    const { head } = await pageOf(test.admin, { chain: "of-owls" });
    expect(await check(as("auditor", hawks), head)).toMatchObject({ verdict: "missing" });
    expect(await check(test.admin, "of-owls=9999:0123456789abcdef")).toMatchObject({ verdict: "missing" });
    expect(await check(test.admin, "no-draw=1:0123456789abcdef")).toMatchObject({ verdict: "missing" });
    expect(await check(test.admin, "nonsense")).toMatchObject({ ok: false, reason: "invalid-input" });
  });
});
