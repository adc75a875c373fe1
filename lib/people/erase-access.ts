import "server-only";

import type { AuditActor } from "@/lib/audit/rules";
import { toAuditActor } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { transact } from "@/lib/platform/db/transact";
import { isActive } from "./rules";
import type { PersonRow } from "./store";
import { lockPerson, writePeopleEntry } from "./store";
import { deletePerson, findPersonByEmail } from "./store.erasure";

/** `kept` if the person's access hasn't ended. */
export type AccessErasure = "erased" | "kept";

/** Erases a person whose access has ended, except for the id in the audit log. Null for an unknown address. */
export async function eraseAccess(
  ctx: Context,
  { email, isDryRun }: { email: string; isDryRun: boolean },
): Promise<AccessErasure | null> {
  const person = await withRetry(ctx, () => findPersonByEmail(ctx.db, email.toLowerCase()));
  if (!person) return null;
  const { erasure } = await transact(ctx, async (tx) => {
    const locked = await lockPerson(tx, person.personId);
    if (locked && isActive(locked, ctx.now())) return { ok: true, erasure: "kept" } as const;
    if (locked && !isDryRun) await deleteWithEntry(ctx, tx, locked, toAuditActor(ctx.actor));
    return { ok: true, erasure: "erased" } as const;
  });
  return erasure;
}

export async function deleteWithEntry(
  ctx: Context,
  tx: Database,
  { personId }: PersonRow,
  actor: AuditActor,
): Promise<void> {
  await deletePerson(tx, personId);
  await writePeopleEntry(tx, { action: "person-erased", at: ctx.now(), actor, detail: { person: personId } });
}
