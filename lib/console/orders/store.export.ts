import "server-only";

import { sql } from "drizzle-orm";
import { accessScopeCondition } from "@/lib/draws/store.access-scope";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { AccessScope } from "@/lib/rights";
import type { OrderFilter } from "./store";
import { filterCondition, filterSource } from "./store";

/** Lists the draws that are within all of the access scopes. */
export function listExportedDraws(
  db: Database,
  drawId: string | null,
  accessScopes: readonly AccessScope[],
): Promise<{ drawId: string; timeZone: string }[]> {
  const inEachScope = sql.join(
    accessScopes.map((accessScope) => accessScopeCondition(accessScope)),
    sql` and `,
  );
  return queryRows(
    db,
    sql`select d.draw_id as "drawId", coalesce(d.definition ->> 'timeZone', 'America/Toronto') as "timeZone"
      from draws d where (${drawId}::text is null or d.draw_id = ${drawId}::text) and ${inEachScope}
      order by d.draw_id`,
  );
}

export async function countOrders(db: Database, drawId: string, filter: Omit<OrderFilter, "drawId" | "accessScope">) {
  const rows = await queryRows<{ orders: number | string }>(
    db,
    sql`select count(*) as orders from ${filterSource(filter.state, sql`${drawId}::text`)} o
      where o.draw_id = ${drawId} and ${filterCondition(filter)}`,
  );
  return Number(rows[0]?.orders ?? 0);
}
