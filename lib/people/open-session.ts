import "server-only";

import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { refuseTry } from "@/lib/platform/http/limit-calls";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import { actorOf, hashSecret, isActive, isOpen, lives, nameBrowser } from "./rules";
import type { SignatureInput } from "./schema";
import type { PersonRow } from "./store";
import {
  findSession,
  insertSession,
  isKnownBrowser,
  lockPerson,
  saveCounter,
  saveSessionUse,
  takeChallenge,
  writePeopleEntry,
} from "./store";
import { queueLetter } from "./store.letters";
import type { PasskeyRefusal, VerifiedPasskey } from "./verify-passkey";
import { verifyPasskey } from "./verify-passkey";

/** The browser that calls: its lasting cookie, null on its first sign-in, what it says it is, and its address. */
export type CallingBrowser = { browser: string | null; userAgent: string; address: string };

/** What the cookies of a browser carry from now on; the session for so many seconds. */
export type OpenedSession = { ok: true; session: string; browser: string; seconds: number };

export type SessionSecrets = { session: string; browser: string };

type SignInRefusal = PasskeyRefusal | Refusal<"access-ended" | "too-many-tries">;

export function makeSecrets(ctx: Pick<Context, "random">, { browser }: CallingBrowser): SessionSecrets {
  const secret = () => Buffer.from(ctx.random(32)).toString("base64url");
  return { session: secret(), browser: browser ?? secret() };
}

/** Signs in with a passkey. Anybody may try; wrong ones are counted as admin keys are. */
export async function openSession(
  ctx: Context,
  credential: SignatureInput,
  calling: CallingBrowser,
): Promise<OpenedSession | SignInRefusal> {
  const verified = await withRetry(ctx, () => verifyPasskey(ctx, credential));
  if (!verified.ok) return countWrong(ctx, calling, verified);
  const secrets = makeSecrets(ctx, calling);
  const refused = await withRetry(ctx, () =>
    ctx.db.transaction(async (tx) => {
      const used = await countUse(ctx, tx, verified, secrets);
      if (used !== "used") return used;
      const person = await lockPerson(tx, verified.passkey.personId);
      if (!person || !isActive(person, ctx.now())) return refuse("access-ended");
      if (await startSession(ctx, tx, { person, secrets, calling })) await tellOfBrowser(ctx, tx, person, calling);
      return null;
    }),
  );
  if (refused) return countWrong(ctx, calling, refused);
  return { ok: true, ...secrets, seconds: lives.session / 1000 };
}

/** Notes in a session that its person has used a passkey now: for five minutes it counts as fresh. */
export async function confirmSession(
  ctx: Context,
  credential: SignatureInput,
  { session, address }: { session: string | null; address: string },
): Promise<{ ok: true; freshUntil: string } | SignInRefusal | Refusal<"session-required">> {
  const { actor } = ctx;
  if (actor.kind !== "admin" || !actor.person || session === null) return refuse("session-required");
  const { id: personId } = actor.person;
  const verified = await withRetry(ctx, () => verifyPasskey(ctx, credential));
  if (!verified.ok) return countWrong(ctx, { address }, verified);
  if (verified.passkey.personId !== personId) return countWrong(ctx, { address }, refuse("passkey-wrong"));
  const now = ctx.now();
  const refused = await withRetry(ctx, () =>
    ctx.db.transaction(async (tx) => {
      const found = await findSession(tx, hashSecret(ctx.sealer, session, "console session"));
      const isIn = found?.person.personId === personId && isOpen(found.session, now);
      if (!isIn) return refuse("session-required");
      const used = await countUse(ctx, tx, verified, null);
      if (used !== "used") return used;
      await saveSessionUse(tx, found.session.sessionId, { seenAt: now, freshAt: now });
      await writePeopleEntry(tx, {
        action: "session-confirmed",
        at: now,
        actor: actorOf(personId),
        detail: { person: personId, session: found.session.sessionId },
      });
      return null;
    }),
  );
  if (refused) return refused;
  return { ok: true, freshUntil: new Date(now.getTime() + lives.fresh).toISOString() };
}

/**
 * Uses up the challenge that was signed and notes the passkey's counter. Null if the same call did both before and its
 * answer was lost with the connection: its session is there.
 */
async function countUse(
  ctx: Context,
  tx: Database,
  { passkey, counter, signed }: VerifiedPasskey,
  secrets: SessionSecrets | null,
): Promise<"used" | Refusal<"challenge-over" | "passkey-wrong"> | null> {
  if (!(await takeChallenge(tx, signed))) {
    const own = secrets && (await findSession(tx, hashSecret(ctx.sealer, secrets.session, "console session")));
    return own ? null : refuse("challenge-over");
  }
  const isSaved = await saveCounter(tx, { credentialId: passkey.credentialId, counter }, ctx.now());
  return isSaved ? "used" : refuse("passkey-wrong");
}

/** Starts a session in the transaction of the sign-in; says whether the person never used this browser before. */
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
  const endsAt = new Date(now.getTime() + lives.session);
  const dates = { createdAt: now, seenAt: now, freshAt: now, endsAt };
  await insertSession(tx, { sessionId, secretHash, personId, browserHash, browser, ...dates });
  const detail = { person: personId, session: sessionId };
  await writePeopleEntry(tx, { action: "session-opened", at: now, actor: actorOf(personId), detail });
  return !isKnown;
}

function tellOfBrowser(ctx: Context, tx: Database, { personId }: PersonRow, { userAgent }: CallingBrowser) {
  return queueLetter(ctx, tx, { personId, kind: "new-browser", detail: nameBrowser(userAgent) });
}

/** Only what a stranger could guess at is counted. */
async function countWrong<Refused extends SignInRefusal>(
  ctx: Context,
  { address }: { address: string },
  refused: Refused,
): Promise<Refused | Refusal<"passkey-wrong" | "too-many-tries">> {
  return refused.reason === "passkey-wrong" ? refuseTry(ctx, address, "passkey", "passkey-wrong") : refused;
}
