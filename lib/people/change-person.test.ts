import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { listChainEntries } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { queryRows } from "@/lib/platform/db/database";
import { freshEmail, inviteToConsole, joinConsole } from "@/tests/support/core/console-people";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { withoutGuard } from "@/tests/support/sabotage/without-guard";
import { changePerson } from "./change-person";
import { inviteAgain } from "./invitations/invite-again";
import { invitePerson } from "./invitations/invite-person";
import { deliverLetters } from "./letters/deliver-letters";
import { listPersons } from "./list-persons";
import { revokePerson } from "./revoke-person";
import { lifetimesMs, peopleActions, peopleChain } from "./rules";
import type { Role, Scope } from "./rules.roles";
import { roleRights, roles } from "./rules.roles";
import { authenticatePerson } from "./sessions/authenticate-person";
import { endOwnSessions } from "./sessions/end-own-sessions";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
  await importTestDraw(test.admin, drawAt(test.clock.now(), { id: "of-hawks", parentId: "hawks" }));
  await importTestDraw(test.admin, drawAt(test.clock.now(), { id: "of-owls", parentId: "owls" }));
});
afterAll(() => test.close());

const everything: Scope = { kind: "everything" };
const hawks: Scope = { kind: "parent", parentId: "hawks" };
const owls: Scope = { kind: "parent", parentId: "owls" };
const drawOf = (drawId: string): Scope => ({ kind: "draw", drawId });

const invite = inviteToConsole;

const join = (role: Role, scope: Scope, stage = test) => joinConsole(stage, [{ role, scope }]);

const reasonOf = (answer: { ok: true } | { ok: false; reason: string }) => (answer.ok ? "ok" : answer.reason);

describe("roles", () => {
  it("allow what their table says, and never the making of keys", () => {
    for (const role of roles) expect(roleRights[role]).not.toContain("keys");
    const having = (right: string) => roles.filter((role) => roleRights[role].some((each) => each === right));
    expect(having("access")).toEqual(["admin"]);
    expect(having("refunds")).toEqual(["admin", "Order Refunder"]);
    expect(having("people")).toEqual(["admin"]);
    expect(having("devices")).toEqual(["admin"]);
  });

  it("are given and withdrawn by whoever has access there, and entries name them", async () => {
    const admin = await join("admin", hawks);
    const { personId } = await invite(admin.ctx, [{ role: "Order Manager", scope: hawks }]);
    const give = [{ role: "auditor", scope: drawOf("of-hawks") }];
    const changed = await changePerson(admin.ctx, personId, { give });
    expect(changed).toMatchObject({ ok: true, person: { roles: [{ role: "Order Manager", scope: hawks }, ...give] } });
    const withdraw = [{ role: "Order Manager", scope: hawks }];
    expect(await changePerson(admin.ctx, personId, { withdraw })).toMatchObject({ person: { roles: give } });
    const entries = await listChainEntries(test.ctx.db, peopleChain, peopleActions);
    const own = entries.filter(({ detail }) => detail.person === personId);
    expect(own.map(({ action }) => action)).toEqual(["person-invited", "role-given", "role-given", "role-withdrawn"]);
    expect(new Set(own.map(({ operator }) => operator))).toEqual(new Set([`person:${admin.personId}`]));
    expect(own.at(-1)?.detail).toMatchObject({ role: "Order Manager", parent: "hawks" });
  });

  it("are given by nobody outside of their own access scope", async () => {
    const admin = await join("admin", hawks);
    const cases: [Scope, string][] = [
      [hawks, "ok"],
      [drawOf("of-hawks"), "ok"],
      [everything, "admin-right-missing"],
      [owls, "admin-right-missing"],
      [drawOf("of-owls"), "draw-not-found"],
      [drawOf("no-such-draw"), "draw-not-found"],
    ];
    for (const [scope, expected] of cases) {
      const body = { email: freshEmail(), name: "Jo Roy", roles: [{ role: "admin", scope }] };
      expect([scope, reasonOf(await invitePerson(admin.ctx, body))]).toEqual([scope, expected]);
    }
    const { personId } = await invite(test.admin, [{ role: "auditor", scope: hawks }]);
    const up = await changePerson(admin.ctx, personId, { give: [{ role: "admin", scope: everything }] });
    expect(reasonOf(up)).toBe("admin-right-missing");
  });

  it("other than admin give no right to change those of others", async () => {
    for (const role of roles.filter((each) => each !== "admin")) {
      const { ctx, personId } = await join(role, everything);
      expect(await listPersons(ctx)).toMatchObject({ reason: "admin-right-missing" });
      expect(await revokePerson(ctx, personId)).toMatchObject({ reason: "admin-right-missing" });
      const give = [{ role: "admin", scope: everything }];
      expect(await changePerson(ctx, personId, { give })).toMatchObject({ reason: "admin-right-missing" });
    }
  });

  it("need a fresh passkey to be given", async () => {
    const { ctx, session } = await join("admin", hawks);
    test.clock.advance(lifetimesMs.fresh);
    const stale = await authenticatePerson(test.ctx, session);
    if (!stale.ok) throw new Error(stale.reason);
    const { actor } = stale;
    expect(await listPersons({ ...ctx, actor })).toMatchObject({ ok: true });
    expect(await invitePerson({ ...ctx, actor }, {})).toEqual({ ok: false, reason: "passkey-required" });
  });
});

describe("a person of another's draws", () => {
  it("isn't there for an admin of some, in lists and in changes", async () => {
    const admin = await join("admin", hawks);
    const { personId } = await invite(test.admin, [{ role: "auditor", scope: owls }]);
    const listed = await listPersons(admin.ctx);
    if (!listed.ok) throw new Error(listed.reason);
    expect(listed.persons.map((person) => person.personId)).not.toContain(personId);
    expect(listed.persons.flatMap((person) => person.roles).every(({ scope }) => scope.kind !== "everything")).toBe(
      true,
    );
    for (const id of [personId, "no-such-person", "\u0000"]) {
      const answers = [
        await changePerson(admin.ctx, id, { endsAt: null }),
        await revokePerson(admin.ctx, id),
        await inviteAgain(admin.ctx, id),
      ];
      expect(answers.map(reasonOf)).toEqual(Array(3).fill("person-not-found"));
      expect(await endOwnSessions(admin.ctx, id)).toEqual({ ok: false, reason: "session-not-found" });
    }
  });

  it("shows an admin of some nothing of their access elsewhere, and who is whole shows all", async () => {
    const admin = await join("admin", hawks);
    const endsAt = new Date(test.clock.now().getTime() + 60 * 60_000).toISOString();
    const { personId } = await join("auditor", hawks);
    await changePerson(test.admin, personId, { endsAt });
    const viewOf = async () => {
      const listed = await listPersons(admin.ctx);
      return listed.ok ? listed.persons.find((person) => person.personId === personId) : undefined;
    };
    const seen = { state: "active", roles: [{ role: "auditor", scope: hawks }] };
    expect(await viewOf()).toMatchObject({
      ...seen,
      isWhole: true,
      endsAt,
      passkeys: 1,
      lastSeenAt: expect.any(String),
    });
    await changePerson(test.admin, personId, { give: [{ role: "auditor", scope: owls }] });
    expect(await viewOf()).toMatchObject({ ...seen, isWhole: false, endsAt: null, passkeys: null, lastSeenAt: null });
  });

  it("may get a role from them, but no link: it would open the other's roles", async () => {
    const admin = await join("admin", hawks);
    const email = freshEmail();
    const { personId } = await invite(test.admin, [{ role: "admin", scope: owls }], email);
    const own = await invite(admin.ctx, [{ role: "auditor", scope: hawks }], email);
    expect(own).toMatchObject({ personId, link: null });
    expect(await inviteAgain(admin.ctx, personId)).toMatchObject({ reason: "person-not-found" });
    expect(await revokePerson(admin.ctx, personId)).toMatchObject({ reason: "admin-right-missing" });
    expect(await changePerson(admin.ctx, personId, { endsAt: null })).toMatchObject({ reason: "admin-right-missing" });
  });

  it("gets the link by email alone from them: nobody takes an address that isn't theirs", async () => {
    const admin = await join("admin", hawks);
    const email = freshEmail();
    expect(await invite(admin.ctx, [{ role: "auditor", scope: hawks }], email)).toMatchObject({
      isRegistered: false,
      link: null,
      isMailed: true,
    });
    expect(test.mail.mails.at(-1)).toMatchObject({ to: email });
    const { personId } = await invite(test.admin, [{ role: "auditor", scope: hawks }]);
    expect(await inviteAgain(admin.ctx, personId)).toMatchObject({ link: null, isMailed: true });
    expect(await inviteAgain(test.admin, personId)).toMatchObject({ link: expect.stringContaining("#code=") });
  });
});

describe("access", () => {
  it("ends at its date, and at once when it is revoked", async () => {
    const { personId, session } = await join("auditor", everything);
    const endsAt = new Date(test.clock.now().getTime() + 60_000).toISOString();
    expect(await changePerson(test.admin, personId, { endsAt })).toMatchObject({ person: { endsAt, state: "active" } });
    test.clock.advance(60_000);
    expect((await authenticatePerson(test.ctx, session)).ok).toBe(false);
    const other = await join("auditor", everything);
    expect(await revokePerson(test.admin, other.personId)).toMatchObject({ person: { state: "revoked", roles: [] } });
    expect((await authenticatePerson(test.ctx, other.session)).ok).toBe(false);
    expect(await inviteAgain(test.admin, other.personId)).toMatchObject({ reason: "access-ended" });
  });

  it("that lasts gets no end by another invitation, and its own person can't lift one", async () => {
    const email = freshEmail();
    const endsAt = new Date(test.clock.now().getTime() + 60 * 60_000).toISOString();
    await invite(test.admin, [{ role: "auditor", scope: hawks }], email);
    const again = { email, name: "Jo Roy", roles: [{ role: "Order Manager", scope: hawks }], endsAt };
    expect(await invitePerson(test.admin, again)).toMatchObject({
      reason: "invalid-input",
      fields: [{ field: "endsAt", problem: "locked" }],
    });
    const admin = await join("admin", hawks);
    await changePerson(test.admin, admin.personId, { endsAt });
    expect(await changePerson(admin.ctx, admin.personId, { endsAt: null })).toMatchObject({
      reason: "admin-right-missing",
    });
    expect(await changePerson(test.admin, admin.personId, { endsAt: null })).toMatchObject({
      person: { endsAt: null },
    });
  });

  it.each([drawOf("of-hawks"), hawks, everything])(
    "to money has a limit that its own person, an admin of %j, can't raise, as it outlasts their role",
    async (scope) => {
      const admin = await join("admin", scope);
      await changePerson(test.admin, admin.personId, { refundLimit: 50 });
      expect(await changePerson(admin.ctx, admin.personId, { refundLimit: 9999 })).toMatchObject({
        reason: "admin-right-missing",
      });
      const again = await changePerson(test.admin, admin.personId, { refundLimit: 60 });
      expect(again).toMatchObject({ person: { refundLimit: 60 } });
    },
  );

  it("that was revoked is not an admin's of some to give back", async () => {
    const admin = await join("admin", hawks);
    const email = freshEmail();
    const { personId } = await invite(test.admin, [{ role: "auditor", scope: hawks }], email);
    await revokePerson(test.admin, personId);
    const again = { email, name: "Jo Roy", roles: [{ role: "auditor", scope: hawks }] };
    expect(await invitePerson(admin.ctx, again)).toMatchObject({ reason: "access-ended" });
    expect(await inviteAgain(admin.ctx, personId)).toMatchObject({ reason: "person-not-found" });
  });
});

describe("the last admin of all draws", () => {
  async function twoAdmins() {
    const stage = await openTestContext();
    const made = [await join("admin", everything, stage), await join("admin", everything, stage)] as const;
    return { stage, made };
  }

  it("keeps the role, whether it is withdrawn, ended or revoked", async () => {
    const { stage, made } = await twoAdmins();
    const [one, other] = made;
    const withdraw = [{ role: "admin", scope: everything }];
    expect(await changePerson(one.ctx, other.personId, { withdraw })).toMatchObject({ ok: true });
    const endsAt = new Date(stage.clock.now().getTime() + 60_000).toISOString();
    const answers = [
      await changePerson(one.ctx, one.personId, { withdraw }),
      await changePerson(one.ctx, one.personId, { endsAt }),
      await revokePerson(one.ctx, one.personId),
      await revokePerson(stage.admin, one.personId),
    ];
    expect(answers.map(reasonOf)).toEqual(Array(4).fill("last-admin"));
    expect((await authenticatePerson(stage.ctx, one.session)).ok).toBe(true);
    await stage.close();
  });

  it("isn't somebody who was only invited", async () => {
    const { stage, made } = await twoAdmins();
    await revokePerson(made[0].ctx, made[1].personId);
    await invitePerson(stage.admin, { email: freshEmail(), name: "Jo", roles: [{ role: "admin", scope: everything }] });
    expect(await revokePerson(stage.admin, made[0].personId)).toMatchObject({ reason: "last-admin" });
    await stage.close();
  });

  it.runIf(onPostgres)("stays when two revoke each other at once; without the lock neither does", async () => {
    const race = async (weaken: boolean) => {
      const { stage, made } = await twoAdmins();
      const weak = (ctx: Context) => {
        if (!weaken) return ctx;
        const { db } = withoutGuard({ ...ctx, db: stage.ctx.db }, "order by p.person_id for update", "").ctx;
        return { ...ctx, db };
      };
      const [one, other] = made;
      await queryRows(
        stage.ctx.db,
        sql`create function slow_end() returns trigger language plpgsql as
          $$ begin perform pg_sleep(0.5); return new; end $$`,
      );
      await queryRows(
        stage.ctx.db,
        sql`create trigger slow_end before update on person_sessions for each row execute function slow_end()`,
      );
      const answers = await Promise.all([
        revokePerson(weak({ ...one.ctx, db: stage.ctx.db }), other.personId),
        revokePerson(weak({ ...other.ctx, db: stage.ctx.db }), one.personId),
      ]);
      await stage.close();
      return answers.filter(({ ok }) => ok).length;
    };
    expect([await race(false), await race(true)]).toEqual([1, 2]);
  });
});

describe("letters", () => {
  it("tell a registered person of a new role, in their language, and are sent once", async () => {
    const { personId } = await join("auditor", hawks);
    await deliverLetters(test.ctx);
    await queryRows(test.ctx.db, sql`update persons set locale = 'fr' where person_id = ${personId}`);
    while ((await deliverLetters(test.ctx)) > 0);
    const sent = test.mail.mails.length;
    await changePerson(test.admin, personId, { give: [{ role: "Order Manager", scope: hawks }] });
    expect(await deliverLetters(test.ctx)).toBe(1);
    expect(test.mail.mails.slice(sent)).toMatchObject([{ language: "fr", subject: expect.stringContaining("rôle") }]);
    expect(test.mail.mails.at(-1)?.text).toContain("Gestion des commandes");
    expect(await deliverLetters(test.ctx)).toBe(0);
  });

  it("wait for a server that doesn't take them", async () => {
    const { personId } = await join("auditor", hawks);
    while ((await deliverLetters(test.ctx)) > 0);
    await changePerson(test.admin, personId, { give: [{ role: "Order Manager", scope: hawks }] });
    test.mail.answer = async () => ({ kind: "unreachable", cause: "away" });
    await deliverLetters(test.ctx);
    test.mail.answer = async () => ({ kind: "sent" });
    expect(await deliverLetters(test.ctx)).toBe(0);
    test.clock.advance(2 * 60_000);
    expect(await deliverLetters(test.ctx)).toBe(1);
  });
});
