import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listChainEntries } from "@/lib/audit/store";
import { authorizeEverywhere } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { dayMs } from "@/lib/durations";
import { queryRows } from "@/lib/platform/db/database";
import { createSealer } from "@/lib/platform/server/seal";
import type { KeyRight } from "@/lib/rights";
import { getKeyGrants, keyRights } from "@/lib/rights";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { authenticateAdmin } from "./authenticate-admin";
import { createAdminKey } from "./create-admin-key";
import { listAdminKeys } from "./list-admin-keys";
import { revokeAdminKey } from "./revoke-admin-key";
import { isAdminKey, keyActions, keysChain } from "./rules";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
afterAll(() => test.close());

async function create(name: string, rights: KeyRight[] = ["orders"], days = 1): Promise<string> {
  const created = await createAdminKey(test.admin, { name, rights, days });
  if (!created.ok) throw new Error(JSON.stringify(created));
  return created.key;
}

describe("a named key", () => {
  it("opens with its rights and under its name, until it expires", async () => {
    const key = await create("expires", ["draws", "orders"]);
    expect(isAdminKey(key)).toBe(true);
    const admin = { kind: "admin", name: "key:expires", grants: getKeyGrants(["draws", "orders"]) };
    expect(await authenticateAdmin(test.ctx, key)).toEqual(admin);
    test.clock.advance(dayMs - 1);
    expect(await authenticateAdmin(test.ctx, key)).toEqual(admin);
    test.clock.advance(1);
    expect(await authenticateAdmin(test.ctx, key)).toBeNull();
  });

  it("opens nothing once it is revoked, and is revoked once", async () => {
    const key = await create("revoked");
    expect(await revokeAdminKey(test.admin, "revoked")).toMatchObject({ ok: true, adminKey: { state: "revoked" } });
    expect(await authenticateAdmin(test.ctx, key)).toBeNull();
    await revokeAdminKey(test.admin, "revoked");
    const entries = await listChainEntries(test.ctx.db, keysChain, keyActions);
    expect(entries.filter(({ detail }) => detail.name === "revoked").map(({ action }) => action)).toEqual([
      "admin-key-created",
      "admin-key-revoked",
    ]);
  });

  it("opens nothing if it is changed, cut, of another server, or made up", async () => {
    const key = await create("changed");
    const made = [
      `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`,
      key.slice(0, -1),
      `${key}A`,
      "",
      "key:changed",
    ];
    for (const wrong of made) expect(await authenticateAdmin(test.ctx, wrong)).toBeNull();
    const sealer = createSealer(randomBytes(32));
    expect(await authenticateAdmin({ ...test.ctx, sealer }, key)).toBeNull();
  });

  it("is stored as a digest only", async () => {
    const key = await create("digest");
    const rows = await queryRows(test.ctx.db, sql`select * from admin_keys where name = 'digest'`);
    expect(JSON.stringify(rows)).not.toContain(key.slice("tirage_admin_".length));
    const entries = await listChainEntries(test.ctx.db, keysChain, keyActions);
    expect(JSON.stringify(entries)).not.toContain(key.slice("tirage_admin_".length));
  });

  it("gets a name that no other ever had, also when many are made at once", async () => {
    const input = { name: "twice", rights: ["orders"], days: 1 };
    const made = await Promise.all([1, 2, 3].map(() => createAdminKey(test.admin, input)));
    expect(made.filter(({ ok }) => ok)).toHaveLength(1);
    await revokeAdminKey(test.admin, "twice");
    expect(await createAdminKey(test.admin, input)).toMatchObject({
      reason: "invalid-input",
      fields: [{ field: "name", problem: "duplicate" }],
    });
  });

  it.each([
    ["no name", { name: "" }, "name"],
    ["a name that isn't plain", { name: "Marie T." }, "name"],
    ["no right", { rights: [] }, "rights"],
    ["an unknown right", { rights: ["everything"] }, "rights.0"],
    ["the right to make keys", { rights: ["keys"] }, "rights.0"],
    ["no end", { days: undefined }, "expiresAt"],
    ["two ends", { expiresAt: "2026-12-01T00:00:00Z" }, "expiresAt"],
    ["an end in the past", { days: undefined, expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt"],
    ["an end in two years", { days: undefined, expiresAt: "2028-12-01T00:00:00Z" }, "expiresAt"],
    ["too many days", { days: 367 }, "days"],
  ])("is refused with %s", async (_name, changes, field) => {
    const refused = await createAdminKey(test.admin, { name: "refused", rights: ["orders"], days: 1, ...changes });
    expect(refused).toMatchObject({ ok: false, reason: "invalid-input", fields: [{ field }] });
  });

  it("can make, list and revoke none itself, with any right", async () => {
    const ctx: Context = { ...test.ctx, actor: { kind: "admin", name: "key:all", grants: getKeyGrants(keyRights) } };
    const missing = { ok: false, reason: "admin-right-missing", fields: [{ field: "keys", problem: "required" }] };
    expect(await createAdminKey(ctx, {})).toEqual(missing);
    expect(await listAdminKeys(ctx)).toEqual(missing);
    expect(await revokeAdminKey(ctx, "digest")).toEqual(missing);
    expect(await listAdminKeys(test.ctx)).toEqual({ ok: false, reason: "admin-key-wrong" });
  });

  it("is listed with its state, the latest first; an unknown one can't be revoked", async () => {
    await create("listed", ["reports"], 30);
    const listed = await listAdminKeys(test.admin);
    const states = listed.ok ? new Map(listed.adminKeys.map(({ name, state }) => [name, state])) : new Map();
    expect([states.get("listed"), states.get("revoked"), states.get("expires")]).toEqual([
      "active",
      "revoked",
      "expired",
    ]);
    for (const name of ["unknown", "not a name\u0000"])
      expect(await revokeAdminKey(test.admin, name)).toEqual({ ok: false, reason: "not-found" });
  });
});

describe("authorizeEverywhere", () => {
  it("lets the root key do everything, a named key what it has, and others nothing", () => {
    expect(authorizeEverywhere({ kind: "admin", grants: "all" }, "keys")).toBeNull();
    expect(authorizeEverywhere({ kind: "admin", grants: getKeyGrants(["orders"]) }, "orders")).toBeNull();
    expect(authorizeEverywhere({ kind: "admin", grants: getKeyGrants(["orders"]) }, "refunds")).toMatchObject({
      reason: "admin-right-missing",
    });
    expect(authorizeEverywhere({ kind: "admin", grants: [] }, "orders")).not.toBeNull();
    for (const kind of ["verifier", "upstream", "monitor"] as const)
      expect(authorizeEverywhere({ kind }, "orders")).toEqual({ ok: false, reason: "admin-key-wrong" });
  });
});
