import "server-only";

import type { Context } from "@/lib/context";
import { readCrockford } from "@/lib/crockford";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { transact } from "@/lib/platform/db/transact";
import { refuseWrongSecret } from "@/lib/platform/http/limit-calls";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import type { CallingBrowser, OpenedSession } from "./open-session";
import { makeSecrets, startSession } from "./open-session";
import type { RegistrationOptions } from "./register-passkey";
import { addPasskey, optionsFor } from "./register-passkey";
import { actorOf, hashSecret, isActive, lifetimesMs } from "./rules";
import type { AcceptInvitationInput } from "./schema";
import type { PersonRow } from "./store";
import { lockPerson, updatePerson, writePeopleEntry } from "./store";
import { findInvitation, takeInvitation } from "./store.invitations";
import { deletePasskeys } from "./store.passkeys";
import { endSessions } from "./store.sessions";
import type { PasskeyRefusal } from "./verify-passkey";
import { verifyRegistration } from "./verify-passkey";

type InvitationRefusal = Refusal<"invitation-wrong" | "invitation-over" | "too-many-tries" | "access-ended">;

type OpenInvitation = { ok: true; person: PersonRow; codeHash: string };

/** Gives what a browser needs to make a passkey for whoever has an invitation's code. It does not use the code up. */
export async function openInvitation(
  ctx: Context,
  code: string,
  { address }: { address: string },
): Promise<
  | (RegistrationOptions & { person: { name: string; email: string } })
  | InvitationRefusal
  | Refusal<"passkeys-unavailable">
> {
  const found = await findOpen(ctx, code, address);
  if (!found.ok) return found;
  const { name, email } = found.person;
  const made = await optionsFor(ctx, found.person, []);
  return made.ok ? { ...made, person: { name, email } } : made;
}

/**
 * Accepts an invitation, once: stores the passkey that was made and signs in. Keys and sessions that the person had
 * before end, so that an invitation after a lost key leaves none behind, and nobody adds one unnoticed.
 */
export async function acceptInvitation(
  ctx: Context,
  { code, credential, name, locale }: AcceptInvitationInput,
  calling: CallingBrowser,
): Promise<OpenedSession | InvitationRefusal | PasskeyRefusal> {
  const found = await findOpen(ctx, code, calling.address);
  if (!found.ok) return found;
  const { person, codeHash } = found;
  const verified = await verifyRegistration(ctx, person.personId, credential);
  if (!verified.ok) return verified;
  const secrets = makeSecrets(ctx, calling);
  const refused = await transact(ctx, async (tx) => {
    const locked = await lockPerson(tx, person.personId);
    if (!locked || !isActive(locked, ctx.now())) return refuse("access-ended");
    if (!(await takeInvitation(tx, codeHash, ctx.now()))) return refuse("invitation-over");
    await endEarlier(ctx, tx, person.personId);
    const added = { personId: person.personId, passkey: verified.passkey, signed: verified.signed, name };
    const unfit = await addPasskey(ctx, tx, added);
    if (unfit) return unfit;
    await updatePerson(tx, person.personId, { locale });
    await startSession(ctx, tx, { person, secrets, calling });
    return null;
  });
  return refused ?? { ok: true, ...secrets, seconds: lifetimesMs.session / 1000 };
}

async function findOpen(ctx: Context, code: string, address: string): Promise<OpenInvitation | InvitationRefusal> {
  const codeHash = hashSecret(ctx.sealer, readCrockford(code) ?? "", "console invitation");
  const found = await withRetry(ctx, () => findInvitation(ctx.db, codeHash));
  if (!found) return refuseWrongSecret(ctx, address, "invitation", "invitation-wrong");
  const { invitation, person } = found;
  if (!isActive(person, ctx.now())) return refuse("access-ended");
  const isOpen = invitation.usedAt === null && invitation.expiresAt > ctx.now();
  return isOpen ? { ok: true, person, codeHash } : refuse("invitation-over");
}

async function endEarlier(ctx: Context, tx: Database, personId: string): Promise<void> {
  const now = ctx.now();
  const actor = actorOf(personId);
  for (const { credentialId } of await deletePasskeys(tx, personId)) {
    const detail = { person: personId, passkey: credentialId };
    await writePeopleEntry(tx, { action: "passkey-removed", at: now, actor, detail });
  }
  const ended = await endSessions(tx, personId, now);
  const detail = { person: personId, ended };
  if (ended > 0) await writePeopleEntry(tx, { action: "session-ended", at: now, actor, detail });
}
