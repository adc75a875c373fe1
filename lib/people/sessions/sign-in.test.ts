import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { listChainEntries } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { inviteAgain } from "@/lib/people/invitations/invite-again";
import { registerPasskey } from "@/lib/people/passkeys/register-passkey";
import { removePasskey } from "@/lib/people/passkeys/remove-passkey";
import { requestPasskey } from "@/lib/people/passkeys/request-passkey";
import { requestSignature } from "@/lib/people/passkeys/request-signature";
import { lifetimesMs, peopleActions, peopleChain } from "@/lib/people/rules";
import { queryRows } from "@/lib/platform/db/database";
import {
  acceptCode,
  asPerson,
  callingBrowser,
  inviteToConsole,
  joinConsole,
  readCode,
  signInToConsole,
} from "@/tests/support/core/console-people";
import { inOtherProcess } from "@/tests/support/core/other-process";
import type { Spoiled, TestPasskey } from "@/tests/support/core/passkeys";
import { createPasskey } from "@/tests/support/core/passkeys";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { withAndWithout } from "@/tests/support/sabotage/with-and-without";
import { withoutGuard } from "@/tests/support/sabotage/without-guard";
import { authenticatePerson } from "./authenticate-person";
import { confirmSession } from "./confirm-session";
import { endOwnSessions } from "./end-own-sessions";
import { endSession } from "./end-session";
import { openSession } from "./open-session";
import { viewCurrentAdmin } from "./view-current-admin";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
afterAll(() => test.close());

const host = "https://tickets.example.test";

const invite = async ({ admin }: TestContext, email?: string) => (await inviteToConsole(admin, undefined, email)).code;

const accept = ({ ctx }: TestContext, code: string, passkey: TestPasskey, spoiled?: Spoiled) =>
  acceptCode(ctx, code, passkey, spoiled);

const join = (stage: TestContext = test) => joinConsole(stage);

const actorOf = (session: string) => asPerson(test.ctx, session);

async function challenge({ ctx }: TestContext = test) {
  const asked = await requestSignature(ctx);
  if (!asked.ok) throw new Error(JSON.stringify(asked));
  return asked.options;
}

const signIn = (passkey: TestPasskey, spoiled: Spoiled = {}, stage = test, from = callingBrowser) =>
  signInToConsole(stage.ctx, passkey, spoiled, from);

describe("an invitation", () => {
  it("makes a passkey and signs in, once", async () => {
    const code = await invite(test);
    expect(await accept(test, code, createPasskey(host))).toMatchObject({ ok: true, maxAgeSeconds: 12 * 60 * 60 });
    expect(await accept(test, code, createPasskey(host))).toEqual({ ok: false, reason: "invitation-over" });
  });

  it("is mailed in the person's language, and its code is stored nowhere", async () => {
    const code = await invite(test);
    expect(test.mail.mails.at(-1)?.text).toContain(`/console/invitation#code=${code}`);
    const tables = ["invitations", "persons", "audit_entries", "person_letters"];
    for (const table of tables) {
      const rows = await queryRows(test.ctx.db, sql.raw(`select t::text as row from ${table} t`));
      expect(JSON.stringify(rows)).not.toContain(code);
    }
  });

  it("ends after 24 hours, and when another one is made", async () => {
    const code = await invite(test, "late@example.test");
    const [{ person_id: personId } = { person_id: "" }] = await queryRows<{ person_id: string }>(
      test.ctx.db,
      sql`select person_id from persons where email = 'late@example.test'`,
    );
    expect(await inviteAgain(test.admin, personId)).toMatchObject({ ok: true });
    expect(await accept(test, code, createPasskey(host))).toEqual({ ok: false, reason: "invitation-wrong" });
    const next = await invite(test);
    test.clock.advance(lifetimesMs.invitation);
    expect(await accept(test, next, createPasskey(host))).toEqual({ ok: false, reason: "invitation-over" });
  });

  it("replaces lost passkeys: earlier ones and their sessions end", async () => {
    const { passkey, session, personId } = await join();
    const again = await inviteAgain(test.admin, personId);
    if (!again.ok) throw new Error(again.reason);
    const found = createPasskey(host);
    expect(await accept(test, readCode(again.link), found)).toMatchObject({ ok: true });
    expect(await signIn(passkey)).toMatchObject({ ok: false, reason: "passkey-wrong" });
    expect((await authenticatePerson(test.ctx, session)).ok).toBe(false);
    expect(await signIn(found)).toMatchObject({ ok: true });
  });

  it("isn't used up by a passkey that is wrong", async () => {
    const code = await invite(test);
    const spoiled = [{ origin: "https://evil.example" }, { rpId: "evil.example" }, { isVerified: false }];
    for (const each of [...spoiled, { type: "webauthn.get" }]) {
      expect(await accept(test, code, createPasskey(host), each)).toEqual({ ok: false, reason: "passkey-wrong" });
    }
    expect(await accept(test, code, createPasskey(host))).toMatchObject({ ok: true });
  });

  it("makes one person's key of two that are tried at once", async () => {
    const race = async (stage: TestContext, ctx: Context) => {
      const code = await invite(stage);
      const made = await Promise.all([1, 2, 3].map(() => accept({ ...stage, ctx }, code, createPasskey(host))));
      return made.filter(({ ok }) => ok).length;
    };
    expect(await race(test, test.ctx)).toBe(1);
    const weak = withoutGuard(test.ctx, "used_at is null");
    const unguarded = await race(test, weak.ctx);
    expect(weak.found()).toBeGreaterThan(0);
    expect(unguarded).toBeGreaterThan(1);
  });
});

describe("a sign-in", () => {
  it("opens a session with the person's grants, under the name of their id", async () => {
    const { passkey } = await join();
    const opened = await signIn(passkey);
    if (!opened.ok) throw new Error(opened.reason);
    const { actor } = await actorOf(opened.session);
    expect(actor).toMatchObject({ kind: "admin", name: expect.stringMatching(/^person:[\w-]{16}$/) });
    expect(actor).toMatchObject({ person: { isFresh: true }, grants: [{ scope: { kind: "everything" } }] });
  });

  it("is refused with another origin, host, person, purpose or without verification", async () => {
    const { passkey } = await join();
    const spoiled: Spoiled[] = [
      { origin: "https://evil.example" },
      { origin: "http://tickets.example.test" },
      { rpId: "example.test" },
      { isVerified: false },
      { userHandle: Buffer.from("somebody-else-00").toString("base64url") },
      { type: "webauthn.create" },
    ];
    for (const each of spoiled) {
      expect([each, await signIn(passkey, each)]).toEqual([each, { ok: false, reason: "passkey-wrong" }]);
    }
    expect(await signIn(createPasskey(host))).toMatchObject({ reason: "passkey-wrong" });
    expect(await signIn(passkey)).toMatchObject({ ok: true });
  });

  it("is refused with a challenge that isn't ours, is old, or is of a registration", async () => {
    const { passkey, session } = await join();
    const own = await challenge();
    const written = Buffer.from(own.challenge, "base64url").toString();
    const later = Buffer.from(`9${written.slice(1)}`).toString("base64url");
    const made = ["", "AAAA", later].map((each) => ({ challenge: each }));
    const forPasskey = await requestPasskey(await actorOf(session));
    if (!forPasskey.ok) throw new Error(forPasskey.reason);
    for (const each of [...made, forPasskey.options]) {
      expect(await openSession(test.ctx, passkey.sign(each), callingBrowser)).toEqual({
        ok: false,
        reason: "challenge-over",
      });
    }
    test.clock.advance(lifetimesMs.challenge);
    expect(await openSession(test.ctx, passkey.sign(own), callingBrowser)).toMatchObject({ reason: "challenge-over" });
  });

  it("can't be replayed, at this process or another, one after the other or at once", async () => {
    const replay = async (stage: TestContext) => {
      const { passkey } = await join(stage);
      const signed = passkey.sign(await challenge(stage));
      const at = (ctx: Context) => openSession(ctx, signed, callingBrowser);
      const twice = await Promise.all([at(stage.ctx), at(inOtherProcess(stage.ctx))]);
      return [...twice, await at(stage.ctx)].filter(({ ok }) => ok).length;
    };
    const guard = ["alter table used_challenges drop constraint used_challenges_pkey"];
    expect(await withAndWithout(guard, replay)).toEqual({ guarded: 1, unguarded: 3 });
  });

  it("is refused when the counter falls, and not when it stays or is always 0", async () => {
    const { passkey } = await join();
    const reasons: unknown[] = [];
    for (const counter of [0, 0, 5, 5, 6, 4, 0, 7]) {
      passkey.counter = counter;
      const opened = await signIn(passkey);
      reasons.push(opened.ok || opened.reason);
    }
    expect(reasons).toEqual([true, true, true, true, true, "passkey-wrong", "passkey-wrong", true]);
  });

  it("is counted while it is wrong, and a right one works whoever guesses beside it", async () => {
    const { passkey } = await join();
    const from = { ...callingBrowser, ipAddress: "198.51.100.7" };
    const answers: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      const wrong = await signIn(createPasskey(host), {}, test, from);
      answers.push(wrong.ok ? "" : wrong.reason);
    }
    expect(answers.slice(0, 10)).toEqual(Array(10).fill("passkey-wrong"));
    expect(answers.slice(10)).toEqual(["too-many-tries", "too-many-tries"]);
    expect(await signIn(passkey, {}, test, from)).toMatchObject({ ok: true });
  });

  it("needs a host with a name", async () => {
    const ctx = { ...test.ctx, checkoutHost: "http://192.0.2.9:3000" };
    expect(await requestSignature(ctx)).toEqual({ ok: false, reason: "passkeys-unavailable" });
    expect(await requestSignature({ ...ctx, checkoutHost: "http://localhost:3000" })).toMatchObject({
      options: { rpId: "localhost", userVerification: "required" },
    });
  });
});

describe("a session", () => {
  it("ends after 12 hours, after half an hour without a call, and when it is ended", async () => {
    const { session } = await join();
    test.clock.advance(lifetimesMs.idle - 1);
    await actorOf(session);
    test.clock.advance(lifetimesMs.idle - 1);
    await actorOf(session);
    test.clock.advance(lifetimesMs.idle);
    expect(await authenticatePerson(test.ctx, session)).toMatchObject({ ok: false, isUnknown: false });
    const { session: used } = await join();
    for (let index = 0; index < 23; index += 1) {
      test.clock.advance(lifetimesMs.idle - 1);
      await actorOf(used);
    }
    test.clock.advance(lifetimesMs.idle - 1);
    test.clock.advance(24);
    expect((await authenticatePerson(test.ctx, used)).ok).toBe(false);
    const { session: ended } = await join();
    await endSession(test.ctx, ended);
    expect((await authenticatePerson(test.ctx, ended)).ok).toBe(false);
    expect(await authenticatePerson(test.ctx, "x".repeat(43))).toMatchObject({ isUnknown: true });
  });

  it("is listed, and is ended alone or with all others", async () => {
    const { passkey, session } = await join();
    const other = await signIn(passkey);
    if (!other.ok) throw new Error(other.reason);
    const ctx = await actorOf(session);
    const view = await viewCurrentAdmin(ctx);
    if (!view.ok) throw new Error(view.reason);
    expect(view.sessions.map(({ browser: name, isThis }) => [name, isThis]).sort()).toEqual([
      ["Chrome, Windows", false],
      ["Chrome, Windows", true],
    ]);
    const there = view.sessions.find(({ isThis }) => !isThis)?.sessionId ?? "";
    const stranger = await actorOf((await join()).session);
    expect(await endOwnSessions(stranger, there)).toEqual({ ok: false, reason: "session-not-found" });
    expect(await endOwnSessions(ctx, there)).toEqual({ ok: true, ended: 1 });
    expect((await authenticatePerson(test.ctx, other.session)).ok).toBe(false);
    expect(await endOwnSessions(ctx, null)).toEqual({ ok: true, ended: 1 });
    expect((await authenticatePerson(test.ctx, session)).ok).toBe(false);
  });

  it("is fresh for five minutes, and again after the person's own passkey", async () => {
    const { passkey, session } = await join();
    test.clock.advance(lifetimesMs.fresh);
    const stale = await actorOf(session);
    expect(stale.actor).toMatchObject({ person: { isFresh: false } });
    expect(await requestPasskey(stale)).toEqual({ ok: false, reason: "passkey-required" });
    const other = await join();
    const wrong = await confirmSession(stale, other.passkey.sign(await challenge()), callingBrowser);
    expect(wrong).toEqual({ ok: false, reason: "passkey-wrong" });
    const signed = passkey.sign(await challenge());
    expect(await confirmSession(stale, signed, callingBrowser)).toMatchObject({ ok: true });
    expect(await confirmSession(stale, signed, callingBrowser)).toEqual({ ok: false, reason: "challenge-over" });
    expect((await actorOf(session)).actor).toMatchObject({ person: { isFresh: true } });
  });

  it("is told of in a letter where the browser is new, and not where it is known", async () => {
    const { passkey, browser: cookie } = await join();
    const countLetters = async () => {
      const rows = await queryRows(test.ctx.db, sql`select from person_letters where kind = 'new-browser'`);
      return rows.length;
    };
    const before = await countLetters();
    await signIn(passkey, {}, test, { ...callingBrowser, browser: cookie } as unknown as typeof callingBrowser);
    expect(await countLetters()).toBe(before);
    await signIn(passkey);
    expect(await countLetters()).toBe(before + 1);
  });
});

describe("a passkey of one's own", () => {
  let passkey: TestPasskey;
  let ctx: Context;

  beforeEach(async () => {
    ({ passkey, ctx } = await join());
  });

  async function add(second: TestPasskey) {
    const asked = await requestPasskey(ctx);
    if (!asked.ok) throw new Error(asked.reason);
    return registerPasskey(ctx, { credential: second.register(asked.options), name: "Phone" });
  }

  it("may be added and removed, but the last one stays", async () => {
    const second = createPasskey(host);
    expect(await add(second)).toEqual({ ok: true });
    expect(await add(second)).toEqual({ ok: false, reason: "passkey-wrong" });
    expect(await signIn(second)).toMatchObject({ ok: true });
    const ids = [passkey, second].map((each) => each.sign({ challenge: "" }).id);
    const removed = await Promise.all(ids.map((id) => removePasskey(ctx, id)));
    expect(removed.filter(({ ok }) => ok)).toHaveLength(1);
    expect(removed).toContainEqual({ ok: false, reason: "last-passkey" });
    const signed = [await signIn(passkey), await signIn(second)];
    expect(signed.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it("isn't added once its session has ended", async () => {
    await queryRows(test.ctx.db, sql`update person_sessions set ended_at = seen_at`);
    expect(await add(createPasskey(host))).toEqual({ ok: false, reason: "session-required" });
  });

  it("of another person can't be removed", async () => {
    const { passkey: foreign } = await join();
    expect(await removePasskey(ctx, foreign.sign({ challenge: "" }).id)).toEqual({
      ok: false,
      reason: "passkey-not-found",
    });
  });
});

it("entries name ids alone: no address, no name, no secret", async () => {
  await join();
  const entries = await listChainEntries(test.ctx.db, peopleChain, peopleActions);
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(["passkey-added", "session-opened"]));
  expect(JSON.stringify(entries)).not.toMatch(/@|Marie|Laptop|Chrome/);
});
