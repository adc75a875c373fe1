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

export type DrawCounters = Pick<DrawRecord, "revision" | "closedAt" | "pools" | "mainPool">;

/** A single statement, so that all counters are of one moment. Unknown draws are left out. */
export async function readCounters(db: Database, drawIds: readonly string[]): Promise<Map<string, DrawCounters>> {
  const rows = await db
    .select({ revision: draws.revision, closedAt: draws.closedAt, pool: pools })
    .from(pools)
    .innerJoin(draws, eq(draws.drawId, pools.drawId))
    .where(sql`${pools.drawId} = any(${sql.param(drawIds)}::text[])`);
  const byDraw = new Map<string, DrawCounters>();
  for (const { revision, closedAt, pool } of rows) {
    const counters = byDraw.get(pool.drawId) ?? { revision, closedAt, pools: new Map(), mainPool: pool };
    counters.pools.set(pool.poolId, pool);
    byDraw.set(pool.drawId, pool.poolId === mainPoolId ? { ...counters, mainPool: pool } : counters);
  }
  return byDraw;
}

