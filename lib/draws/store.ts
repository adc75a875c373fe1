import "server-only";
import type { SQL } from "drizzle-orm";
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";

import type { Database } from "@/lib/db/database";
import { drawSecrets, draws, pools } from "@/lib/db/schema/draws";
import type { PoolCounters, Schedule } from "./rules";
import { mainPoolId } from "./rules";
import type { Pool } from "./rules.packages";
import type { Draw } from "./schema";

/** A draw as stored, with the counters of its pools by pool id. */
export type DrawRecord = {
  /** Counts the definitions of this draw; a sale must be priced by the newest. */
  revision: number;
  draw: Draw;
  closedAt: Date | null;
  pools: Map<string, PoolCounters>;
  counters: PoolCounters;
};

type DrawRow = typeof draws.$inferSelect;
type PoolRow = typeof pools.$inferSelect;

function toRecord(row: DrawRow, poolRows: PoolRow[]): DrawRecord {
  const byId = new Map(poolRows.map((pool) => [pool.poolId, pool]));
  const main = byId.get(mainPoolId);
  if (!main) throw new Error(`Draw ${row.drawId} has no main pool.`);
  return { draw: row.definition, revision: row.revision, closedAt: row.closedAt, pools: byId, counters: main };
}

async function readPools(db: Database, condition: SQL): Promise<PoolRow[]> {
  return db.select().from(pools).where(condition);
}

/** Reads one draw with its counters; null when there is none. */
export async function readDrawRecord(db: Database, drawId: string): Promise<DrawRecord | null> {
  const [rows, poolRows] = await Promise.all([
    db.select().from(draws).where(eq(draws.drawId, drawId)),
    readPools(db, eq(pools.drawId, drawId)),
  ]);
  return rows[0] ? toRecord(rows[0], poolRows) : null;
}

/** Which draws: every one, or the approved ones that the dashboard shows or that a parent has. */
export type DrawSelection = "all" | "dashboard" | { parentId: string };

function conditionOf(selection: DrawSelection): SQL | undefined {
  if (selection === "all") return undefined;
  const isApproved = eq(draws.approvalState, "Approved");
  if (selection === "dashboard") return and(isApproved, sql`(${draws.definition} ->> 'displayOnDashboard')::boolean`);
  return and(isApproved, eq(draws.parentId, selection.parentId));
}

/** Reads the draws of a selection with their counters, the latest close first, at most 500. */
export async function listDrawRecords(db: Database, selection: DrawSelection): Promise<DrawRecord[]> {
  const rows = await db.select().from(draws).where(conditionOf(selection)).orderBy(desc(draws.closesAt)).limit(500);
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.drawId);
  const poolRows = await readPools(db, sql`${pools.drawId} = any(${sql.param(ids)}::text[])`);
  return rows.map((row) =>
    toRecord(
      row,
      poolRows.filter((pool) => pool.drawId === row.drawId),
    ),
  );
}

/** Reads one draw and keeps others from changing it until the transaction ends. */
export async function readDrawForUpdate(tx: Database, drawId: string): Promise<DrawRecord | null> {
  const rows = await tx.select().from(draws).where(eq(draws.drawId, drawId)).for("update");
  if (!rows[0]) return null;
  const poolRows = await tx.select().from(pools).where(eq(pools.drawId, drawId)).orderBy(pools.poolId).for("update");
  return toRecord(rows[0], poolRows);
}

/** Reads whose draw it is; null when there is none. */
export async function readParentId(db: Database, drawId: string): Promise<string | null> {
  const rows = await db.select({ parentId: draws.parentId }).from(draws).where(eq(draws.drawId, drawId));
  return rows[0]?.parentId ?? null;
}

/** Reads the definition of one draw and keeps others from replacing it until the transaction ends; null when there is none. */
export async function readDrawForShare(tx: Database, drawId: string): Promise<Draw | null> {
  const rows = await tx.select({ draw: draws.definition }).from(draws).where(eq(draws.drawId, drawId)).for("share");
  return rows[0]?.draw ?? null;
}

/** Inserts a draw or replaces its definition; the close by an admin and the counters stay as they are. */
export async function saveDraw(tx: Database, draw: Draw, schedule: Schedule, now: Date): Promise<void> {
  const columns = {
    parentId: draw.parentId,
    definition: draw,
    approvalState: draw.state.approval_state,
    opensAt: schedule.opensAt,
    closesAt: schedule.closesAt,
    updatedAt: now,
  };
  await tx
    .insert(draws)
    .values({ drawId: draw.id, createdAt: now, closedAt: null, revision: 1, ...columns })
    .onConflictDoUpdate({ target: draws.drawId, set: { ...columns, revision: sql`${draws.revision} + 1` } });
}

/** Inserts a pool with nothing sold, or sets the limits of one that is there. */
export async function savePool(tx: Database, drawId: string, pool: Pool): Promise<void> {
  const limits = {
    maxTickets: pool.maxTickets,
    jackpotBaseCents: pool.jackpotBaseCents,
    maxJackpotCents: pool.maxJackpotCents,
    cutOffAt: pool.cutOffAt,
  };
  await tx
    .insert(pools)
    .values({ drawId, poolId: pool.poolId, sold: 0, reserved: 0, salesCents: 0, reservedCents: 0, ...limits })
    .onConflictDoUpdate({ target: [pools.drawId, pools.poolId], set: limits });
}

/** Removes pools that the draw no longer has; nothing was sold in them. */
export async function removeOtherPools(tx: Database, drawId: string, poolIds: string[]): Promise<void> {
  await tx
    .delete(pools)
    .where(and(eq(pools.drawId, drawId), sql`${pools.poolId} <> all(${sql.param(poolIds)}::text[])`));
}

/** Sets or clears an admin's close. Gives false when there is no such draw. */
export async function setClosedAt(db: Database, drawId: string, closedAt: Date | null, now: Date): Promise<boolean> {
  const changed = await db
    .update(draws)
    .set({ closedAt, updatedAt: now })
    .where(eq(draws.drawId, drawId))
    .returning({ drawId: draws.drawId });
  return changed.length === 1;
}

/** Stores a draw's sealed payment credentials. */
export async function saveSealedKeys(tx: Database, drawId: string, sealed: string, now: Date): Promise<void> {
  await tx
    .insert(drawSecrets)
    .values({ drawId, sealed, updatedAt: now })
    .onConflictDoUpdate({ target: drawSecrets.drawId, set: { sealed, updatedAt: now } });
}

/** Whether a card was ever charged by a draw's credentials. */
export async function wereKeysUsed(db: Database, drawId: string): Promise<boolean> {
  const isUsed = and(eq(drawSecrets.drawId, drawId), isNotNull(drawSecrets.firstUsedAt));
  return (await db.$count(drawSecrets, isUsed)) > 0;
}

/** Reads a draw's sealed payment credentials; null when it has none. */
export async function readSealedKeys(db: Database, drawId: string): Promise<string | null> {
  const rows = await db.select().from(drawSecrets).where(eq(drawSecrets.drawId, drawId));
  return rows[0]?.sealed ?? null;
}
