import "server-only";

import { and, desc, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import { drawSecrets, draws } from "@/lib/draws/tables";
import type { Database } from "@/lib/platform/db/database";

/** Marks the credentials as unchecked, because they may belong to another account. */
export async function saveSealedKeys(
  tx: Database,
  drawId: string,
  { sealed, now, seenAt }: { sealed: string; now: Date; seenAt: Date | null },
): Promise<void> {
  const columns = { sealed, updatedAt: now, seenAt, unfitReason: null, unfitAt: null };
  await tx
    .insert(drawSecrets)
    .values({ drawId, ...columns })
    .onConflictDoUpdate({ target: drawSecrets.drawId, set: columns });
}

export async function readSealedKeys(
  db: Database,
  drawId: string,
): Promise<{ sealed: string; unfitReason: string | null } | null> {
  const rows = await db.select().from(drawSecrets).where(eq(drawSecrets.drawId, drawId));
  return rows[0] ?? null;
}

/**
 * Prefers the credentials of a draft to those of the parent's draws, of which the newest count. Another parent's draw
 * may have taken the draft's id.
 */
export async function findUsableKeys(
  db: Database,
  { drawId, parentId }: { drawId: string; parentId: string },
): Promise<SealedKeys | null> {
  const isOwn = eq(drawSecrets.drawId, drawId);
  const rows = await db
    .select({ drawId: drawSecrets.drawId, sealed: drawSecrets.sealed })
    .from(drawSecrets)
    .leftJoin(draws, eq(draws.drawId, drawSecrets.drawId))
    .where(and(isNull(drawSecrets.unfitReason), or(eq(draws.parentId, parentId), and(isOwn, isNull(draws.drawId)))))
    .orderBy(desc(isOwn), desc(drawSecrets.updatedAt))
    .limit(1);
  return rows[0] ?? null;
}

export async function hasUsedKeys(db: Database, drawId: string): Promise<boolean> {
  const usedCondition = and(eq(drawSecrets.drawId, drawId), isNotNull(drawSecrets.firstUsedAt));
  return (await db.$count(drawSecrets, usedCondition)) > 0;
}

export type SealedKeys = { drawId: string; sealed: string };

export async function readLastSealedKeys(db: Database): Promise<SealedKeys | null> {
  const [row] = await db.select().from(drawSecrets).orderBy(desc(drawSecrets.updatedAt)).limit(1);
  return row ?? null;
}

export function listSealedKeys(db: Database, after: string, limit: number): Promise<SealedKeys[]> {
  return db
    .select({ drawId: drawSecrets.drawId, sealed: drawSecrets.sealed })
    .from(drawSecrets)
    .where(gt(drawSecrets.drawId, after))
    .orderBy(drawSecrets.drawId)
    .limit(limit);
}

/** Returns false if other credentials were stored in the meantime. */
export async function replaceSealedKeys(
  db: Database,
  { drawId, sealed }: SealedKeys,
  replacement: string,
): Promise<boolean> {
  const rows = await db
    .update(drawSecrets)
    .set({ sealed: replacement })
    .where(and(eq(drawSecrets.drawId, drawId), eq(drawSecrets.sealed, sealed)))
    .returning({ drawId: drawSecrets.drawId });
  return rows.length > 0;
}

/** Deletes the credentials of a draw that was only being set up. Must come after `lockNewDraw`. */
export async function deleteUnusedKeys(tx: Database, drawId: string): Promise<void> {
  const isUnused = sql`not exists (select from draws where draws.draw_id = ${drawId})`;
  await tx.delete(drawSecrets).where(and(eq(drawSecrets.drawId, drawId), isUnused));
}

export type UncheckedAccount = { drawId: string; firstUsedAt: Date };

export async function listUncheckedAccounts(db: Database, since: Date, limit: number): Promise<UncheckedAccount[]> {
  const uncheckedCondition = and(
    gt(drawSecrets.firstUsedAt, since),
    isNull(drawSecrets.seenAt),
    isNull(drawSecrets.unfitAt),
  );
  const rows = await db.select().from(drawSecrets).where(uncheckedCondition).orderBy(sql`random()`).limit(limit);
  return rows.flatMap(({ drawId, firstUsedAt }) => (firstUsedAt ? [{ drawId, firstUsedAt }] : []));
}

export async function recordUsableAccount(db: Database, drawId: string, now: Date): Promise<void> {
  await db.update(drawSecrets).set({ seenAt: now }).where(eq(drawSecrets.drawId, drawId));
}

/** Stops all further charges of the draw. The first recorded reason stays. */
export async function recordUnfitAccount(tx: Database, drawId: string, reason: string, now: Date): Promise<void> {
  await tx
    .update(drawSecrets)
    .set({ unfitReason: reason, unfitAt: now })
    .where(and(eq(drawSecrets.drawId, drawId), isNull(drawSecrets.unfitAt)));
}
