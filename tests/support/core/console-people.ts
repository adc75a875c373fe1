import type { Context } from "@/lib/context";
import { acceptInvitation, openInvitation } from "@/lib/people/accept-invitation";
import { authenticatePerson } from "@/lib/people/authenticate-person";
import { invitePerson } from "@/lib/people/invite-person";
import { openSession } from "@/lib/people/open-session";
import { registerPasskey, requestPasskey } from "@/lib/people/register-passkey";
import { requestSignature } from "@/lib/people/request-signature";
import type { RoleGrant } from "@/lib/people/rules.roles";

import type { TestPasskey } from "./passkeys";
import { createPasskey } from "./passkeys";
import type { TestContext } from "./test-context";

const browser = { browser: null, userAgent: "Mozilla/5.0 (Windows NT 10.0) Chrome/141.0", address: "192.0.2.1" };

const everything: RoleGrant[] = [{ role: "admin", scope: { kind: "everything" } }];

/** Gives the code of an invitation's link. */
export async function inviteToConsole({ admin }: TestContext, email: string, roles = everything): Promise<string> {
  const invited = await invitePerson(admin, { email, name: "Marie Roy", roles });
  if (!invited.ok) throw new Error(JSON.stringify(invited));
  return invited.link?.split("#code=")[1] ?? "";
}

export type ConsolePerson = { passkey: TestPasskey; session: string; ctx: Context };

/** Somebody who has accepted an invitation and is signed in; `ctx` acts as they do. */
export async function joinConsole(test: TestContext, email: string, roles = everything): Promise<ConsolePerson> {
  const code = await inviteToConsole(test, email, roles);
  const passkey = createPasskey(test.ctx.checkoutHost);
  const opened = await openInvitation(test.ctx, code, browser);
  if (!opened.ok) throw new Error(opened.reason);
  const credential = passkey.register(opened.options);
  const accepted = await acceptInvitation(test.ctx, { code, credential, name: "Laptop", locale: "en" }, browser);
  if (!accepted.ok) throw new Error(accepted.reason);
  const found = await authenticatePerson(test.ctx, accepted.session);
  if (!found.ok) throw new Error(found.reason);
  return { passkey, session: accepted.session, ctx: { ...test.ctx, actor: found.actor } };
}

export async function addSecondPasskey({ ctx, session }: ConsolePerson): Promise<TestPasskey> {
  const second = createPasskey(ctx.checkoutHost);
  const asked = await requestPasskey(ctx);
  if (!asked.ok) throw new Error(asked.reason);
  const added = await registerPasskey(ctx, { credential: second.register(asked.options), name: "Phone" }, session);
  if (!added.ok) throw new Error(added.reason);
  return second;
}

export async function signInToConsole({ ctx }: TestContext, passkey: TestPasskey) {
  const asked = await requestSignature(ctx);
  if (!asked.ok) throw new Error(asked.reason);
  return openSession(ctx, passkey.sign(asked.options), browser);
}
