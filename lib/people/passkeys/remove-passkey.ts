import "server-only";

import type { Context } from "@/lib/context";
import { toPersonActor } from "@/lib/people/rules";
import { lockPerson, writePeopleEntry } from "@/lib/people/store";
import { deletePasskey, listPasskeys } from "@/lib/people/store.passkeys";
import { transact } from "@/lib/platform/db/transact";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { FreshSessionRefusal } from "./request-passkey";
import { authorizeFreshPerson } from "./request-passkey";

/** Removes a passkey of the caller, but never the last one. */
export async function removePasskey(
  ctx: Context,
  credentialId: string,
): Promise<{ ok: true } | FreshSessionRefusal | Refusal<"passkey-not-found" | "last-passkey">> {
  const caller = authorizeFreshPerson(ctx);
  if (!caller.ok) return caller;
  const { id: personId } = caller.person;
  const refused = await transact(ctx, async (tx) => {
    // The lock makes concurrent calls run one after the other, so the second sees that one passkey is left.
    await lockPerson(tx, personId);
    const ownPasskeys = await listPasskeys(tx, personId);
    if (!ownPasskeys.some((passkey) => passkey.credentialId === credentialId)) return refuse("passkey-not-found");
    if (ownPasskeys.length === 1) return refuse("last-passkey");
    await deletePasskey(tx, personId, credentialId);
    const detail = { person: personId, passkey: credentialId };
    await writePeopleEntry(tx, { action: "passkey-removed", at: ctx.now(), actor: toPersonActor(personId), detail });
    return null;
  });
  return refused ?? { ok: true };
}
