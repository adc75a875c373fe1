import "server-only";

import { eq, sql } from "drizzle-orm";
import type { AuditActor, AuditDetail } from "@/lib/audit/rules";
import { writeChainEntry } from "@/lib/audit/store";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { PeopleAction } from "./rules";
import { peopleChain } from "./rules";
import { persons } from "./tables";

export type PersonRow = typeof persons.$inferSelect;

export type PeopleEntry = { action: PeopleAction; at: Date; actor: AuditActor; detail: AuditDetail };

export function writePeopleEntry(tx: Database, entry: PeopleEntry): Promise<void> {
  return writeChainEntry(tx, peopleChain, entry);
}

export async function findPerson(db: Database, personId: string): Promise<PersonRow | null> {
  const [row] = await db.select().from(persons).where(eq(persons.personId, personId));
  return row ?? null;
}

/** Every change to a person's data, roles, passkeys or sessions takes this lock first, so that none overlap. */
export async function lockPerson(tx: Database, personId: string): Promise<PersonRow | null> {
  const [row] = await tx.select().from(persons).where(eq(persons.personId, personId)).for("update");
  return row ?? null;
}

/** Inserts a person unless the address is known. Returns the row of the address, locked. */
export async function insertOrLockPerson(tx: Database, person: typeof persons.$inferInsert): Promise<PersonRow> {
  await tx.insert(persons).values(person).onConflictDoNothing({ target: persons.email });
  const [row] = await tx.select().from(persons).where(eq(persons.email, person.email)).for("update");
  if (!row) throw new Error("The person who was just inserted was not found.");
  return row;
}

export async function updatePerson(
  tx: Database,
  personId: string,
  change: Partial<Pick<PersonRow, "endsAt" | "revokedAt" | "locale" | "name" | "refundLimitCents">>,
): Promise<void> {
  await tx.update(persons).set(change).where(eq(persons.personId, personId));
}

export async function addUserId(tx: Database, personId: string, userId: string): Promise<void> {
  await queryRows(
    tx,
    sql`update persons set user_ids = array_append(user_ids, ${userId}::text)
      where person_id = ${personId} and not ${userId}::text = any(user_ids)`,
  );
}

/** Returns true if the actor's revocation is the latest one of the person. */
export async function wasRevokedBy(tx: Database, personId: string, { operator }: AuditActor): Promise<boolean> {
  const at = sql`(select revoked_at from persons where person_id = ${personId})`;
  const action: PeopleAction = "person-revoked";
  const rows = await queryRows(
    tx,
    sql`select from audit_entries where draw_id = ${peopleChain} and order_id is null and at = ${at}
      and action = ${action} and operator = ${operator} and detail->>'person' = ${personId}`,
  );
  return rows.length > 0;
}
