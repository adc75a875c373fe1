import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";

/** Locks the pools of a draw that the CTE `wanted` names, in the order of their ids, as all do who change counters. */
export function lockPools(drawId: string, wanted: SQL = sql`wanted`): SQL {
  return sql`select p.pool_id from pools p join ${wanted} w on w.pool_id = p.pool_id
      where p.draw_id = ${drawId} order by p.pool_id for update of p`;
}
