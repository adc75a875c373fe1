import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openInvitation } from "@/lib/people/invitations/open-invitation";
import { peopleChain } from "@/lib/people/rules";
import { queryRows } from "@/lib/platform/db/database";
import { inviteToConsole, joinConsole, signInToConsole } from "@/tests/support/core/console-people";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { authenticatePerson } from "./authenticate-person";
import { endRestoredSessions } from "./end-restored-sessions";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
afterAll(() => test.close());

it("a restored database has no session and no invitation that opens; passkeys sign in again", async () => {
  const first = await joinConsole(test);
  const people = [first, await joinConsole(test)];
  const { code } = await inviteToConsole(test.admin);
  const opens = () => Promise.all(people.map(async ({ session }) => (await authenticatePerson(test.ctx, session)).ok));
  const openLink = () => openInvitation(test.ctx, code, { ipAddress: "192.0.2.1" });
  expect(await opens()).toEqual([true, true]);
  expect(await openLink()).toMatchObject({ ok: true });

  expect(await endRestoredSessions(test.admin)).toEqual({ ok: true, sessions: 2, invitations: 1 });
  expect(await opens()).toEqual([false, false]);
  expect(await openLink()).toEqual({ ok: false, reason: "invitation-wrong" });
  const entries = sql`select from audit_entries where draw_id = ${peopleChain} and action = 'session-ended'`;
  expect(await queryRows(test.ctx.db, entries)).toHaveLength(2);

  expect(await endRestoredSessions(test.admin)).toEqual({ ok: true, sessions: 0, invitations: 0 });
  expect(await signInToConsole(test.ctx, first.passkey)).toMatchObject({ ok: true });
});
