import "server-only";

import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import { generateRegistrationOptions } from "@simplewebauthn/server";

import type { SignedInPerson } from "@/lib/actor";
import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { transact } from "@/lib/platform/db/transact";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import { issueChallenge } from "./issue-challenge";
import { actorOf, keyAlgorithms, passkeyHostOf } from "./rules";
import type { AddPasskeyInput } from "./schema";
import type { PersonRow } from "./store";
import { findPerson, lockPerson, writePeopleEntry } from "./store";
import { queueLetter } from "./store.letters";
import type { PasskeyRow } from "./store.passkeys";
import { deletePasskey, insertPasskey, listPasskeys, takeChallenge } from "./store.passkeys";
import { findOpenSession } from "./store.sessions";
import type { NewPasskey, PasskeyRefusal, SignedChallenge } from "./verify-passkey";
import { verifyRegistration } from "./verify-passkey";

/** The options that the browser passes to an authenticator. */
export type RegistrationOptions = { ok: true; options: PublicKeyCredentialCreationOptionsJSON };

type OwnRefusal = Refusal<"session-required" | "passkey-required">;

/** The signed-in person, whose passkey must be fresh. */
function freshPersonOf({ actor }: Context): { ok: true; person: SignedInPerson } | OwnRefusal {
  if (actor.kind !== "admin" || !actor.person) return refuse("session-required");
  return actor.person.isFresh ? { ok: true, person: actor.person } : refuse("passkey-required");
}

/** Asks for another passkey of the caller. The options name the keys that they have, so that none is made twice. */
export async function requestPasskey(
  ctx: Context,
): Promise<RegistrationOptions | OwnRefusal | Refusal<"passkeys-unavailable">> {
  const caller = freshPersonOf(ctx);
  if (!caller.ok) return caller;
  const person = await withRetry(ctx, () => findPerson(ctx.db, caller.person.id));
  if (!person) return refuse("session-required");
  return optionsFor(ctx, person, await withRetry(ctx, () => listPasskeys(ctx.db, person.personId)));
}

/** The options of a registration, for a key that finds its person by itself and verifies them. */
export async function optionsFor(
  ctx: Context,
  { personId, email, name }: PersonRow,
  known: readonly PasskeyRow[],
): Promise<RegistrationOptions | Refusal<"passkeys-unavailable">> {
  const rpID = passkeyHostOf(ctx.checkoutHost);
  if (rpID === null) return refuse("passkeys-unavailable");
  const challenge = await withRetry(ctx, () => issueChallenge(ctx, `register ${personId}`));
  const options = await generateRegistrationOptions({
    rpName: "Tirage",
    rpID,
    userName: email,
    userDisplayName: name,
    userID: new Uint8Array(Buffer.from(personId)),
    challenge: new Uint8Array(challenge),
    attestationType: "none",
    supportedAlgorithmIDs: keyAlgorithms,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
  });
  return { ok: true, options };
}

/**
 * Adds another passkey to the caller's, whose session must be fresh. The session must still be open once the person is
 * locked, so that no earlier key remains after an invitation that is accepted, or access that ends, meanwhile.
 */
export async function registerPasskey(
  ctx: Context,
  { credential, name }: AddPasskeyInput,
): Promise<{ ok: true } | OwnRefusal | PasskeyRefusal> {
  const caller = freshPersonOf(ctx);
  if (!caller.ok) return caller;
  const verified = await verifyRegistration(ctx, caller.person.id, credential);
  if (!verified.ok) return verified;
  const { id: personId, sessionId } = caller.person;
  const refused = await transact(ctx, async (tx) => {
    await lockPerson(tx, personId);
    if (!(await findOpenSession(tx, sessionId, ctx.now()))) return refuse("session-required");
    return addPasskey(ctx, tx, { ...verified, personId, name });
  });
  return refused ?? { ok: true };
}

/** Stores a verified passkey, once, and tells its person. */
export async function addPasskey(
  ctx: Context,
  tx: Database,
  added: { personId: string; passkey: NewPasskey; signed: SignedChallenge; name: string },
): Promise<Refusal<"challenge-over" | "passkey-wrong"> | null> {
  const { personId, passkey, signed, name } = added;
  const now = ctx.now();
  if (!(await takeChallenge(tx, signed))) return refuse("challenge-over");
  const isNew = await insertPasskey(tx, { ...passkey, personId, name, createdAt: now, usedAt: null });
  if (!isNew) return refuse("passkey-wrong");
  const detail = { person: personId, passkey: passkey.credentialId };
  await writePeopleEntry(tx, { action: "passkey-added", at: now, actor: actorOf(personId), detail });
  await queueLetter(ctx, tx, { personId, kind: "passkey-added", detail: name });
  return null;
}

/** Removes one of the caller's passkeys, but not the last one. */
export async function removePasskey(
  ctx: Context,
  credentialId: string,
): Promise<{ ok: true } | OwnRefusal | Refusal<"passkey-not-found" | "last-passkey">> {
  const caller = freshPersonOf(ctx);
  if (!caller.ok) return caller;
  const { id: personId } = caller.person;
  const refused = await transact(ctx, async (tx) => {
    // Two calls at once remove two keys one after the other, so the second sees that one is left.
    await lockPerson(tx, personId);
    const keptPasskeys = await listPasskeys(tx, personId);
    if (!keptPasskeys.some((passkey) => passkey.credentialId === credentialId)) return refuse("passkey-not-found");
    if (keptPasskeys.length === 1) return refuse("last-passkey");
    await deletePasskey(tx, personId, credentialId);
    const detail = { person: personId, passkey: credentialId };
    await writePeopleEntry(tx, { action: "passkey-removed", at: ctx.now(), actor: actorOf(personId), detail });
    return null;
  });
  return refused ?? { ok: true };
}
