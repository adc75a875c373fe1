import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Actor } from "@/lib/actor";
import { dayMs } from "@/lib/durations";
import { queryRows } from "@/lib/platform/db/database";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";

import { changePerson } from "./change-person";
import { invitePerson } from "./invitations/invite-person";
import { listSuggestions } from "./list-suggestions";
import { toGrants } from "./rules.roles";

const start = new Date("2026-11-20T18:00:00Z");

let test: TestContext;

const userRoles = { "user-1": ["Order Manager", "Winner Picker"], "user-2": ["Teams Manager"] };

async function define(id: string, changes: Record<string, unknown> = {}): Promise<void> {
  await importTestDraw(test.admin, drawAt(start, { id, urlSlug: id, parentId: "arena", userRoles, ...changes }));
}

beforeEach(async () => {
  test = await openTestContext(start);
  await define("gala");
});
afterEach(() => test.close());

/** Returns the suggestions as `user: role in draw`. */
async function suggested(actor: Actor = test.admin.actor): Promise<string[] | string> {
  const listed = await listSuggestions({ ...test.ctx, actor });
  if (!listed.ok) return listed.reason;
  return listed.suggestions.flatMap(({ userId, roles }) =>
    roles.map(({ role, scope }) => `${userId}: ${role} in ${scope.kind === "draw" ? scope.drawId : scope.kind}`),
  );
}

const ofGala = ["user-1: Order Manager in gala", "user-1: Winner Picker in gala", "user-2: Teams Manager in gala"];

it("an import gives nobody anything and mails nobody: its roles are suggestions", async () => {
  expect(await suggested()).toEqual(ofGala);
  expect(await queryRows(test.ctx.db, sql`select from persons`)).toEqual([]);
  expect(test.mail.mails).toEqual([]);
});

it("a suggestion becomes an invitation with an address, and is gone while its person has the role", async () => {
  const scope = { kind: "draw", drawId: "gala" } as const;
  const roles = [
    { role: "Order Manager", scope },
    { role: "Winner Picker", scope },
  ] as const;
  const given = { email: "jo@example.test", name: "Jo", roles, userId: "user-1" };
  const invited = await invitePerson(test.admin, given);
  if (!invited.ok) throw new Error(invited.reason);
  expect(test.mail.mails).toHaveLength(1);
  expect(await suggested()).toEqual(ofGala.slice(2));
  // Another draw names the same user, so only its roles are suggested.
  await define("raffle");
  expect(await suggested()).toContain("user-1: Order Manager in raffle");
  await changePerson(test.admin, invited.personId, { withdraw: [roles[0]] });
  expect(await suggested()).toContain("user-1: Order Manager in gala");
  // A role in a wider scope covers the draw.
  const parent = { kind: "parent", parentId: "arena" };
  await changePerson(test.admin, invited.personId, { give: [{ role: "Order Manager", scope: parent }] });
  expect((await suggested()).toString()).not.toContain("user-1: Order Manager");
});

it("an invitation of somebody else with the same role answers no suggestion", async () => {
  const scope = { kind: "draw", drawId: "gala" };
  await invitePerson(test.admin, { email: "sam@example.test", name: "Sam", roles: [{ role: "Teams Manager", scope }] });
  expect(await suggested()).toEqual(ofGala);
});

it("suggestions are of the draws where the caller gives access, and not of those long over", async () => {
  await define("other", { parentId: "others" });
  const adminOf = (role: "admin" | "auditor"): Actor => ({
    kind: "admin",
    grants: toGrants([{ role, scope: { kind: "parent", parentId: "arena" } }]),
  });
  expect((await suggested()).toString()).toContain("in other");
  expect(await suggested(adminOf("admin"))).toEqual(ofGala);
  expect(await suggested(adminOf("auditor"))).toBe("admin-right-missing");
  test.clock.advance(40 * dayMs);
  expect(await suggested()).toEqual([]);
});
