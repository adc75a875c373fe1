import { describe, expect, it } from "vitest";

import type { Actor } from "./actor";
import { findReach, refuseAdmin } from "./refuse-admin";
import type { Grant } from "./rights";
import { grantsOfKey, keyRights, reachesDraw, reachesParent } from "./rights";

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
    expect(findReach(actor, "view")).toEqual({ ok: true, reach: "everything" });
    expect(findReach(actor, "refunds")).toEqual({ ok: true, reach: { parentIds: [], drawIds: ["one"] } });
    expect(findReach(actor, "draws")).toEqual(missing("draws"));
  });

  it("holds in all scopes of an admin together", () => {
    const found = findReach(admin(refundsOfDraw, refundsOfParent), "refunds");
    expect(found).toEqual({ ok: true, reach: { parentIds: ["charity"], drawIds: ["one"] } });
    if (!found.ok) return;
    expect(reachesDraw(found.reach, { drawId: "one", parentId: "other" })).toBe(true);
    expect(reachesDraw(found.reach, { drawId: "two", parentId: "charity" })).toBe(true);
    expect(reachesDraw(found.reach, { drawId: "two", parentId: "other" })).toBe(false);
    expect(reachesParent(found.reach, "charity")).toBe(true);
    expect(reachesParent(found.reach, "one")).toBe(false);
  });

  it("is refused for all draws at once, unless it holds everywhere", () => {
    expect(refuseAdmin(admin(viewEverywhere), "view")).toBeNull();
    expect(refuseAdmin(admin(refundsOfParent), "refunds")).toEqual(missing("refunds"));
    expect(refuseAdmin(admin(), "view")).toEqual(missing("view"));
  });

  it("may be any of some, of which a refusal names the first", () => {
    expect(findReach(admin(viewEverywhere), ["history", "view"])).toMatchObject({ ok: true });
    expect(findReach(admin(viewEverywhere), ["history", "devices"])).toEqual(missing("history"));
  });

  it("is nobody's but an admin's", () => {
    for (const kind of ["verifier", "upstream", "monitor"] as const)
      expect(findReach({ kind }, "view")).toEqual({ ok: false, reason: "admin-key-wrong" });
  });
});

it("a named key does everywhere what its words say, and makes no keys", () => {
  const rightsOf = (word: (typeof keyRights)[number]) =>
    grantsOfKey([word]).flatMap(({ rights }) => [...rights].sort());
  expect(Object.fromEntries(keyRights.map((word) => [word, rightsOf(word)]))).toEqual({
    draws: ["draws", "teams", "view"],
    orders: ["browse", "find", "orders", "resend"],
    refunds: ["refunds", "settle"],
    devices: ["devices"],
    people: ["correct", "people"],
    reports: ["reports"],
    payments: ["payments"],
  });
  expect(grantsOfKey(keyRights)).toMatchObject([{ scope: { kind: "everything" } }]);
  expect(refuseAdmin(admin(...grantsOfKey(keyRights)), "keys")).toEqual(missing("keys"));
});
