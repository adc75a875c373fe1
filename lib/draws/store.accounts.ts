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
type Installation = { mode: string; keyCheck: string };

/** Reads whose database it is; null before the first server that told. */
export async function readInstallation(db: Database): Promise<Installation | null> {
  const [row] = await db.select().from(installation);
  return row ?? null;
}

/** Writes whose database it is, unless another process was quicker. */
export async function insertInstallation(db: Database, { mode, keyCheck }: Installation): Promise<void> {
  await db.insert(installation).values({ mode, keyCheck }).onConflictDoNothing();
}

/** The payment credentials that were sealed last; null when none are. */
export async function readLastSealedKeys(db: Database): Promise<{ drawId: string; sealed: string } | null> {
  const [row] = await db.select().from(drawSecrets).orderBy(desc(drawSecrets.updatedAt)).limit(1);
  return row ?? null;
}
