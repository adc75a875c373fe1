import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { listChainEntries } from "@/lib/audit/store";
import { dayMs } from "@/lib/durations";
import { queryRows } from "@/lib/platform/db/database";
import { freshEmail, inviteToConsole, joinConsole } from "@/tests/support/core/console-people";
import { findText } from "@/tests/support/core/find-text";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";

import { changePerson } from "./change-person";
import { eraseAccess } from "./erase-access";
import { eraseFormerPersons } from "./erase-former-persons";
import { exportAccess } from "./export-access";
import { invitePerson } from "./invitations/invite-person";
import { revokePerson } from "./revoke-person";
import { peopleActions, peopleChain } from "./rules";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
afterAll(() => test.close());

const roles = [{ role: "auditor" as const, scope: { kind: "everything" as const } }];

async function join(email = freshEmail()) {
  return { email, ...(await joinConsole(test, roles, email)) };
}

const eraseOnce = (email: string, isDryRun = false) => eraseAccess(test.admin, { email, isDryRun });

async function actionsAbout(personId: string): Promise<string[]> {
  const entries = await listChainEntries(test.ctx.db, peopleChain, peopleActions);
  return entries.filter(({ detail }) => detail.person === personId).map(({ action }) => action);
}

it("what is stored of a person of the console is exported, without who did it", async () => {
  const { email, personId } = await join();
  const access = await exportAccess(test.admin, email.toUpperCase());
  expect(access).toMatchObject({
    ...{ personId, name: "Marie Roy", locale: "en", endsAt: null, revokedAt: null, roles },
    passkeys: [{ name: "Laptop", usedAt: null }],
    sessions: [{ browser: "Chrome, Windows", endedAt: null }],
  });
  expect(access?.history.map(({ action }) => action).sort()).toEqual([
    ...["passkey-added", "person-invited", "role-given", "session-opened"],
  ]);
  expect(Object.keys(access?.history[0] ?? {})).toEqual(["action", "at"]);
  expect(await exportAccess(test.admin, "nobody@example.test")).toBeNull();
});

it("a person is erased once their access has ended, and the log keeps their id alone", async () => {
  const { email, personId } = await join("zephirine@example.test");
  expect(await eraseOnce(email)).toBe("kept");
  expect(await exportAccess(test.admin, email)).toMatchObject({ personId });
  await revokePerson(test.admin, personId);
  expect(await eraseOnce(email, true)).toBe("erased");
  expect(await findText(test.ctx.db, "zephirine")).toEqual(["persons.email"]);
  expect(await eraseOnce(email)).toBe("erased");
  expect(await findText(test.ctx.db, "zephirine")).toEqual([]);
  for (const table of ["persons", "person_roles", "person_sessions", "passkeys", "invitations", "person_letters"]) {
    const rows = await queryRows(test.ctx.db, sql`select from ${sql.raw(table)} where person_id = ${personId}`);
    expect([table, rows.length]).toEqual([table, 0]);
  }
  expect(await actionsAbout(personId)).toContain("person-erased");
  expect(await eraseOnce(email)).toBeNull();
});

it("an address that was erased is invited as somebody new", async () => {
  const { email, personId } = await join();
  await revokePerson(test.admin, personId);
  await eraseOnce(email);
  const again = await inviteToConsole(test.admin, roles, email);
  expect(again).toMatchObject({ isRegistered: false });
  expect(again.personId).not.toBe(personId);
});

it("who left is erased by itself as long after as buyers are; who stays, or came back, is not", async () => {
  const stage = await openTestContext();
  const people = {
    staying: await joinConsole(stage, roles),
    revoked: await joinConsole(stage, roles),
    ended: await joinConsole(stage, roles),
    back: await joinConsole(stage, roles, "back@example.test"),
  };
  const endsAt = new Date(stage.clock.now().getTime() + 60_000).toISOString();
  await changePerson(stage.admin, people.ended.personId, { endsAt });
  for (const who of ["revoked", "back"] as const) await revokePerson(stage.admin, people[who].personId);
  stage.clock.advance(60_000);
  const again = { email: "back@example.test", name: "Jo", roles };
  expect(await invitePerson(stage.admin, again)).toMatchObject({ ok: true, personId: people.back.personId });
  stage.clock.advance(stage.ctx.retention.buyersDays * dayMs - 60_001);
  expect(await eraseFormerPersons(stage.ctx)).toBe(0);
  stage.clock.advance(60_001);
  expect(await eraseFormerPersons(stage.ctx)).toBe(2);
  const left = await queryRows<{ person_id: string }>(stage.ctx.db, sql`select person_id from persons`);
  const { staying, back } = people;
  expect(left.map((row) => row.person_id).sort()).toEqual([staying.personId, back.personId].sort());
  await stage.close();
});
