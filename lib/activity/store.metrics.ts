import "server-only";

import { sql } from "drizzle-orm";
import { dayMs } from "@/lib/days";
import type { PoolMetrics } from "@/lib/draws/rules.projection";
import { toDollars } from "@/lib/money";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

/** The latest mark of pool `p` at an instant or before; none where nothing had been sold by then. */
function latestMark(at: string | null) {
  const until = at === null ? sql`` : sql` and m.marked_at <= ${at}::timestamptz`;
  return sql`lateral (
    select m.marked_at, m.tickets, m.sales_cents, m.purchases from pool_marks m
    where m.draw_id = p.draw_id and m.pool_id = p.pool_id${until}
    order by m.marked_at desc limit 1
  ) mark`;
}

/**
 * Marks the counters of pools that changed since their last mark, and forgets marks that no day begins at any more. A
 * few rows a pool are read and written, however much was sold.
 */
export async function markSales(db: Database, now: Date): Promise<void> {
  const since = new Date(now.getTime() - dayMs).toISOString();
  await queryRows(
    db,
    sql`insert into pool_marks (draw_id, pool_id, marked_at, tickets, sales_cents, purchases)
      select p.draw_id, p.pool_id, ${now.toISOString()}::timestamptz, p.sold - p.voided, p.sales_cents, p.purchases
      from pools p left join ${latestMark(null)} on true
      where (p.sold - p.voided, p.sales_cents, p.purchases)
        <> (coalesce(mark.tickets, 0), coalesce(mark.sales_cents, 0), coalesce(mark.purchases, 0))
      on conflict do nothing`,
  );
  await queryRows(
    db,
    sql`delete from pool_marks p where p.marked_at < (
      select max(m.marked_at) from pool_marks m
      where m.draw_id = p.draw_id and m.pool_id = p.pool_id and m.marked_at <= ${since}::timestamptz)`,
  );
}

type MetricsRow = { pool_id: string; tickets: number; cents: string | number; purchases: number };

/**
 * What each pool of a draw took in the day before `now`: counters now less those of the last mark before that day.
 * What was given back since is taken off, never below nothing.
 */
export async function readMetrics(db: Database, drawId: string, now: Date): Promise<Map<string, PoolMetrics>> {
  const since = new Date(now.getTime() - dayMs).toISOString();
  const rows = await queryRows<MetricsRow>(
    db,
    sql`select p.pool_id, p.sold - p.voided - coalesce(mark.tickets, 0) as tickets,
        p.sales_cents - coalesce(mark.sales_cents, 0) as cents, p.purchases - coalesce(mark.purchases, 0) as purchases
      from pools p left join ${latestMark(since)} on true where p.draw_id = ${drawId}`,
  );
  return new Map(
    rows.map(({ pool_id: poolId, tickets, cents, purchases }) => [
      poolId,
      {
        amountPerDay: toDollars(Math.max(0, Number(cents))),
        ticketsPerDay: Math.max(0, tickets),
        purchasesPerDay: Math.max(0, purchases),
      },
    ]),
  );
}
