import type { SignedInPerson } from "@/lib/actor";
import type { Context } from "@/lib/context";
import { acceptInvitation } from "@/lib/people/invitations/accept-invitation";
import { invitePerson } from "@/lib/people/invitations/invite-person";
import { openInvitation } from "@/lib/people/invitations/open-invitation";
import { registerPasskey } from "@/lib/people/passkeys/register-passkey";
import { requestPasskey } from "@/lib/people/passkeys/request-passkey";
import { requestSignature } from "@/lib/people/passkeys/request-signature";
import type { RoleGrant } from "@/lib/people/rules.roles";
import { authenticatePerson } from "@/lib/people/sessions/authenticate-person";
import { openSession } from "@/lib/people/sessions/open-session";

import type { Spoiled, TestPasskey } from "./passkeys";
import { createPasskey } from "./passkeys";
import type { TestContext } from "./test-context";

export const callingBrowser = {
  browser: null,
  userAgent: "Mozilla/5.0 (Windows NT 10.0) Chrome/141.0",
  ipAddress: "192.0.2.1",
};

let people = 0;

export function freshEmail(): string {
  people += 1;
  return `person-${people}@example.test`;
}

/** By default, the person gets every right. Throws if the invitation is refused. */
export async function inviteToConsole(
  ctx: Context,
  roles: RoleGrant[] = [{ role: "admin", scope: { kind: "everything" } }],
  email = freshEmail(),
) {
  const invited = await invitePerson(ctx, { email, name: "Marie Roy", roles });
  if (!invited.ok) throw new Error(JSON.stringify(invited));
  return { ...invited, code: readCode(invited.link) };
}

export function readCode(link: string | null): string {
  return link?.split("#code=")[1] ?? "";
}

/** Creates a passkey with the code of an invitation. */
export async function acceptCode(ctx: Context, code: string, passkey: TestPasskey, spoiled: Spoiled = {}) {
  const opened = await openInvitation(ctx, code, callingBrowser);
  if (!opened.ok) return opened;
  const credential = passkey.register(opened.options, spoiled);
  return acceptInvitation(ctx, { code, credential, name: "Laptop", locale: "en" }, callingBrowser);
}

export async function signInToConsole(
  ctx: Context,
  passkey: TestPasskey,
  spoiled: Spoiled = {},
  from = callingBrowser,
) {
  const asked = await requestSignature(ctx);
  if (!asked.ok) throw new Error(asked.reason);
  return openSession(ctx, passkey.sign(asked.options, spoiled), from);
}

/** The context of a call by the person who has this session. */
export async function asPerson(ctx: Context, session: string): Promise<Context & { person: SignedInPerson }> {
  const found = await authenticatePerson(ctx, session);
  if (!found.ok || !found.actor.person) throw new Error("The session opens nothing.");
  return { ...ctx, actor: found.actor, person: found.actor.person };
}

/** Adds a person with these roles who signed in a moment ago. */
export async function joinConsole(test: TestContext, roles?: RoleGrant[], email?: string) {
  const { personId, code } = await inviteToConsole(test.admin, roles, email);
  const passkey = createPasskey(test.ctx.checkoutHost);
  const accepted = await acceptCode(test.ctx, code, passkey);
  if (!accepted.ok) throw new Error(JSON.stringify(accepted));
  const { session, browser } = accepted;
  return { personId, passkey, session, browser, ctx: await asPerson(test.ctx, session) };
}

export async function addSecondPasskey(ctx: Context): Promise<TestPasskey> {
  const second = createPasskey(ctx.checkoutHost);
  const asked = await requestPasskey(ctx);
  if (!asked.ok) throw new Error(asked.reason);
  const added = await registerPasskey(ctx, { credential: second.register(asked.options), name: "Phone" });
  if (!added.ok) throw new Error(added.reason);
  return second;
}
