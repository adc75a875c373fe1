import "server-only";

import { and, asc, desc, eq, gt, isNull, sql } from "drizzle-orm";

import type { AuditActor, AuditDetail } from "@/lib/audit/rules";
import { writeChainEntry } from "@/lib/audit/store";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

import type { PeopleAction } from "./rules";
import { isActive, isOpen, peopleChain } from "./rules";
import type { RoleGrant } from "./rules.roles";
import { scopeIdOf, toScope } from "./rules.roles";
import { invitations, passkeys, personRoles, personSessions, persons, usedChallenges } from "./tables";

export type PersonRow = typeof persons.$inferSelect;
export type PasskeyRow = typeof passkeys.$inferSelect;
export type SessionRow = typeof personSessions.$inferSelect;

export type PeopleEntry = { action: PeopleAction; at: Date; actor: AuditActor; detail: AuditDetail };

/** Writes an entry about people in the transaction of the change. */
export function writePeopleEntry(tx: Database, entry: PeopleEntry): Promise<void> {
  return writeChainEntry(tx, peopleChain, entry);
}

export async function findPerson(db: Database, personId: string): Promise<PersonRow | null> {
  const [row] = await db.select().from(persons).where(eq(persons.personId, personId));
  return row ?? null;
}

/** Every change to a person, their roles, passkeys or sessions locks the person first, so that no two changes cross. */
export async function lockPerson(tx: Database, personId: string): Promise<PersonRow | null> {
  const [row] = await tx.select().from(persons).where(eq(persons.personId, personId)).for("update");
  return row ?? null;
}

/** Inserts a person unless there is one with the address. Returns that row, locked. */
export async function insertOrLockPerson(tx: Database, person: typeof persons.$inferInsert): Promise<PersonRow> {
  await tx.insert(persons).values(person).onConflictDoNothing({ target: persons.email });
  const [row] = await tx.select().from(persons).where(eq(persons.email, person.email)).for("update");
  if (!row) throw new Error("A person that was inserted is not there.");
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

/** Whether this actor was the last to end the person's access. */
export async function wasRevokedBy(
  tx: Database,
  { personId, revokedAt }: PersonRow,
  { operator }: AuditActor,
): Promise<boolean> {
  const at = sql`${revokedAt?.toISOString() ?? null}::timestamptz`;
  const action: PeopleAction = "person-revoked";
  const rows = await queryRows(
    tx,
    sql`select from audit_entries where draw_id = ${peopleChain} and order_id is null and at = ${at}
      and action = ${action} and operator = ${operator} and detail->>'person' = ${personId}`,
  );
  return rows.length > 0;
}

/** The roles of each person. */
export async function listRoles(db: Database, personIds: readonly string[]): Promise<Map<string, RoleGrant[]>> {
  const rows = await db
    .select()
    .from(personRoles)
    .where(sql`${personRoles.personId} = any(${sql.param(personIds)}::text[])`)
    .orderBy(asc(personRoles.givenAt), asc(personRoles.role), asc(personRoles.scopeId));
  const held = new Map<string, RoleGrant[]>(personIds.map((personId) => [personId, []]));
  for (const { personId, role, scopeKind, scopeId } of rows) {
    held.get(personId)?.push({ role, scope: toScope(scopeKind, scopeId) });
  }
  return held;
}

export async function listOwnRoles(db: Database, personId: string): Promise<RoleGrant[]> {
  return (await listRoles(db, [personId])).get(personId) ?? [];
}

/** Returns false if the person has the role there already. */
export async function insertRole(
  tx: Database,
  personId: string,
  { role, scope }: RoleGrant,
  givenAt: Date,
): Promise<boolean> {
  const row = { personId, role, scopeKind: scope.kind, scopeId: scopeIdOf(scope), givenAt };
  const rows = await tx.insert(personRoles).values(row).onConflictDoNothing().returning({ role: personRoles.role });
  return rows.length > 0;
}

/** Returns false if the person doesn't have the role there. */
export async function deleteRole(tx: Database, personId: string, { role, scope }: RoleGrant): Promise<boolean> {
  const isIt = and(
    eq(personRoles.personId, personId),
    eq(personRoles.role, role),
    eq(personRoles.scopeKind, scope.kind),
    eq(personRoles.scopeId, scopeIdOf(scope)),
  );
  const rows = await tx.delete(personRoles).where(isIt).returning({ role: personRoles.role });
  return rows.length > 0;
}

/** Deletes the roles, passkeys, sessions and the open invitation of a person. */
export async function deleteAccess(tx: Database, personId: string, now: Date): Promise<void> {
  await tx.delete(personRoles).where(eq(personRoles.personId, personId));
  await endSessions(tx, personId, now);
  await deletePasskeys(tx, personId);
  await replaceInvitation(tx, personId, null);
}

/**
 * Whether nobody would be left who can sign in and has the role of admin everywhere for good, if this person lost it.
 * Locks all of them first, so that two admins can't withdraw each other's role at once.
 */
export async function isLastAdmin(tx: Database, personId: string): Promise<boolean> {
  const ofAdmins = sql`exists (select from person_roles r where r.person_id = p.person_id and r.role = 'admin'
      and r.scope_kind = 'everything')`;
  await queryRows(tx, sql`select p.person_id from persons p where ${ofAdmins} order by p.person_id for update`);
  const lasting = await queryRows<{ person_id: string }>(
    tx,
    sql`select p.person_id from persons p
      where ${ofAdmins} and p.revoked_at is null and p.ends_at is null and not p.is_demo
        and exists (select from passkeys k where k.person_id = p.person_id)`,
  );
  return lasting.length === 1 && lasting[0]?.person_id === personId;
}

export async function findPasskey(db: Database, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return row ?? null;
}

/** Begins with the one that was made first. */
export function listPasskeys(db: Database, personId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.personId, personId)).orderBy(asc(passkeys.createdAt));
}

/** Returns false if anybody has a passkey with this id. */
export async function insertPasskey(tx: Database, row: typeof passkeys.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.credentialId });
  return rows.length > 0;
}

/** Changes nothing and returns false if the passkey is gone or its counter has risen above this one meanwhile. */
export async function saveCounter(
  tx: Database,
  { credentialId, counter }: { credentialId: string; counter: number },
  now: Date,
): Promise<boolean> {
  const rows = await queryRows(
    tx,
    sql`update passkeys set counter = ${counter}::bigint, used_at = ${now.toISOString()}::timestamptz
      where credential_id = ${credentialId} and (counter = 0 or counter <= ${counter}::bigint) returning credential_id`,
  );
  return rows.length > 0;
}

/** Null if the person has no such passkey. */
export async function deletePasskey(tx: Database, personId: string, credentialId: string): Promise<PasskeyRow | null> {
  const isIt = and(eq(passkeys.personId, personId), eq(passkeys.credentialId, credentialId));
  const [row] = await tx.delete(passkeys).where(isIt).returning();
  return row ?? null;
}

export async function deletePasskeys(tx: Database, personId: string): Promise<PasskeyRow[]> {
  return tx.delete(passkeys).where(eq(passkeys.personId, personId)).returning();
}

/** Returns false if any process has used the challenge before. */
export async function takeChallenge(
  tx: Database,
  { key, expiresAt }: { key: string; expiresAt: Date },
): Promise<boolean> {
  const rows = await tx
    .insert(usedChallenges)
    .values({ challenge: key, expiresAt })
    .onConflictDoNothing()
    .returning({ challenge: usedChallenges.challenge });
  return rows.length > 0;
}

/** Replaces the open invitation of a person, or with null deletes it. */
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

/** Uses an invitation up, once. Returns false if it was used, has expired or was replaced. */
export async function takeInvitation(tx: Database, codeHash: string, now: Date): Promise<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await queryRows(
    tx,
    sql`update invitations set used_at = ${at}
      where code_hash = ${codeHash} and used_at is null and expires_at > ${at} returning code_hash`,
  );
  return rows.length > 0;
}

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

/** Null if the session has ended, or its person's access. */
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

/** Whether the person had a session in this browser before. */
export async function isKnownBrowser(tx: Database, personId: string, browserHash: string): Promise<boolean> {
  const isIt = and(eq(personSessions.personId, personId), eq(personSessions.browserHash, browserHash));
  const rows = await tx.select({ id: personSessions.sessionId }).from(personSessions).where(isIt).limit(1);
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

/** Sessions that were not ended and whose time is not over, the latest first. */
export function listSessions(db: Database, personId: string, now: Date): Promise<SessionRow[]> {
  const isLasting = and(
    eq(personSessions.personId, personId),
    isNull(personSessions.endedAt),
    gt(personSessions.endsAt, now),
  );
  return db.select().from(personSessions).where(isLasting).orderBy(desc(personSessions.seenAt));
}

/** Ends one session of a person, or without an id all of them. Returns how many. */
export async function endSessions(
  tx: Database,
  personId: string,
  endedAt: Date,
  sessionId: string | null = null,
): Promise<number> {
  const one = sessionId === null ? undefined : eq(personSessions.sessionId, sessionId);
  const rows = await tx
    .update(personSessions)
    .set({ endedAt })
    .where(and(eq(personSessions.personId, personId), isNull(personSessions.endedAt), one))
    .returning({ id: personSessions.sessionId });
  return rows.length;
}

/** Ends the sessions of everybody. Returns how many each person had. */
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

/** Withdraws the invitations of everybody. Returns how many there were. */
export async function deleteOpenInvitations(tx: Database): Promise<number> {
  const rows = await tx.delete(invitations).where(isNull(invitations.usedAt)).returning({ id: invitations.personId });
  return rows.length;
}

/** Deletes challenges that have expired, and sessions and invitations that ended before `endedBefore`. */
export async function deleteEnded(db: Database, now: Date, endedBefore: Date): Promise<void> {
  const [at, before] = [now, endedBefore].map((date) => sql`${date.toISOString()}::timestamptz`);
  await queryRows(db, sql`delete from used_challenges where expires_at < ${at}`);
  await queryRows(db, sql`delete from person_sessions where ends_at < ${before}`);
  await queryRows(db, sql`delete from invitations where expires_at < ${before}`);
}
