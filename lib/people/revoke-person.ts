import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import { authorizeWithFreshPasskey } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";
import { transact } from "@/lib/platform/db/transact";
import { refuse } from "@/lib/platform/http/reasons";
import type { Change, ChangeRefusal } from "./change-person";
import { checkAllRolesInScope, writeEntry } from "./change-person";
import type { PersonView } from "./rules";
import { isRecordId } from "./rules";
import { lockPerson, updatePerson, wasRevokedBy } from "./store";
import { deleteAccess } from "./store.access";
import { isPersonInScope, listPersonsInScope } from "./store.list";
import { isLastAdmin } from "./store.roles";

/**
 * Ends all access of a person, which must be wholly within the caller's access scope. Repeating one's own revocation
 * gives the same answer.
 */
export async function revokePerson(
  ctx: Context,
  personId: string,
): Promise<{ ok: true; person: PersonView } | ChangeRefusal> {
  const access = authorizeWithFreshPasskey(ctx.actor, "access");
  if (!access.ok) return access;
  if (!isRecordId(personId)) return refuse("person-not-found");
  const { accessScope } = access;
  const findRepeated = (tx: Database) => wasRevokedBy(tx, personId, toAuditActor(ctx.actor));
  return transact(ctx, async (tx) => {
    const isVisible = await isPersonInScope(tx, accessScope, ctx.now(), personId);
    if (!isVisible && !(await findRepeated(tx))) return refuse("person-not-found");
    const isLast = await isLastAdmin(tx, personId);
    const person = await lockPerson(tx, personId);
    if (!person) return refuse("person-not-found");
    const isRepeated = await findRepeated(tx);
    const [before] = await listPersonsInScope(tx, accessScope, ctx.now(), personId);
    if (!before && !isRepeated) return refuse("person-not-found");
    if (!person.revokedAt) {
      const change = { ctx, tx, personId, accessScope };
      const refusal = await checkAllRolesInScope(change);
      if (refusal || isLast) return refusal ?? refuse("last-admin");
      await endAccess(change);
    }
    // The person has no roles left that could be outside of the caller's access scope.
    const [after] = await listPersonsInScope(tx, "everything", ctx.now(), personId);
    if (!after) throw new Error("The person who was just revoked was not found.");
    return { ok: true, person: after } as const;
  });
}

async function endAccess(change: Change): Promise<void> {
  const { ctx, tx, personId } = change;
  const now = ctx.now();
  await deleteAccess(tx, personId, now);
  await updatePerson(tx, personId, { revokedAt: now });
  await writeEntry(change, "person-revoked", { person: personId });
}
