import { afterAll, beforeAll, expect, it } from "vitest";

import { listChainEntries } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import {
  callingBrowser,
  freshEmail,
  inviteToConsole,
  joinConsole,
  signInToConsole,
} from "@/tests/support/core/console-people";
import { loseAnswer } from "@/tests/support/core/lost-answer";
import { createPasskey } from "@/tests/support/core/passkeys";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { withoutGuard } from "@/tests/support/sabotage/without-guard";
import { changePerson } from "./change-person";
import { acceptInvitation } from "./invitations/accept-invitation";
import { invitePerson } from "./invitations/invite-person";
import { openInvitation } from "./invitations/open-invitation";
import { registerPasskey } from "./passkeys/register-passkey";
import { removePasskey } from "./passkeys/remove-passkey";
import { requestPasskey } from "./passkeys/request-passkey";
import { requestSignature } from "./passkeys/request-signature";
import { revokePerson } from "./revoke-person";
import { peopleActions, peopleChain } from "./rules";
import type { RoleGrant } from "./rules.roles";
import { confirmSession } from "./sessions/confirm-session";
import { endOwnSessions } from "./sessions/end-own-sessions";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
afterAll(() => test.close());

const host = "https://tickets.example.test";

const ofHawks = (role: RoleGrant["role"]): RoleGrant => ({ role, scope: { kind: "parent", parentId: "hawks" } });

type Answer = { ok: true } | { ok: false; reason: string };

async function passkeyOf(ctx: Context) {
  const asked = await requestPasskey(ctx);
  if (!asked.ok) throw new Error(asked.reason);
  return createPasskey(host).register(asked.options);
}

/** In each change the first transaction commits, but its answer is lost. */
const changes: Record<string, (lose: (ctx: Context) => Context) => Promise<Answer>> = {
  "accept an invitation": async (lose) => {
    const { code } = await inviteToConsole(test.admin);
    const opened = await openInvitation(test.ctx, code, callingBrowser);
    if (!opened.ok) return opened;
    const credential = createPasskey(host).register(opened.options);
    return acceptInvitation(lose(test.ctx), { code, credential, name: "", locale: "en" }, callingBrowser);
  },
  "sign in": async (lose) => signInToConsole(lose(test.ctx), (await joinConsole(test)).passkey),
  confirm: async (lose) => {
    const { ctx, passkey } = await joinConsole(test);
    const asked = await requestSignature(ctx);
    return asked.ok ? confirmSession(lose(ctx), passkey.sign(asked.options), callingBrowser) : asked;
  },
  "add a passkey": async (lose) => {
    const { ctx } = await joinConsole(test);
    return registerPasskey(lose(ctx), { credential: await passkeyOf(ctx), name: "" });
  },
  "remove a passkey": async (lose) => {
    const { ctx } = await joinConsole(test);
    const credential = await passkeyOf(ctx);
    await registerPasskey(ctx, { credential, name: "" });
    return removePasskey(lose(ctx), credential.id);
  },
  "end a session": async (lose) => {
    const { ctx } = await joinConsole(test);
    return endOwnSessions(lose(ctx), ctx.person.sessionId);
  },
  "withdraw the only role within the access scope": async (lose) => {
    const { ctx } = await joinConsole(test, [ofHawks("admin")]);
    const { personId } = await inviteToConsole(ctx, [ofHawks("auditor")]);
    return changePerson(lose(ctx), personId, { withdraw: [ofHawks("auditor")] });
  },
  revoke: async (lose) => {
    const { ctx } = await joinConsole(test, [ofHawks("admin")]);
    const { personId } = await inviteToConsole(ctx, [ofHawks("auditor")]);
    // A repeated call is answered from the audit log, which would hide a second revocation.
    const forgetful = withoutGuard(lose(ctx), "order_id is null and at = ", "false and at = ");
    return revokePerson(forgetful.ctx, personId);
  },
  "invite again until a date": async (lose) => {
    const email = freshEmail();
    const { personId } = await inviteToConsole(test.admin, undefined, email);
    await revokePerson(test.admin, personId);
    const endsAt = new Date(test.clock.now().getTime() + 60_000).toISOString();
    return invitePerson(lose(test.admin), { email, name: "Jo", roles: [ofHawks("auditor")], endsAt });
  },
};

async function reasonsOf(lose: (ctx: Context) => Context): Promise<Record<string, string>> {
  const reasons: Record<string, string> = {};
  for (const [name, change] of Object.entries(changes)) {
    const answer = await change(lose);
    reasons[name] = answer.ok ? "ok" : answer.reason;
  }
  return reasons;
}

it("a change whose answer was lost with the connection is made once, and isn't refused as made before", async () => {
  const before = (await listChainEntries(test.ctx.db, peopleChain, peopleActions)).length;
  const reasons = await reasonsOf((ctx) => ctx);
  const plain = await listChainEntries(test.ctx.db, peopleChain, peopleActions);
  expect(new Set(Object.values(reasons))).toEqual(new Set(["ok"]));
  expect(await reasonsOf((ctx) => loseAnswer(ctx))).toEqual(reasons);
  const lost = await listChainEntries(test.ctx.db, peopleChain, peopleActions);
  expect(lost.length - plain.length).toBe(plain.length - before);
});

it("negative control: tried again without asking what became of the first try, changes are refused", async () => {
  const weak = (ctx: Context) => withoutGuard(ctx, "pg_xact_status(", "format('aborted', ").ctx;
  expect(await reasonsOf((ctx) => loseAnswer(weak(ctx)))).toEqual({
    "accept an invitation": "invitation-over",
    "sign in": "challenge-over",
    confirm: "challenge-over",
    "add a passkey": "challenge-over",
    "remove a passkey": "passkey-not-found",
    "end a session": "session-not-found",
    "withdraw the only role within the access scope": "person-not-found",
    revoke: "person-not-found",
    "invite again until a date": "invalid-input",
  });
});
