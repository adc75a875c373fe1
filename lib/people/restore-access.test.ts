import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { listChainEntries } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { queryRows } from "@/lib/platform/db/database";
import {
  acceptCode,
  freshEmail,
  inviteToConsole,
  joinConsole,
  signInToConsole,
} from "@/tests/support/core/console-people";
import { createPasskey } from "@/tests/support/core/passkeys";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { withoutRowLocks } from "@/tests/support/sabotage/without-row-locks";
import { changePerson } from "./change-person";
import { invitePerson } from "./invitations/invite-person";
import { openInvitation } from "./invitations/open-invitation";
import { listPersons } from "./list-persons";
import { revokePerson } from "./revoke-person";
import { peopleActions, peopleChain } from "./rules";
import type { RoleGrant, Scope } from "./rules.roles";
import { authenticatePerson } from "./sessions/authenticate-person";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
afterAll(() => test.close());

const hawks: Scope = { kind: "parent", parentId: "hawks" };
const owls: Scope = { kind: "parent", parentId: "owls" };
const given = (role: RoleGrant["role"], scope: Scope): RoleGrant => ({ role, scope });

async function emailOf(personId: string): Promise<string> {
  const [row] = await queryRows<{ email: string }>(
    test.ctx.db,
    sql`select email from persons where person_id = ${personId}`,
  );
  return row?.email ?? "";
}

async function stateOf(personId: string) {
  const listed = await listPersons(test.admin);
  const person = listed.ok ? listed.persons.find((each) => each.personId === personId) : undefined;
  return person && { state: person.state, roles: person.roles, passkeys: person.passkeys };
}

async function actionsAbout(personId: string): Promise<string[]> {
  const entries = await listChainEntries(test.ctx.db, peopleChain, peopleActions);
  return entries.filter(({ detail }) => detail.person === personId).map(({ action }) => action);
}

const inAMinute = () => new Date(test.clock.now().getTime() + 60_000).toISOString();

describe("access that is given back by an invitation", () => {
  const again = async (personId: string) =>
    invitePerson(test.admin, { email: await emailOf(personId), name: "Jo Roy", roles: [given("auditor", owls)] });

  it.each(["revoked", "ended"])("after it was %s, is what the invitation gives and no more", async (how) => {
    const before = await joinConsole(test, [given("admin", hawks)]);
    if (how === "revoked") await revokePerson(test.admin, before.personId);
    else await changePerson(test.admin, before.personId, { endsAt: inAMinute() });
    test.clock.advance(60_000);
    const invited = await again(before.personId);
    expect(invited).toMatchObject({ ok: true, personId: before.personId, isRegistered: false });
    const expected = { state: "invited", roles: [given("auditor", owls)], passkeys: 0 };
    expect(await stateOf(before.personId)).toEqual(expected);
    expect(await signInToConsole(test.ctx, before.passkey)).toMatchObject({ ok: false, reason: "passkey-wrong" });
    expect(await authenticatePerson(test.ctx, before.session)).toMatchObject({ ok: false });
    const actions = await actionsAbout(before.personId);
    expect(actions.slice(-3).sort()).toEqual(["person-invited", "person-restored", "role-given"]);
  });

  it("comes back whole where only its end is lifted", async () => {
    const before = await joinConsole(test, [given("admin", hawks)]);
    await changePerson(test.admin, before.personId, { endsAt: inAMinute() });
    test.clock.advance(60_000);
    expect(await authenticatePerson(test.ctx, before.session)).toMatchObject({ ok: false });
    await changePerson(test.admin, before.personId, { endsAt: null });
    expect(await stateOf(before.personId)).toEqual({ state: "active", roles: [given("admin", hawks)], passkeys: 1 });
    expect(await authenticatePerson(test.ctx, before.session)).toMatchObject({ ok: true });
  });
});

describe("a revocation", () => {
  it("answers the same when it is repeated by whoever made it, and isn't another's to repeat", async () => {
    const [ofHawks, ofOwls] = [
      await joinConsole(test, [given("admin", hawks)]),
      await joinConsole(test, [given("admin", hawks)]),
    ];
    const { personId } = await joinConsole(test, [given("auditor", hawks)]);
    const first = await revokePerson(ofHawks.ctx, personId);
    expect(first).toMatchObject({ ok: true, person: { state: "revoked", roles: [], passkeys: 0 } });
    test.clock.advance(60_000);
    expect(await revokePerson(ofHawks.ctx, personId)).toEqual(first);
    expect(await revokePerson(test.admin, personId)).toEqual(first);
    expect(await revokePerson(ofOwls.ctx, personId)).toMatchObject({ reason: "person-not-found" });
    expect((await actionsAbout(personId)).filter((action) => action === "person-revoked")).toHaveLength(1);
  });

  it.runIf(onPostgres)("leaves no session of a sign-in that crosses it; without the lock one stays", async () => {
    const race = async (weaken: boolean) => {
      const stage = await openTestContext();
      const { personId, passkey } = await joinConsole(stage, [given("auditor", hawks)]);
      const weak = (ctx: Context) => (weaken ? withoutRowLocks(ctx).ctx : ctx);
      await queryRows(
        stage.ctx.db,
        sql`create function slow_session() returns trigger language plpgsql as
          $$ begin perform pg_sleep(0.5); return new; end $$`,
      );
      await queryRows(
        stage.ctx.db,
        sql`create trigger slow_session before insert on person_sessions
          for each row execute function slow_session()`,
      );
      const signedIn = signInToConsole(weak(stage.ctx), passkey);
      await stage.ctx.wait(150);
      const [opened, revoked] = await Promise.all([signedIn, revokePerson(weak(stage.admin), personId)]);
      const left = await queryRows(
        stage.ctx.db,
        sql`select from person_sessions where person_id = ${personId} and ended_at is null`,
      );
      await stage.close();
      return { opened: opened.ok, revoked: revoked.ok, left: left.length };
    };
    expect(await race(false)).toEqual({ opened: true, revoked: true, left: 0 });
    expect(await race(true)).toEqual({ opened: true, revoked: true, left: 1 });
  });
});

describe("an open invitation", () => {
  it("isn't ended by a role of somebody whose access scope lacks some of what it opens", async () => {
    const { ctx } = await joinConsole(test, [given("admin", hawks)]);
    const email = freshEmail();
    const { code } = await inviteToConsole(test.admin, [given("admin", owls)], email);
    const own = await invitePerson(ctx, { email, name: "Jo Roy", roles: [given("auditor", hawks)] });
    expect(own).toMatchObject({ ok: true, isRegistered: false, link: null, isMailed: false });
    expect(await openInvitation(test.ctx, code, { ipAddress: "192.0.2.1" })).toMatchObject({ ok: true });
    const passkey = createPasskey(test.ctx.checkoutHost);
    expect(await acceptCode(test.ctx, code, passkey)).toMatchObject({ ok: true });
  });

  it("ends with a role of somebody who does, as its maker may not give that role", async () => {
    const { ctx } = await joinConsole(test, [given("admin", hawks)]);
    const { personId } = await inviteToConsole(ctx, [given("auditor", hawks)]);
    const code = /#code=(\w+)/.exec(test.mail.mails.at(-1)?.text ?? "")?.[1] ?? "";
    await changePerson(test.admin, personId, { give: [given("auditor", owls)] });
    expect(await openInvitation(test.ctx, code, { ipAddress: "192.0.2.1" })).toMatchObject({
      reason: "invitation-wrong",
    });
  });
});
