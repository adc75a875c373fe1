import "server-only";

import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { PersonRow } from "./store";
import { invitations, persons } from "./tables";

/** Replaces the open invitation of a person. Null deletes it. */
export async function replaceInvitation(
  tx: Database,
  personId: string,
  invitation: { codeHash: string; createdAt: Date; expiresAt: Date } | null,
): Promise<void> {
  await tx.delete(invitations).where(and(eq(invitations.personId, personId), isNull(invitations.usedAt)));
  if (invitation) await tx.insert(invitations).values({ ...invitation, personId });
}

export async function findInvitation(
  db: Database,
  codeHash: string,
): Promise<{ invitation: typeof invitations.$inferSelect; person: PersonRow } | null> {
  const [row] = await db
    .select({ invitation: invitations, person: persons })
    .from(invitations)
    .innerJoin(persons, eq(persons.personId, invitations.personId))
    .where(eq(invitations.codeHash, codeHash));
  return row ?? null;
}

/** Returns false if the invitation was used, has expired or was replaced. */
export async function consumeInvitation(tx: Database, codeHash: string, now: Date): Promise<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await queryRows(
    tx,
    sql`update invitations set used_at = ${at}
      where code_hash = ${codeHash} and used_at is null and expires_at > ${at} returning code_hash`,
  );
  return rows.length > 0;
}

/** Returns how many there were. */
export async function deleteOpenInvitations(tx: Database): Promise<number> {
  const rows = await tx.delete(invitations).where(isNull(invitations.usedAt)).returning({ id: invitations.personId });
  return rows.length;
}
