import "server-only";

import { and, asc, eq, sql } from "drizzle-orm";

import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import { drawResults } from "@/lib/receipts/tables";

import type { PoolResult } from "./rules";

export async function listDueDraws(
  db: Database,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<string[]> {
  const rows = await queryRows<{ drawId: string }>(
    db,
    sql`select d.draw_id as "drawId" from draws d
      where d.approval_state = 'Approved' and d.draw_id > ${after} and (
        not exists (select from draw_results r where r.draw_id = d.draw_id and r.revision = d.revision)
        or exists (
          select from draw_results r
          where r.draw_id = d.draw_id and r.revision = d.revision and r.look_at <= ${now.toISOString()}::timestamptz
        )
      ) order by d.draw_id ${limitClause(limit)}`,
  );
  return rows.map(({ drawId }) => drawId);
}

export async function lockResults(
  tx: Database,
  drawId: string,
  { poolIds, now }: { poolIds: readonly string[]; now: Date },
): Promise<PoolResult[]> {
  const fresh = poolIds.map((poolId) => ({ drawId, poolId, revision: 0, winners: [], since: now, round: 0 }));
  await tx.insert(drawResults).values(fresh).onConflictDoNothing();
  return tx
    .select()
    .from(drawResults)
    .where(and(eq(drawResults.drawId, drawId), sql`${drawResults.poolId} = any(${sql.param(poolIds)}::text[])`))
    .orderBy(asc(drawResults.poolId))
    .for("update");
}

/** `isDue` is true if buyers are to be informed, beginning with the first number of the pool. */
export type ResultCheck = { result: PoolResult; revision: number; lookAt: Date | null; isDue: boolean };

export async function saveCheck(tx: Database, drawId: string, check: ResultCheck): Promise<void> {
  const { revision, lookAt, isDue } = check;
  const { poolId, winners, since, announced, round } = check.result;
  await tx
    .update(drawResults)
    .set({ revision, lookAt, winners, since, announced, round, ...(isDue ? { queuedTo: 0 } : {}) })
    .where(and(eq(drawResults.drawId, drawId), eq(drawResults.poolId, poolId)));
}

export function readResults(db: Database, drawIds: readonly string[]) {
  return db
    .select()
    .from(drawResults)
    .where(sql`${drawResults.drawId} = any(${sql.param(drawIds)}::text[])`);
}
