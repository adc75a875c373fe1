import "server-only";

import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import { generateRegistrationOptions } from "@simplewebauthn/server";
import type { SignedInPerson } from "@/lib/actor";
import type { Context } from "@/lib/context";
import { getPasskeyHost, keyAlgorithms } from "@/lib/people/rules";
import type { PersonRow } from "@/lib/people/store";
import { findPerson } from "@/lib/people/store";
import type { PasskeyRow } from "@/lib/people/store.passkeys";
import { listPasskeys } from "@/lib/people/store.passkeys";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { issueChallenge } from "./issue-challenge";

export type RegistrationOptions = { ok: true; options: PublicKeyCredentialCreationOptionsJSON };

export type FreshSessionRefusal = Refusal<"session-required" | "passkey-required">;

/** Starts the registration of another passkey. `options` name the existing ones, so that none is made twice. */
export async function requestPasskey(
  ctx: Context,
): Promise<RegistrationOptions | FreshSessionRefusal | Refusal<"passkeys-unavailable">> {
  const caller = authorizeFreshPerson(ctx);
  if (!caller.ok) return caller;
  const person = await withRetry(ctx, () => findPerson(ctx.db, caller.person.id));
  if (!person) return refuse("session-required");
  return createRegistrationOptions(ctx, person, await withRetry(ctx, () => listPasskeys(ctx.db, person.personId)));
}

/** Asks for a discoverable passkey that verifies its person. */
export async function createRegistrationOptions(
  ctx: Context,
  { personId, email, name }: PersonRow,
  known: readonly PasskeyRow[],
): Promise<RegistrationOptions | Refusal<"passkeys-unavailable">> {
  const rpID = getPasskeyHost(ctx.checkoutHost);
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

export function authorizeFreshPerson({ actor }: Context): { ok: true; person: SignedInPerson } | FreshSessionRefusal {
  if (actor.kind !== "admin" || !actor.person) return refuse("session-required");
  return actor.person.isFresh ? { ok: true, person: actor.person } : refuse("passkey-required");
}
