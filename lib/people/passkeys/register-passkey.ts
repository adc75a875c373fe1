import "server-only";

import type { Context } from "@/lib/context";
import { queueLetter } from "@/lib/people/letters/store";
import { toPersonActor } from "@/lib/people/rules";
import type { AddPasskeyInput } from "@/lib/people/schema";
import { lockPerson, writePeopleEntry } from "@/lib/people/store";
import { consumeChallenge, insertPasskey } from "@/lib/people/store.passkeys";
import { findOpenSession } from "@/lib/people/store.sessions";
import type { Database } from "@/lib/platform/db/database";
import { transact } from "@/lib/platform/db/transact";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { FreshSessionRefusal } from "./request-passkey";
import { authorizeFreshPerson } from "./request-passkey";
import type { NewPasskey, PasskeyRefusal, SignedChallenge } from "./verify-passkey";
import { verifyRegistration } from "./verify-passkey";

/**
 * Adds a passkey to the caller's, whose session must be fresh. The session is checked again once the person is locked:
 * otherwise a passkey could be added after another call has ended their access or accepted an invitation.
 */
export async function registerPasskey(
  ctx: Context,
  { credential, name }: AddPasskeyInput,
): Promise<{ ok: true } | FreshSessionRefusal | PasskeyRefusal> {
  const caller = authorizeFreshPerson(ctx);
  if (!caller.ok) return caller;
  const verified = await verifyRegistration(ctx, caller.person.id, credential);
  if (!verified.ok) return verified;
  const { id: personId, sessionId } = caller.person;
  const refused = await transact(ctx, async (tx) => {
    await lockPerson(tx, personId);
    if (!(await findOpenSession(tx, sessionId, ctx.now()))) return refuse("session-required");
    return storePasskey(ctx, tx, { ...verified, personId, name });
  });
  return refused ?? { ok: true };
}

/** Consumes the challenge, stores the verified passkey and tells its person by email. */
export async function storePasskey(
  ctx: Context,
  tx: Database,
  addition: { personId: string; passkey: NewPasskey; signed: SignedChallenge; name: string },
): Promise<Refusal<"challenge-over" | "passkey-wrong"> | null> {
  const { personId, passkey, signed, name } = addition;
  const now = ctx.now();
  if (!(await consumeChallenge(tx, signed))) return refuse("challenge-over");
  const isNew = await insertPasskey(tx, { ...passkey, personId, name, createdAt: now, usedAt: null });
  if (!isNew) return refuse("passkey-wrong");
  const detail = { person: personId, passkey: passkey.credentialId };
  await writePeopleEntry(tx, { action: "passkey-added", at: now, actor: toPersonActor(personId), detail });
  await queueLetter(ctx, tx, { personId, kind: "passkey-added", detail: name });
  return null;
}
