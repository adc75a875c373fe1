import "server-only";

import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import { isActive, isOpen } from "./rules";
import type { PersonRow } from "./store";
import { personSessions, persons } from "./tables";

export type SessionRow = typeof personSessions.$inferSelect;

export async function findSession(
  db: Database,
  secretHash: string,
): Promise<{ session: SessionRow; person: PersonRow } | null> {
  const [row] = await selectSessions(db).where(eq(personSessions.secretHash, secretHash));
  return row ?? null;
}

function selectSessions(db: Database) {
  return db
    .select({ session: personSessions, person: persons })
    .from(personSessions)
    .innerJoin(persons, eq(persons.personId, personSessions.personId));
}

/** Returns null if the session or its person's access has ended. */
export async function findOpenSession(
  db: Database,
  sessionId: string,
  now: Date,
): Promise<{ session: SessionRow; person: PersonRow } | null> {
  const [row] = await selectSessions(db).where(eq(personSessions.sessionId, sessionId));
  return row && isOpen(row.session, now) && isActive(row.person, now) ? row : null;
}

export async function insertSession(tx: Database, row: typeof personSessions.$inferInsert): Promise<void> {
  await tx.insert(personSessions).values(row);
}

/** Returns true if the person ever had a session in this browser. */
export async function isKnownBrowser(tx: Database, personId: string, browserHash: string): Promise<boolean> {
  const condition = and(eq(personSessions.personId, personId), eq(personSessions.browserHash, browserHash));
  const rows = await tx.select({ id: personSessions.sessionId }).from(personSessions).where(condition).limit(1);
  return rows.length > 0;
}

export async function saveSessionUse(
  db: Database,
  sessionId: string,
  use: Partial<Pick<SessionRow, "seenAt" | "freshAt">>,
): Promise<void> {
  await db
    .update(personSessions)
    .set(use)
    .where(and(eq(personSessions.sessionId, sessionId), isNull(personSessions.endedAt)));
}

/** Lists sessions that were neither ended nor have expired, the latest first. */
export function listSessions(db: Database, personId: string, now: Date): Promise<SessionRow[]> {
  const condition = and(
    eq(personSessions.personId, personId),
    isNull(personSessions.endedAt),
    gt(personSessions.endsAt, now),
  );
  return db.select().from(personSessions).where(condition).orderBy(desc(personSessions.seenAt));
}

/** Ends one session of a person, or all of them without an id. Returns how many. */
export async function endSessions(
  tx: Database,
  personId: string,
  endedAt: Date,
  sessionId: string | null = null,
): Promise<number> {
  const sessionCondition = sessionId === null ? undefined : eq(personSessions.sessionId, sessionId);
  const rows = await tx
    .update(personSessions)
    .set({ endedAt })
    .where(and(eq(personSessions.personId, personId), isNull(personSessions.endedAt), sessionCondition))
    .returning({ id: personSessions.sessionId });
  return rows.length;
}

/** Returns how many sessions each person had. */
export async function endAllSessions(tx: Database, endedAt: Date): Promise<Map<string, number>> {
  const at = sql`${endedAt.toISOString()}::timestamptz`;
  const rows = await queryRows<{ person_id: string; ended: number }>(
    tx,
    sql`with ended as (update person_sessions set ended_at = ${at} where ended_at is null and ends_at > ${at}
        returning person_id)
      select person_id, count(*)::int as ended from ended group by person_id order by person_id`,
  );
  return new Map(rows.map(({ person_id: personId, ended }) => [personId, ended]));
}
