import "server-only";

import type { Context } from "@/lib/context";
import { verifyPasskey } from "@/lib/people/passkeys/verify-passkey";
import { lifetimesMs, toPersonActor } from "@/lib/people/rules";
import type { SignatureInput } from "@/lib/people/schema";
import { lockPerson, writePeopleEntry } from "@/lib/people/store";
import { findOpenSession, saveSessionUse } from "@/lib/people/store.sessions";
import { withRetry } from "@/lib/platform/db/errors";
import { transact } from "@/lib/platform/db/transact";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { ClientInfo, SignInRefusal } from "./open-session";
import { consumeSignature, countFailedSignIn } from "./open-session";

/** Makes the session fresh for five minutes after its person has used a passkey. */
export async function confirmSession(
  ctx: Context,
  credential: SignatureInput,
  { ipAddress }: Pick<ClientInfo, "ipAddress">,
): Promise<{ ok: true; freshUntil: string } | SignInRefusal | Refusal<"session-required">> {
  const { actor } = ctx;
  if (actor.kind !== "admin" || !actor.person) return refuse("session-required");
  const { id: personId, sessionId } = actor.person;
  const verified = await withRetry(ctx, () => verifyPasskey(ctx, credential));
  if (!verified.ok) return countFailedSignIn(ctx, { ipAddress }, verified);
  if (verified.passkey.personId !== personId) return countFailedSignIn(ctx, { ipAddress }, refuse("passkey-wrong"));
  const now = ctx.now();
  const refused = await transact(ctx, async (tx) => {
    await lockPerson(tx, personId);
    const session = await findOpenSession(tx, sessionId, now);
    if (!session) return refuse("session-required");
    const refusal = await consumeSignature(ctx, tx, verified);
    if (refusal) return refusal;
    await saveSessionUse(tx, sessionId, { seenAt: now, freshAt: now });
    await writePeopleEntry(tx, {
      action: "session-confirmed",
      at: now,
      actor: toPersonActor(personId),
      detail: { person: personId, session: sessionId },
    });
    return null;
  });
  if (refused) return refused;
  return { ok: true, freshUntil: new Date(now.getTime() + lifetimesMs.fresh).toISOString() };
}
