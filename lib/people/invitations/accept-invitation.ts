import "server-only";

import type { Context } from "@/lib/context";
import { storePasskey } from "@/lib/people/passkeys/register-passkey";
import type { PasskeyRefusal } from "@/lib/people/passkeys/verify-passkey";
import { verifyRegistration } from "@/lib/people/passkeys/verify-passkey";
import { isActive, lifetimesMs, toPersonActor } from "@/lib/people/rules";
import type { AcceptInvitationInput } from "@/lib/people/schema";
import type { ClientInfo, SessionCookies } from "@/lib/people/sessions/open-session";
import { createSecrets, startSession } from "@/lib/people/sessions/open-session";
import { lockPerson, updatePerson, writePeopleEntry } from "@/lib/people/store";
import { consumeInvitation } from "@/lib/people/store.invitations";
import { deletePasskeys } from "@/lib/people/store.passkeys";
import { endSessions } from "@/lib/people/store.sessions";
import type { Database } from "@/lib/platform/db/database";
import { transact } from "@/lib/platform/db/transact";
import { refuse } from "@/lib/platform/http/reasons";
import type { InvitationRefusal } from "./open-invitation";
import { findOpenInvitation } from "./open-invitation";

/**
 * Consumes an invitation, stores the new passkey and signs the person in. Their earlier passkeys and sessions end, so
 * that a lost key stops working and no other key goes unnoticed. Anyone with the code may call it.
 */
export async function acceptInvitation(
  ctx: Context,
  { code, credential, name, locale }: AcceptInvitationInput,
  client: ClientInfo,
): Promise<SessionCookies | InvitationRefusal | PasskeyRefusal> {
  const found = await findOpenInvitation(ctx, code, client.ipAddress);
  if (!found.ok) return found;
  const { person, codeHash } = found;
  const verified = await verifyRegistration(ctx, person.personId, credential);
  if (!verified.ok) return verified;
  const secrets = createSecrets(ctx, client);
  const refused = await transact(ctx, async (tx) => {
    const locked = await lockPerson(tx, person.personId);
    if (!locked || !isActive(locked, ctx.now())) return refuse("access-ended");
    if (!(await consumeInvitation(tx, codeHash, ctx.now()))) return refuse("invitation-over");
    await endEarlierAccess(ctx, tx, person.personId);
    const added = { personId: person.personId, passkey: verified.passkey, signed: verified.signed, name };
    const refusal = await storePasskey(ctx, tx, added);
    if (refusal) return refusal;
    await updatePerson(tx, person.personId, { locale });
    await startSession(ctx, tx, { person, secrets, client });
    return null;
  });
  return refused ?? { ok: true, ...secrets, maxAgeSeconds: lifetimesMs.session / 1000 };
}

async function endEarlierAccess(ctx: Context, tx: Database, personId: string): Promise<void> {
  const now = ctx.now();
  const actor = toPersonActor(personId);
  for (const { credentialId } of await deletePasskeys(tx, personId)) {
    const detail = { person: personId, passkey: credentialId };
    await writePeopleEntry(tx, { action: "passkey-removed", at: now, actor, detail });
  }
  const ended = await endSessions(tx, personId, now);
  const detail = { person: personId, ended };
  if (ended > 0) await writePeopleEntry(tx, { action: "session-ended", at: now, actor, detail });
}
