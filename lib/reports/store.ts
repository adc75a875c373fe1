import "server-only";

import { eq, sql } from "drizzle-orm";
import { draws, pools } from "@/lib/draws/tables";
import { readNumberBounds } from "@/lib/orders/store.number-bounds";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { PoolSnapshot, ReportSnapshot } from "./rules.head";

type Count = string | number;
/** Attempts of orders whose outcome nobody knows, by pool; under null, all of them. */
async function readOpenAttempts(tx: Database, drawId: string): Promise<Map<string | null, number>> {
  const rows = await queryRows<{ pool_id: string | null; attempts: Count }>(
    tx,
    sql`with waiting as (
      select order_id, gateway_order_number from payment_attempts
      where draw_id = ${drawId} and state in ('sent', 'unknown') and order_id is not null
    )
    select null as pool_id, count(*) as attempts from waiting
    union all
    select l.pool_id, count(distinct w.gateway_order_number) from waiting w
    join order_lines l on l.draw_id = ${drawId} and l.order_id = w.order_id group by l.pool_id`,
  );
  return new Map(rows.map((row) => [row.pool_id, Number(row.attempts)]));
}

/** Refunds of orders whose outcome nobody knows, by pool of their lines; under null, all of them, surplus money too. */
async function readOpenRefunds(tx: Database, drawId: string): Promise<Map<string | null, number>> {
  const rows = await queryRows<{ pool_id: string | null; refunds: Count }>(
    tx,
    sql`with waiting as (
      select order_id, refund_number, line_numbers from refunds
      where draw_id = ${drawId} and state in ('pending', 'sent', 'unknown') and order_id is not null
    )
    select null as pool_id, count(*) as refunds from waiting
    union all
    select l.pool_id, count(distinct w.refund_number) from waiting w
    join order_lines l on l.draw_id = ${drawId} and l.order_id = w.order_id and l.line_number = any(w.line_numbers)
    group by l.pool_id`,
  );
  return new Map(rows.map((row) => [row.pool_id, Number(row.refunds)]));
}

/**
 * Reads what a report says of a draw before its numbers; null when there is no such draw. `tx` must be one snapshot: a
 * transaction that reads repeatably. It stays short: nothing here reads every order or range of the draw.
 */
export async function readReportSnapshot(tx: Database, drawId: string): Promise<ReportSnapshot | null> {
  // One statement after the other: they share one connection.
  const [row] = await tx.select().from(draws).where(eq(draws.drawId, drawId));
  if (!row) return null;
  const counters = await tx.select().from(pools).where(eq(pools.drawId, drawId));
  const bounds = await readNumberBounds(tx, drawId);
  const openAttempts = await readOpenAttempts(tx, drawId);
  const openRefunds = await readOpenRefunds(tx, drawId);
  const poolIds = new Set([...counters.map((pool) => pool.poolId), ...bounds.keys()]);
  const toPool = (poolId: string): PoolSnapshot => ({
    poolId,
    counters: counters.find((pool) => pool.poolId === poolId) ?? null,
    ...(bounds.get(poolId) ?? { highest: 0, voidSpans: [], lostSpans: [] }),
    openAttempts: openAttempts.get(poolId) ?? 0,
    openRefunds: openRefunds.get(poolId) ?? 0,
  });
  return {
    draw: row.definition,
    closedAt: row.closedAt,
    pools: [...poolIds].map(toPool),
    openAttempts: openAttempts.get(null) ?? 0,
    openRefunds: openRefunds.get(null) ?? 0,
  };
}
