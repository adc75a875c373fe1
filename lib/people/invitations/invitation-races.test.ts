import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import type { Context } from "@/lib/context";
import type { RoleGrant } from "@/lib/people/rules.roles";
import { queryRows } from "@/lib/platform/db/database";
import { freshEmail, inviteToConsole } from "@/tests/support/core/console-people";
import { overlapTransactions } from "@/tests/support/core/hold-commit";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { withoutConflictClauses } from "@/tests/support/sabotage/without-conflicts";
import { withoutRowLocks } from "@/tests/support/sabotage/without-row-locks";
import { invitePerson } from "./invite-person";
import { openInvitation } from "./open-invitation";

const email = freshEmail();

const roles = ["auditor", "Order Manager"].map((role): RoleGrant => {
  return { role: role as RoleGrant["role"], scope: { kind: "parent", parentId: "hawks" } };
});

/** Invites one address twice at once, each time with another role, and returns what is stored afterwards. */
async function inviteTwice(test: TestContext, ctx: Context) {
  const [first, second] = roles.map(
    (role) => (own: Context) => invitePerson(own, { email, name: "Jo", roles: [role] }),
  );
  if (!first || !second) throw new Error("Two roles are needed.");
  const invited = await overlapTransactions(ctx, first, second);
  const opened: string[] = [];
  for (const answer of invited) {
    const code = answer.ok ? answer.link?.split("#code=")[1] : undefined;
    const found = await openInvitation(test.ctx, code ?? "", { ipAddress: "192.0.2.1" });
    opened.push(found.ok ? "open" : found.reason);
  }
  const [left] = await queryRows(
    test.ctx.db,
    sql`select count(distinct p.person_id)::int as persons, count(r.role)::int as roles,
        max((select count(*) from invitations i where i.person_id = p.person_id))::int as invitations
      from persons p join person_roles r on r.person_id = p.person_id
      where p.email = ${email} and r.role = any('{auditor,Order Manager}')`,
  );
  return { answers: invited.map((answer) => (answer.ok ? "ok" : answer.reason)), opened, left };
}

async function race(
  weaken: (test: TestContext) => Promise<Context>,
  prepare: (test: TestContext) => Promise<unknown> = async () => {},
) {
  const test = await openTestContext();
  try {
    await prepare(test);
    return await inviteTwice(test, await weaken(test));
  } finally {
    await test.close();
  }
}

const unchanged = async ({ admin }: TestContext) => admin;

const once = {
  answers: ["ok", "ok"],
  opened: ["invitation-wrong", "open"],
  left: { persons: 1, roles: 2, invitations: 1 },
};

describe.runIf(onPostgres)("an address that two admins invite at once", () => {
  it("becomes one person with both roles, whom the later link alone opens", async () => {
    expect(await race(unchanged)).toEqual(once);
  });

  it("negative control: without the unique address it becomes two persons", async () => {
    const weaken = async ({ admin }: TestContext) => {
      await admin.db.execute("drop index persons_email");
      return withoutConflictClauses(admin).ctx;
    };
    expect(await race(weaken)).toMatchObject({ answers: ["ok", "ok"], left: { persons: 2, roles: 2 } });
  });

  const inviteBefore = ({ admin }: TestContext) => inviteToConsole(admin, roles, email);

  it("and that has the roles already, gets one link that opens", async () => {
    expect(await race(unchanged, inviteBefore)).toEqual(once);
  });

  it("negative control: without the person's lock both links open", async () => {
    const weaken = async ({ admin }: TestContext) => withoutRowLocks(admin).ctx;
    const answers = await race(weaken, inviteBefore);
    expect(answers).toMatchObject({ opened: ["open", "open"], left: { persons: 1, invitations: 2 } });
  });
});
