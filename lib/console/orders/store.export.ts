import "server-only";

import { sql } from "drizzle-orm";
import { reachCondition } from "@/lib/draws/store.reach";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { Reach } from "@/lib/rights";
import type { OrderFilter } from "./store";
import { filterCondition, filterSource } from "./store";

/** Lists the draws that are within all of the reaches. */
export function listExportedDraws(
  db: Database,
  drawId: string | null,
  reaches: readonly Reach[],
): Promise<{ drawId: string; timeZone: string }[]> {
  const withinReaches = sql.join(
    reaches.map((reach) => reachCondition(reach)),
    sql` and `,
  );
  return queryRows(
    db,
    sql`select d.draw_id as "drawId", coalesce(d.definition ->> 'timeZone', 'America/Toronto') as "timeZone"
      from draws d where (${drawId}::text is null or d.draw_id = ${drawId}::text) and ${withinReaches}
      order by d.draw_id`,
  );
}

export async function countOrders(db: Database, drawId: string, filter: Omit<OrderFilter, "drawId" | "reach">) {
  const rows = await queryRows<{ orders: number | string }>(
    db,
    sql`select count(*) as orders from ${filterSource(filter.state, sql`${drawId}::text`)} o
      where o.draw_id = ${drawId} and ${filterCondition(filter)}`,
  );
  return Number(rows[0]?.orders ?? 0);
}
