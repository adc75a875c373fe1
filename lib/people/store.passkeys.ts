import "server-only";

import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import { passkeys, usedChallenges } from "./tables";

export type PasskeyRow = typeof passkeys.$inferSelect;

export async function findPasskey(db: Database, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return row ?? null;
}

/** The oldest first. */
export function listPasskeys(db: Database, personId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.personId, personId)).orderBy(asc(passkeys.createdAt));
}

/** Returns false if a passkey with this id exists, of any person. */
export async function insertPasskey(tx: Database, row: typeof passkeys.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.credentialId });
  return rows.length > 0;
}

/** Returns false and changes nothing if the passkey was deleted or its counter has risen above this one. */
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

export async function deletePasskey(tx: Database, personId: string, credentialId: string): Promise<PasskeyRow | null> {
  const condition = and(eq(passkeys.personId, personId), eq(passkeys.credentialId, credentialId));
  const [row] = await tx.delete(passkeys).where(condition).returning();
  return row ?? null;
}

export async function deletePasskeys(tx: Database, personId: string): Promise<PasskeyRow[]> {
  return tx.delete(passkeys).where(eq(passkeys.personId, personId)).returning();
}

/** Returns false if the challenge was used before, by any process. */
export async function consumeChallenge(
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
