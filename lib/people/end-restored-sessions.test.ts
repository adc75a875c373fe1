import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { queryRows } from "@/lib/platform/db/database";
import { createPasskey } from "@/tests/support/core/passkeys";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";

import { acceptInvitation, openInvitation } from "./accept-invitation";
import { authenticatePerson } from "./authenticate-person";
import { endRestoredSessions } from "./end-restored-sessions";
import { invitePerson } from "./invite-person";
import { openSession } from "./open-session";
import { requestSignature } from "./request-signature";
import { peopleChain } from "./rules";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
afterAll(() => test.close());

const browser = { browser: null, userAgent: "", address: "192.0.2.1" };

async function invite(email: string): Promise<string> {
  const roles = [{ role: "admin", scope: { kind: "everything" } }];
  const invited = await invitePerson(test.admin, { email, name: "Marie Roy", roles });
  if (!invited.ok) throw new Error(invited.reason);
  return invited.link?.split("#code=")[1] ?? "";
}

async function join(email: string) {
  const [code, passkey] = [await invite(email), createPasskey("https://tickets.example.test")];
  const opened = await openInvitation(test.ctx, code, browser);
  if (!opened.ok) throw new Error(opened.reason);
  const credential = passkey.register(opened.options);
  const accepted = await acceptInvitation(test.ctx, { code, credential, name: "Laptop", locale: "en" }, browser);
  if (!accepted.ok) throw new Error(accepted.reason);
  return { passkey, session: accepted.session };
}

it("a restored database has no session and no invitation that opens; passkeys sign in again", async () => {
  const people = [await join("one@example.test"), await join("two@example.test")];
  const code = await invite("waiting@example.test");
  const opens = () => Promise.all(people.map(async ({ session }) => (await authenticatePerson(test.ctx, session)).ok));
  expect(await opens()).toEqual([true, true]);
  expect(await openInvitation(test.ctx, code, browser)).toMatchObject({ ok: true });

  expect(await endRestoredSessions(test.admin)).toEqual({ sessions: 2, invitations: 1 });
  expect(await opens()).toEqual([false, false]);
  expect(await openInvitation(test.ctx, code, browser)).toEqual({ ok: false, reason: "invitation-wrong" });
  const entries = sql`select from audit_entries where draw_id = ${peopleChain} and action = 'session-ended'`;
  expect(await queryRows(test.ctx.db, entries)).toHaveLength(2);

  expect(await endRestoredSessions(test.admin)).toEqual({ sessions: 0, invitations: 0 });
  const asked = await requestSignature(test.ctx);
  if (!asked.ok || !people[0]) throw new Error("No challenge.");
  const again = await openSession(test.ctx, people[0].passkey.sign(asked.options), browser);
  expect(again).toMatchObject({ ok: true });
});
