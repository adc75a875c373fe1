import "server-only";

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";

import type { Context } from "@/lib/context";
import { getPasskeyHost, hasCounterRegressed, keyAlgorithms } from "@/lib/people/rules";
import type { RegistrationInput, SignatureInput } from "@/lib/people/schema";
import type { PasskeyRow } from "@/lib/people/store.passkeys";
import { findPasskey } from "@/lib/people/store.passkeys";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { ChallengePurpose, ParsedChallenge } from "./issue-challenge";
import { parseChallenge } from "./issue-challenge";

type PasskeyContext = Pick<Context, "db" | "now" | "sealer" | "checkoutHost">;

/** A signed challenge. Its `key` is consumed in the transaction of the change that it authorizes. */
export type SignedChallenge = ParsedChallenge & { challenge: string };

export type PasskeyRefusal = Refusal<"passkey-wrong" | "challenge-over" | "passkeys-unavailable">;

export type VerifiedPasskey = { ok: true; passkey: PasskeyRow; counter: number; signed: SignedChallenge };

/** Checks a signature against the stored passkey, and that the passkey belongs to its person. Stores nothing. */
export async function verifyPasskey(
  ctx: PasskeyContext,
  credential: SignatureInput,
): Promise<VerifiedPasskey | PasskeyRefusal> {
  const rpId = getPasskeyHost(ctx.checkoutHost);
  if (rpId === null) return refuse("passkeys-unavailable");
  const passkey = await findPasskey(ctx.db, credential.id);
  const handle = Buffer.from(credential.response.userHandle, "base64url").toString();
  if (!passkey || handle !== passkey.personId) return refuse("passkey-wrong");
  const checked = readSignedChallenge(ctx, credential, "sign-in");
  if (!checked.ok) return checked;
  const counter = await readVerifiedCounter(ctx, credential, { passkey, rpId, signed: checked.signed });
  if (counter === null || hasCounterRegressed(passkey.counter, counter)) return refuse("passkey-wrong");
  return { ok: true, passkey, counter, signed: checked.signed };
}

/** Returns the signature counter that the authenticator reports, or null if the signature is wrong. */
async function readVerifiedCounter(
  { checkoutHost }: PasskeyContext,
  credential: SignatureInput,
  { passkey, rpId, signed }: { passkey: PasskeyRow; rpId: string; signed: SignedChallenge },
): Promise<number | null> {
  const publicKey = new Uint8Array(Buffer.from(passkey.publicKey, "base64url"));
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: signed.challenge,
      expectedOrigin: new URL(checkoutHost).origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      // With 0 the library compares no counter. It would refuse one that stays the same, too (see
      // `hasCounterRegressed`).
      credential: { id: passkey.credentialId, publicKey, counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

export type NewPasskey = Pick<PasskeyRow, "credentialId" | "publicKey" | "counter" | "transports">;

/** Checks an authenticator's answer to a registration. Stores nothing. */
export async function verifyRegistration(
  ctx: PasskeyContext,
  personId: string,
  credential: RegistrationInput,
): Promise<{ ok: true; passkey: NewPasskey; signed: SignedChallenge } | PasskeyRefusal> {
  const rpId = getPasskeyHost(ctx.checkoutHost);
  if (rpId === null) return refuse("passkeys-unavailable");
  const checked = readSignedChallenge(ctx, credential, `register ${personId}`);
  if (!checked.ok) return checked;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: checked.signed.challenge,
      expectedOrigin: new URL(ctx.checkoutHost).origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: keyAlgorithms,
    });
    if (!registrationInfo) return refuse("passkey-wrong");
    const { id, publicKey, counter } = registrationInfo.credential;
    const { transports } = credential.response;
    const passkey = { credentialId: id, publicKey: Buffer.from(publicKey).toString("base64url"), counter, transports };
    return { ok: true, passkey, signed: checked.signed };
  } catch {
    return refuse("passkey-wrong");
  }
}

/** Reads the challenge that the browser says was signed. The library verifies the signature afterwards. */
function readSignedChallenge(
  ctx: PasskeyContext,
  { response }: { response: { clientDataJSON: string } },
  purpose: ChallengePurpose,
): { ok: true; signed: SignedChallenge } | Refusal<"challenge-over"> {
  const challenge = readClientChallenge(response.clientDataJSON);
  const read = parseChallenge(ctx, challenge, purpose);
  return read ? { ok: true, signed: { ...read, challenge } } : refuse("challenge-over");
}

function readClientChallenge(clientDataJSON: string): string {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()) as { challenge?: unknown } | null;
    return typeof data?.challenge === "string" ? data.challenge : "";
  } catch {
    return "";
  }
}
