import "server-only";
import type { SQL } from "drizzle-orm";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { NewChainEntry } from "@/lib/audit/store";
import { insertChainEntries } from "@/lib/audit/store";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { AccessScope } from "@/lib/rights";
import type { DateChange, DrawAction } from "./import/rules.changes";
import { omitPersonalFields } from "./import/rules.changes";
import type { WinningTicket } from "./import/rules.consistency";
import type { DrawSnapshot, PoolCounters, Schedule } from "./rules";
import { mainPoolId, testCopyMark } from "./rules";
import type { Pool } from "./rules.packages";
import type { Draw } from "./schema";
import { accessScopeCondition } from "./store.access-scope";
import { drawRevisions, draws, pools } from "./tables";

export type DrawRecord = DrawSnapshot & {
  /** Counts definitions from 1. A sale must use the newest. */
  revision: number;
  updatedAt: Date;
  archivedAt: Date | null;
  cancelledAt: Date | null;
  pools: Map<string, PoolCounters>;
};

type DrawRow = typeof draws.$inferSelect;
type PoolRow = typeof pools.$inferSelect;

export async function readDrawRecord(db: Database, drawId: string): Promise<DrawRecord | null> {
  const [rows, poolRows] = await Promise.all([
    db.select().from(draws).where(eq(draws.drawId, drawId)),
    db.select().from(pools).where(eq(pools.drawId, drawId)),
  ]);
  return rows[0] ? toRecord(rows[0], poolRows) : null;
}

export type DrawCounters = Pick<DrawRecord, "revision" | "closedAt" | "cancelledAt" | "pools" | "mainPool">;

/** A single statement, so that all counters are of one moment. Unknown draws are left out. */
export async function readCounters(db: Database, drawIds: readonly string[]): Promise<Map<string, DrawCounters>> {
  const rows = await db
    .select({ revision: draws.revision, closedAt: draws.closedAt, cancelledAt: draws.cancelledAt, pool: pools })
    .from(pools)
    .innerJoin(draws, eq(draws.drawId, pools.drawId))
    .where(sql`${pools.drawId} = any(${sql.param(drawIds)}::text[])`);
  const byDraw = new Map<string, DrawCounters>();
  for (const { pool, ...state } of rows) {
    const counters = byDraw.get(pool.drawId) ?? { ...state, pools: new Map(), mainPool: pool };
    counters.pools.set(pool.poolId, pool);
    byDraw.set(pool.drawId, pool.poolId === mainPoolId ? { ...counters, mainPool: pool } : counters);
  }
  return byDraw;
}

/** `dashboard` and `parentId` select approved draws only, and `parentId` none that was made to try a set-up. */
export type DrawSelection =
  | "all"
  | "dashboard"
  | { parentId: string }
  | { accessScope: AccessScope; closesAfter?: Date };

/** The draw was made to try a set-up (decision 072). */
export const testCopyCondition = sql`${draws.drawId} like ${`%${testCopyMark}%`} and (${draws.definition} ->> 'isTestDraw')::boolean`;

function createCondition(selection: DrawSelection): SQL | undefined {
  if (selection === "all") return undefined;
  if (typeof selection === "object" && "accessScope" in selection) {
    const { accessScope, closesAfter } = selection;
    return and(accessScopeCondition(accessScope, draws), closesAfter && gt(draws.closesAt, closesAfter));
  }
  const approved = eq(draws.approvalState, "Approved");
  if (selection === "dashboard") return and(approved, sql`(${draws.definition} ->> 'displayOnDashboard')::boolean`);
  return and(approved, eq(draws.parentId, selection.parentId), sql`not (${testCopyCondition})`);
}

export async function listDrawRecords(db: Database, selection: DrawSelection): Promise<DrawRecord[]> {
  const rows = await db.select().from(draws).where(createCondition(selection)).orderBy(desc(draws.closesAt)).limit(500);
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.drawId);
  const poolRows = await db
    .select()
    .from(pools)
    .where(sql`${pools.drawId} = any(${sql.param(ids)}::text[])`);
  return rows.map((row) =>
    toRecord(
      row,
      poolRows.filter((pool) => pool.drawId === row.drawId),
    ),
  );
}

export async function readDrawForUpdate(tx: Database, drawId: string): Promise<DrawRecord | null> {
  const rows = await tx.select().from(draws).where(eq(draws.drawId, drawId)).for("update");
  if (!rows[0]) return null;
  const poolRows = await tx.select().from(pools).where(eq(pools.drawId, drawId)).orderBy(pools.poolId).for("update");
  return toRecord(rows[0], poolRows);
}

/**
 * Locks the id of a draw that may not be stored yet, until the transaction ends. Whoever stores such a draw, or stores
 * or deletes its credentials, takes this before any lock of a row: no foreign key ties credentials to a draw.
 */
export async function lockNewDraw(tx: Database, drawId: string): Promise<void> {
  await queryRows(tx, sql`select pg_advisory_xact_lock(hashtext('new-draw'), hashtext(${drawId}))`);
}

/** Returns null for a draw that isn't stored yet, which nobody else stores then until the transaction ends. */
export async function lockDraw(tx: Database, drawId: string): Promise<DrawRecord | null> {
  const stored = await readDrawForUpdate(tx, drawId);
  if (stored) return stored;
  await lockNewDraw(tx, drawId);
  return readDrawForUpdate(tx, drawId);
}

export async function readParentId(db: Database, drawId: string): Promise<string | null> {
  const rows = await db.select({ parentId: draws.parentId }).from(draws).where(eq(draws.drawId, drawId));
  return rows[0]?.parentId ?? null;
}

export async function readDrawForShare(tx: Database, drawId: string): Promise<Draw | null> {
  const rows = await tx.select({ draw: draws.definition }).from(draws).where(eq(draws.drawId, drawId)).for("share");
  return rows[0]?.draw ?? null;
}

/** Returns the admin's choice for reading ambiguous dates (decision 062), or null. */
export async function readDateChanges(tx: Database, drawId: string): Promise<DateChange[] | null> {
  const choices = await queryRows<{ moves: DateChange[] }>(
    tx,
    sql`select moves from zone_choices where draw_id = ${drawId}`,
  );
  return choices[0]?.moves ?? null;
}

/** Changes neither `closedAt` nor the counters. Returns the new revision. */
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

/** Keeps both definitions, without people, so that the history can show what changed. */
export async function saveRevision(
  tx: Database,
  { revision, before, after, savedAt }: { revision: number; before: Draw | null; after: Draw; savedAt: Date },
): Promise<void> {
  const definitions = { before: before && omitPersonalFields(before), after: omitPersonalFields(after) };
  await tx.insert(drawRevisions).values({ drawId: after.id, revision, savedAt, ...definitions });
}

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

export async function removeOtherPools(tx: Database, drawId: string, poolIds: string[]): Promise<void> {
  await tx
    .delete(pools)
    .where(and(eq(pools.drawId, drawId), sql`${pools.poolId} <> all(${sql.param(poolIds)}::text[])`));
}

/**
 * A draw that is already closed keeps the time of its first closing. A cancelled one stays closed, by a constraint too.
 * Returns false if there is no such draw.
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
      from found f
      where d.draw_id = f.draw_id and (f.closed_at is null) = ${closedAt !== null} and d.cancelled_at is null
      returning d.draw_id, null::text as order_id
    ), noted as (${insertChainEntries(sql`changed`, entry)})
    select draw_id from found`,
  );
  return rows.length === 1;
}

/**
 * Results are by the winners' index. Ranges never overlap, so only the last one that begins at or before a number can
 * contain it. A ticket counts as sold from when its payment was sent. The draw's lock keeps refunds from starting.
 */
export async function readWinningTickets(
  db: Database,
  { id, winners }: Pick<Draw, "id" | "winners">,
): Promise<Map<number, WinningTicket>> {
  if (winners.length === 0) return new Map();
  const numbers = winners.map(({ poolId, number }, place) => ({ place, pool_id: poolId, number }));
  const rows = await queryRows<{
    place: number;
    soldAt: string | Date | null;
    ineligibleReason: WinningTicket["ineligibleReason"];
  }>(
    db,
    sql`with w as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as w(place int, pool_id text, number bigint)
    )
    select w.place, coalesce(a.sent_at, o.finalized_at) as "soldAt", case
      when exists (select from lost_numbers n where n.draw_id = ${id} and n.pool_id = w.pool_id
        and w.number between n.first_number and n.last_number) then 'sale-lost'
      when r.voided_at is not null or exists (
        select from refunds f where f.draw_id = ${id} and f.order_id = r.order_id
          and f.state = any('{pending,sent,unknown}') and r.line_number = any(f.line_numbers)) then 'given-back'
      end as "ineligibleReason"
    from w
    left join lateral (
      select n.last_number, n.order_id, n.line_number, n.voided_at from number_ranges n
      where n.draw_id = ${id} and n.pool_id = w.pool_id and n.first_number <= w.number
      order by n.first_number desc limit 1
    ) r on r.last_number >= w.number
    left join orders o on o.draw_id = ${id} and o.order_id = r.order_id
    left join lateral (
      select min(p.sent_at) as sent_at from payment_attempts p
      where p.draw_id = ${id} and p.order_id = r.order_id and p.state = 'approved'
    ) a on true
    order by w.place`,
  );
  return new Map(
    rows.map(({ place, soldAt, ineligibleReason }) => [
      place,
      { soldAt: soldAt === null ? null : new Date(soldAt), ineligibleReason },
    ]),
  );
}

function toRecord(row: DrawRow, poolRows: PoolRow[]): DrawRecord {
  const byId = new Map(poolRows.map((pool) => [pool.poolId, pool]));
  const main = byId.get(mainPoolId);
  if (!main) throw new Error(`Draw ${row.drawId} has no main pool.`);
  const { definition: draw, revision, updatedAt, closedAt, archivedAt, cancelledAt } = row;
  return { draw, revision, updatedAt, closedAt, archivedAt, cancelledAt, pools: byId, mainPool: main };
}
