import "server-only";

import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { generateAuthenticationOptions } from "@simplewebauthn/server";

import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { transact } from "@/lib/platform/db/transact";
import { refuseWrongSecret } from "@/lib/platform/http/limit-calls";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import { issueChallenge } from "./issue-challenge";
import { actorOf, hashSecret, isActive, lifetimesMs, nameBrowser, passkeyHostOf } from "./rules";
import type { SignatureInput } from "./schema";
import type { PersonRow } from "./store";
import { lockPerson, writePeopleEntry } from "./store";
import { queueLetter } from "./store.letters";
import { saveCounter, takeChallenge } from "./store.passkeys";
import { findOpenSession, insertSession, isKnownBrowser, saveSessionUse } from "./store.sessions";
import type { PasskeyRefusal, VerifiedPasskey } from "./verify-passkey";
import { verifyPasskey } from "./verify-passkey";

/** The browser that calls: its lasting cookie (null on its first sign-in), what it says it is, and its address. */
export type CallingBrowser = { browser: string | null; userAgent: string; address: string };

/** What the cookies of a browser carry from now on. `seconds` is how long the session lasts. */
export type OpenedSession = { ok: true; session: string; browser: string; seconds: number };

export type SessionSecrets = { session: string; browser: string };

type SignInRefusal = PasskeyRefusal | Refusal<"access-ended" | "too-many-tries">;

export function makeSecrets(ctx: Pick<Context, "random">, { browser }: CallingBrowser): SessionSecrets {
  const secret = () => Buffer.from(ctx.random(32)).toString("base64url");
  return { session: secret(), browser: browser ?? secret() };
}

/** Gives what a browser asks a passkey to sign, to sign in or to confirm. Anybody may ask, and nothing is stored. */
export async function requestSignature(
  ctx: Context,
): Promise<{ ok: true; options: PublicKeyCredentialRequestOptionsJSON } | Refusal<"passkeys-unavailable">> {
  const rpID = passkeyHostOf(ctx.checkoutHost);
  if (rpID === null) return refuse("passkeys-unavailable");
  const challenge = await withRetry(ctx, () => issueChallenge(ctx, "sign-in"));
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: new Uint8Array(challenge),
    userVerification: "required",
    allowCredentials: [],
  });
  return { ok: true, options };
}

/**
 * Signs in with a passkey. Anybody may try, and wrong attempts are counted like wrong admin keys. The person's row is
 * locked first, so a concurrent revocation either runs before, and this sign-in is refused, or runs after and ends the
 * new session.
 */
export async function openSession(
  ctx: Context,
  credential: SignatureInput,
  calling: CallingBrowser,
): Promise<OpenedSession | SignInRefusal> {
  const verified = await withRetry(ctx, () => verifyPasskey(ctx, credential));
  if (!verified.ok) return countFailedSignIn(ctx, calling, verified);
  const secrets = makeSecrets(ctx, calling);
  const refused = await transact(ctx, async (tx) => {
    const person = await lockPerson(tx, verified.passkey.personId);
    if (!person || !isActive(person, ctx.now())) return refuse("access-ended");
    const refusal = await takeSignature(ctx, tx, verified);
    if (refusal) return refusal;
    if (await startSession(ctx, tx, { person, secrets, calling }))
      await queueNewBrowserLetter(ctx, tx, person, calling);
    return null;
  });
  if (refused) return countFailedSignIn(ctx, calling, refused);
  return { ok: true, ...secrets, seconds: lifetimesMs.session / 1000 };
}

/** Notes in a session that its person has used a passkey now, so that it counts as fresh for five minutes. */
export async function confirmSession(
  ctx: Context,
  credential: SignatureInput,
  { address }: Pick<CallingBrowser, "address">,
): Promise<{ ok: true; freshUntil: string } | SignInRefusal | Refusal<"session-required">> {
  const { actor } = ctx;
  if (actor.kind !== "admin" || !actor.person) return refuse("session-required");
  const { id: personId, sessionId } = actor.person;
  const verified = await withRetry(ctx, () => verifyPasskey(ctx, credential));
  if (!verified.ok) return countFailedSignIn(ctx, { address }, verified);
  if (verified.passkey.personId !== personId) return countFailedSignIn(ctx, { address }, refuse("passkey-wrong"));
  const now = ctx.now();
  const refused = await transact(ctx, async (tx) => {
    await lockPerson(tx, personId);
    const session = await findOpenSession(tx, sessionId, now);
    if (!session) return refuse("session-required");
    const refusal = await takeSignature(ctx, tx, verified);
    if (refusal) return refusal;
    await saveSessionUse(tx, sessionId, { seenAt: now, freshAt: now });
    await writePeopleEntry(tx, {
      action: "session-confirmed",
      at: now,
      actor: actorOf(personId),
      detail: { person: personId, session: sessionId },
    });
    return null;
  });
  if (refused) return refused;
  return { ok: true, freshUntil: new Date(now.getTime() + lifetimesMs.fresh).toISOString() };
}

/** Uses up the challenge that was signed, and notes the passkey's counter. */
async function takeSignature(
  ctx: Context,
  tx: Database,
  { passkey, counter, signed }: VerifiedPasskey,
): Promise<Refusal<"challenge-over" | "passkey-wrong"> | null> {
  if (!(await takeChallenge(tx, signed))) return refuse("challenge-over");
  const isSaved = await saveCounter(tx, { credentialId: passkey.credentialId, counter }, ctx.now());
  return isSaved ? null : refuse("passkey-wrong");
}

/** Starts a session in the transaction of the sign-in. Returns whether the person never used this browser before. */
export async function startSession(
  ctx: Context,
  tx: Database,
  { person, secrets, calling }: { person: PersonRow; secrets: SessionSecrets; calling: CallingBrowser },
): Promise<boolean> {
  const now = ctx.now();
  const { personId } = person;
  const browserHash = hashSecret(ctx.sealer, secrets.browser, "console browser");
  const browser = nameBrowser(calling.userAgent);
  const isKnown = await isKnownBrowser(tx, personId, browserHash);
  const sessionId = Buffer.from(ctx.random(12)).toString("base64url");
  const secretHash = hashSecret(ctx.sealer, secrets.session, "console session");
  const endsAt = new Date(now.getTime() + lifetimesMs.session);
  const dates = { createdAt: now, seenAt: now, freshAt: now, endsAt };
  await insertSession(tx, { sessionId, secretHash, personId, browserHash, browser, ...dates });
  const detail = { person: personId, session: sessionId };
  await writePeopleEntry(tx, { action: "session-opened", at: now, actor: actorOf(personId), detail });
  return !isKnown;
}

function queueNewBrowserLetter(ctx: Context, tx: Database, { personId }: PersonRow, { userAgent }: CallingBrowser) {
  return queueLetter(ctx, tx, { personId, kind: "new-browser", detail: nameBrowser(userAgent) });
}

/** Counts only refusals of what a stranger could guess at. */
async function countFailedSignIn<Refused extends SignInRefusal>(
  ctx: Context,
  { address }: { address: string },
  refused: Refused,
): Promise<Refused | Refusal<"passkey-wrong" | "too-many-tries">> {
  return refused.reason === "passkey-wrong" ? refuseWrongSecret(ctx, address, "passkey", "passkey-wrong") : refused;
}
