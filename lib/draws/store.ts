import "server-only";
import type { SQL } from "drizzle-orm";
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";

import type { NewChainEntry } from "@/lib/audit/store";
import { insertChainEntries } from "@/lib/audit/store";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { PoolCounters, Schedule } from "./rules";
import { mainPoolId } from "./rules";
import type { DrawAction } from "./rules.audit";
import type { DateMove } from "./rules.lock";
import type { Pool } from "./rules.packages";
import type { Draw } from "./schema";
import { drawSecrets, draws, pools } from "./tables";

/** A draw as stored, with the counters of its pools by pool id. */
export type DrawRecord = {
  /** Counts the definitions of this draw; a sale must be priced by the newest. */
  revision: number;
  /** When its definition or an admin's close last changed. */
  updatedAt: Date;
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
  const { definition, revision, updatedAt, closedAt } = row;
  return { draw: definition, revision, updatedAt, closedAt, pools: byId, counters: main };
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

/** What of a draw changes while its definition, as `revision` counts it, stays. */
export type DrawCounters = Pick<DrawRecord, "revision" | "closedAt" | "pools" | "counters">;

/** Reads in one statement what changes of some draws, by their ids; those that do not exist are left out. */
export async function readCounters(db: Database, drawIds: readonly string[]): Promise<Map<string, DrawCounters>> {
  const rows = await db
    .select({ revision: draws.revision, closedAt: draws.closedAt, pool: pools })
    .from(pools)
    .innerJoin(draws, eq(draws.drawId, pools.drawId))
    .where(sql`${pools.drawId} = any(${sql.param(drawIds)}::text[])`);
  const found = new Map<string, DrawCounters>();
  for (const { revision, closedAt, pool } of rows) {
    const known = found.get(pool.drawId) ?? { revision, closedAt, pools: new Map(), counters: pool };
    known.pools.set(pool.poolId, pool);
    found.set(pool.drawId, pool.poolId === mainPoolId ? { ...known, counters: pool } : known);
  }
  return found;
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

/**
 * Reads the definition of one draw and keeps others from replacing it until the transaction ends; null when there is
 * none.
 */
export async function readDrawForShare(tx: Database, drawId: string): Promise<Draw | null> {
  const rows = await tx.select({ draw: draws.definition }).from(draws).where(eq(draws.drawId, drawId)).for("share");
  return rows[0]?.draw ?? null;
}

/** Reads how dates of a draw are meant since somebody chose (decision 062); null before that. */
export async function readDateMoves(tx: Database, drawId: string): Promise<DateMove[] | null> {
  const choices = await queryRows<{ moves: DateMove[] }>(
    tx,
    sql`select moves from zone_choices where draw_id = ${drawId}`,
  );
  return choices[0]?.moves ?? null;
}

/**
 * Inserts a draw or replaces its definition; the close by an admin and the counters stay as they are. Gives its
 * revision.
 */
export async function saveDraw(tx: Database, draw: Draw, schedule: Schedule, now: Date): Promise<number> {
  const columns = {
    parentId: draw.parentId,
    definition: draw,
    approvalState: draw.state.approval_state,
    opensAt: schedule.opensAt,
    closesAt: schedule.closesAt,
    updatedAt: now,
  };
  const rows = await tx
    .insert(draws)
    .values({ drawId: draw.id, createdAt: now, closedAt: null, revision: 1, ...columns })
    .onConflictDoUpdate({ target: draws.drawId, set: { ...columns, revision: sql`${draws.revision} + 1` } })
    .returning({ revision: draws.revision });
  return rows[0]?.revision ?? 1;
}

/** Inserts a pool with nothing sold, or sets the limits of one that is there, by a revision of its draw. */
export async function savePool(tx: Database, drawId: string, revision: number, pool: Pool): Promise<void> {
  const limits = {
    revision,
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

/**
 * Sets an admin's close, or clears it, and writes `entry` where that changed something: a draw that is closed already
 * keeps the time of its close. Gives false when there is no such draw.
 */
export async function setClosedAt(
  db: Database,
  drawId: string,
  closedAt: Date | null,
  entry: NewChainEntry<DrawAction>,
): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`with found as (
      select draw_id, closed_at from draws where draw_id = ${drawId} for update
    ), changed as (
      update draws d set closed_at = ${closedAt?.toISOString() ?? null}::timestamptz,
        updated_at = ${entry.at.toISOString()}::timestamptz
      from found f where d.draw_id = f.draw_id and (f.closed_at is null) = ${closedAt !== null}
      returning d.draw_id, null::text as order_id
    ), noted as (${insertChainEntries(sql`changed`, entry)})
    select draw_id from found`,
  );
  return rows.length === 1;
}

/** Stores a draw's sealed payment credentials; what was seen of those before them is forgotten. */
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

/** Whether a card was ever charged by a draw's credentials. */
export async function wereKeysUsed(db: Database, drawId: string): Promise<boolean> {
  const isUsed = and(eq(drawSecrets.drawId, drawId), isNotNull(drawSecrets.firstUsedAt));
  return (await db.$count(drawSecrets, isUsed)) > 0;
}

/** Reads a draw's sealed payment credentials and why no card is charged by them; null when it has none. */
export async function readSealedKeys(
  db: Database,
  drawId: string,
): Promise<{ sealed: string; unfitReason: string | null } | null> {
  const rows = await db.select().from(drawSecrets).where(eq(drawSecrets.drawId, drawId));
  return rows[0] ?? null;
}
