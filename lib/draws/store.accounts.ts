import "server-only";
import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { drawSecrets, installation } from "./tables";

/** Notes why no card is charged by a draw's credentials any more; the first reason stays. */
export async function recordUnfitAccount(tx: Database, drawId: string, reason: string, now: Date): Promise<void> {
  await tx
    .update(drawSecrets)
    .set({ unfitReason: reason, unfitAt: now })
    .where(and(eq(drawSecrets.drawId, drawId), isNull(drawSecrets.unfitAt)));
}

/** Notes that the report showed a payment that fits: nobody has to look again. */
export async function recordSeenAccount(db: Database, drawId: string, now: Date): Promise<void> {
  await db.update(drawSecrets).set({ seenAt: now }).where(eq(drawSecrets.drawId, drawId));
}

/** A draw whose account was not seen yet, and when a card was first charged there. */
export type UnseenAccount = { drawId: string; firstUsedAt: Date };

/** Some draws whose cards were first charged after `since` and whose account was not seen yet, in any order. */
export async function listUnseenAccounts(db: Database, since: Date, most: number): Promise<UnseenAccount[]> {
  const isUnseen = and(gt(drawSecrets.firstUsedAt, since), isNull(drawSecrets.seenAt), isNull(drawSecrets.unfitAt));
  const rows = await db.select().from(drawSecrets).where(isUnseen).orderBy(sql`random()`).limit(most);
  return rows.flatMap(({ drawId, firstUsedAt }) => (firstUsedAt ? [{ drawId, firstUsedAt }] : []));
}

/** What a database knows of the server that it belongs to. */
type Installation = { mode: string; keyCheck: string; digestRoot: string | null };

/** Reads whose database it is; null before the first server that told. */
export async function readInstallation(db: Database): Promise<Installation | null> {
  const [row] = await db.select().from(installation);
  return row ?? null;
}

/** Writes whose database it is, unless another process was quicker. */
export async function insertInstallation(db: Database, begun: Installation): Promise<void> {
  await db.insert(installation).values(begun).onConflictDoNothing();
}

/** Writes the sealed root of digests, unless there is one. */
export async function insertDigestRoot(db: Database, digestRoot: string): Promise<void> {
  await db.update(installation).set({ digestRoot }).where(isNull(installation.digestRoot));
}

/** Reads whose database it is, and keeps its key from being changed until the transaction ends. */
export async function readInstallationForUpdate(tx: Database): Promise<Installation | null> {
  const [row] = await tx.select().from(installation).for("update");
  return row ?? null;
}

/** Replaces what is sealed with the key of this database. */
export async function saveInstallationSeals(
  tx: Database,
  seals: { keyCheck: string; digestRoot: string | null },
): Promise<void> {
  await tx.update(installation).set(seals);
}

/** Reads what is sealed with the key of this database, and keeps it so until the transaction ends; null for none. */
export async function readKeyCheck(tx: Database): Promise<string | null> {
  const [row] = await tx.select({ keyCheck: installation.keyCheck }).from(installation).for("share");
  return row?.keyCheck ?? null;
}

/** Sealed credentials of a draw. */
export type SealedKeys = { drawId: string; sealed: string };

/** Lists sealed credentials after `after`, in the order of their draws, at most so many. */
export function listSealedKeys(db: Database, after: string, most: number): Promise<SealedKeys[]> {
  return db
    .select({ drawId: drawSecrets.drawId, sealed: drawSecrets.sealed })
    .from(drawSecrets)
    .where(gt(drawSecrets.drawId, after))
    .orderBy(drawSecrets.drawId)
    .limit(most);
}

/** Replaces sealed credentials by the same, sealed anew, unless others came meanwhile. Gives whether it did. */
export async function replaceSealedKeys(db: Database, { drawId, sealed }: SealedKeys, by: string): Promise<boolean> {
  const rows = await db
    .update(drawSecrets)
    .set({ sealed: by })
    .where(and(eq(drawSecrets.drawId, drawId), eq(drawSecrets.sealed, sealed)))
    .returning({ drawId: drawSecrets.drawId });
  return rows.length > 0;
}

/** The payment credentials that were sealed last; null when none are. */
export async function readLastSealedKeys(db: Database): Promise<{ drawId: string; sealed: string } | null> {
  const [row] = await db.select().from(drawSecrets).orderBy(desc(drawSecrets.updatedAt)).limit(1);
  return row ?? null;
}
