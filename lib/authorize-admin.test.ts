import { describe, expect, it } from "vitest";

import type { Actor } from "./actor";
import { authorizeAdmin, authorizeEverywhere } from "./authorize-admin";
import type { Grant } from "./rights";
import { getKeyGrants, includesDraw, includesParent, keyRights } from "./rights";

const admin = (...grants: Grant[]): Actor => ({ kind: "admin", grants });
const missing = (right: string) => ({
  ok: false,
  reason: "admin-right-missing",
  fields: [{ field: right, problem: "required" }],
});

const viewEverywhere: Grant = { rights: ["view"], scope: { kind: "everything" } };
const refundsOfDraw: Grant = { rights: ["view", "refunds"], scope: { kind: "draw", drawId: "one" } };
const refundsOfParent: Grant = { rights: ["refunds"], scope: { kind: "parent", parentId: "charity" } };

describe("a right", () => {
  it("holds where its own grant holds, not where another grant of the same admin does", () => {
    const actor = admin(viewEverywhere, refundsOfDraw);
    expect(authorizeAdmin(actor, "view")).toEqual({ ok: true, accessScope: "everything" });
    expect(authorizeAdmin(actor, "refunds")).toEqual({ ok: true, accessScope: { parentIds: [], drawIds: ["one"] } });
    expect(authorizeAdmin(actor, "draws")).toEqual(missing("draws"));
  });

  it("holds in all scopes of an admin together", () => {
    const found = authorizeAdmin(admin(refundsOfDraw, refundsOfParent), "refunds");
    expect(found).toEqual({ ok: true, accessScope: { parentIds: ["charity"], drawIds: ["one"] } });
    if (!found.ok) return;
    expect(includesDraw(found.accessScope, { drawId: "one", parentId: "other" })).toBe(true);
    expect(includesDraw(found.accessScope, { drawId: "two", parentId: "charity" })).toBe(true);
    expect(includesDraw(found.accessScope, { drawId: "two", parentId: "other" })).toBe(false);
    expect(includesParent(found.accessScope, "charity")).toBe(true);
    expect(includesParent(found.accessScope, "one")).toBe(false);
  });

  it("is refused for all draws at once, unless it holds everywhere", () => {
    expect(authorizeEverywhere(admin(viewEverywhere), "view")).toBeNull();
    expect(authorizeEverywhere(admin(refundsOfParent), "refunds")).toEqual(missing("refunds"));
    expect(authorizeEverywhere(admin(), "view")).toEqual(missing("view"));
  });

  it("may be any of some, of which a refusal names the first", () => {
    expect(authorizeAdmin(admin(viewEverywhere), ["history", "view"])).toMatchObject({ ok: true });
    expect(authorizeAdmin(admin(viewEverywhere), ["history", "devices"])).toEqual(missing("history"));
  });

  it("is nobody's but an admin's", () => {
    for (const kind of ["verifier", "upstream", "monitor"] as const)
      expect(authorizeAdmin({ kind }, "view")).toEqual({ ok: false, reason: "admin-key-wrong" });
  });
});

it("a named key does everywhere what its words say, and makes no keys", () => {
  const rightsOf = (word: (typeof keyRights)[number]) =>
    getKeyGrants([word]).flatMap(({ rights }) => [...rights].sort());
  expect(Object.fromEntries(keyRights.map((word) => [word, rightsOf(word)]))).toEqual({
    draws: ["draws", "teams", "view"],
    orders: ["browse", "find", "orders", "resend"],
    refunds: ["refunds", "settle"],
    devices: ["devices"],
    people: ["correct", "people"],
    reports: ["reports"],
    payments: ["payments"],
  });
  expect(getKeyGrants(keyRights)).toMatchObject([{ scope: { kind: "everything" } }]);
  expect(authorizeEverywhere(admin(...getKeyGrants(keyRights)), "keys")).toEqual(missing("keys"));
});
