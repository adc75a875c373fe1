import "server-only";

import type { Context } from "@/lib/context";
import { queueLetter } from "@/lib/people/letters/store";
import type { PasskeyRefusal, VerifiedPasskey } from "@/lib/people/passkeys/verify-passkey";
import { verifyPasskey } from "@/lib/people/passkeys/verify-passkey";
import { describeBrowser, hashSecret, isActive, lifetimesMs, toPersonActor } from "@/lib/people/rules";
import type { SignatureInput } from "@/lib/people/schema";
import type { PersonRow } from "@/lib/people/store";
import { lockPerson, writePeopleEntry } from "@/lib/people/store";
import { consumeChallenge, saveCounter } from "@/lib/people/store.passkeys";
import { insertSession, isKnownBrowser } from "@/lib/people/store.sessions";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { transact } from "@/lib/platform/db/transact";
import { refuseWrongSecret } from "@/lib/platform/http/limit-calls";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

/** `browser` is the browser's lasting cookie, null on its first sign-in. */
export type ClientInfo = { browser: string | null; userAgent: string; ipAddress: string };

/** Values of the cookies to set. The session lasts `maxAgeSeconds`. */
export type SessionCookies = { ok: true; session: string; browser: string; maxAgeSeconds: number };

export type SessionSecrets = { session: string; browser: string };

export type SignInRefusal = PasskeyRefusal | Refusal<"access-ended" | "too-many-tries">;

export function createSecrets(ctx: Pick<Context, "random">, { browser }: ClientInfo): SessionSecrets {
  const secret = () => Buffer.from(ctx.random(32)).toString("base64url");
  return { session: secret(), browser: browser ?? secret() };
}

/**
 * Signs in with a passkey. Anyone may try, and failures are counted like wrong admin keys. The person's row is locked
 * first: a concurrent revocation then either precedes and this sign-in is refused, or follows and ends the new session.
 */
export async function openSession(
  ctx: Context,
  credential: SignatureInput,
  client: ClientInfo,
): Promise<SessionCookies | SignInRefusal> {
  const verified = await withRetry(ctx, () => verifyPasskey(ctx, credential));
  if (!verified.ok) return countFailedSignIn(ctx, client, verified);
  const secrets = createSecrets(ctx, client);
  const refused = await transact(ctx, async (tx) => {
    const person = await lockPerson(tx, verified.passkey.personId);
    if (!person || !isActive(person, ctx.now())) return refuse("access-ended");
    const refusal = await consumeSignature(ctx, tx, verified);
    if (refusal) return refusal;
    if (await startSession(ctx, tx, { person, secrets, client })) await queueNewBrowserLetter(ctx, tx, person, client);
    return null;
  });
  if (refused) return countFailedSignIn(ctx, client, refused);
  return { ok: true, ...secrets, maxAgeSeconds: lifetimesMs.session / 1000 };
}

/** Consumes the signed challenge and stores the passkey's counter. */
export async function consumeSignature(
  ctx: Context,
  tx: Database,
  { passkey, counter, signed }: VerifiedPasskey,
): Promise<Refusal<"challenge-over" | "passkey-wrong"> | null> {
  if (!(await consumeChallenge(tx, signed))) return refuse("challenge-over");
  const isSaved = await saveCounter(tx, { credentialId: passkey.credentialId, counter }, ctx.now());
  return isSaved ? null : refuse("passkey-wrong");
}

/** Starts a session in the transaction of the sign-in. Returns whether the browser is new for the person. */
export async function startSession(
  ctx: Context,
  tx: Database,
  { person, secrets, client }: { person: PersonRow; secrets: SessionSecrets; client: ClientInfo },
): Promise<boolean> {
  const now = ctx.now();
  const { personId } = person;
  const browserHash = hashSecret(ctx.sealer, secrets.browser, "console browser");
  const browser = describeBrowser(client.userAgent);
  const isKnown = await isKnownBrowser(tx, personId, browserHash);
  const sessionId = Buffer.from(ctx.random(12)).toString("base64url");
  const secretHash = hashSecret(ctx.sealer, secrets.session, "console session");
  const endsAt = new Date(now.getTime() + lifetimesMs.session);
  const dates = { createdAt: now, seenAt: now, freshAt: now, endsAt };
  await insertSession(tx, { sessionId, secretHash, personId, browserHash, browser, ...dates });
  const detail = { person: personId, session: sessionId };
  await writePeopleEntry(tx, { action: "session-opened", at: now, actor: toPersonActor(personId), detail });
  return !isKnown;
}

function queueNewBrowserLetter(ctx: Context, tx: Database, { personId }: PersonRow, { userAgent }: ClientInfo) {
  return queueLetter(ctx, tx, { personId, kind: "new-browser", detail: describeBrowser(userAgent) });
}

/** Counts only refusals of what an attacker could guess. */
export async function countFailedSignIn<Refused extends SignInRefusal>(
  ctx: Context,
  { ipAddress }: { ipAddress: string },
  refused: Refused,
): Promise<Refused | Refusal<"passkey-wrong" | "too-many-tries">> {
  return refused.reason === "passkey-wrong" ? refuseWrongSecret(ctx, ipAddress, "passkey", "passkey-wrong") : refused;
}
