import "server-only";

import { and, desc, eq, sql } from "drizzle-orm";

import type { WrittenEntry } from "@/lib/audit/rules";
import { compareByTime } from "@/lib/audit/rules";
import { listWritten } from "@/lib/audit/store";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";

import type { PeopleAction } from "./rules";
import { peopleActions, peopleChain } from "./rules";
import type { PersonRow } from "./store";
import type { SessionRow } from "./store.sessions";
import { invitations, passkeys, personLetters, personRoles, personSessions, persons } from "./tables";

export async function findPersonByEmail(db: Database, email: string): Promise<PersonRow | null> {
  const [row] = await db
    .select()
    .from(persons)
    .where(and(eq(persons.email, email), eq(persons.isDemo, false)));
  return row ?? null;
}

/** The person whose access ended first comes first. */
export async function listFormerPersons(db: Database, before: Date, limit: number): Promise<string[]> {
  const rows = await queryRows<{ person_id: string }>(
    db,
    sql`select person_id from persons where least(revoked_at, ends_at) <= ${before.toISOString()}::timestamptz
      order by least(revoked_at, ends_at), person_id ${limitClause(limit)}`,
  );
  return rows.map(({ person_id }) => person_id);
}

export async function deletePerson(tx: Database, personId: string): Promise<void> {
  for (const table of [personLetters, invitations, passkeys, personRoles, personSessions, persons]) {
    await tx.delete(table).where(eq(table.personId, personId));
  }
}

/** The earliest first. */
export async function listEntriesAbout(db: Database, personId: string): Promise<WrittenEntry<PeopleAction>[]> {
  const condition = sql`e.draw_id = ${peopleChain} and e.order_id is null and e.detail->>'person' = ${personId}`;
  return (await listWritten<PeopleAction>(db, condition, null)).sort(compareByTime(peopleActions));
}

/** Includes ended sessions, the latest first. */
export function listAllSessions(db: Database, personId: string): Promise<SessionRow[]> {
  const condition = eq(personSessions.personId, personId);
  return db.select().from(personSessions).where(condition).orderBy(desc(personSessions.createdAt));
}
