import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";

/**
 * Locks the pools of a draw that the CTE `wanted` names, in the order of their ids, as all do who change counters.
 * `condition` is of the pool `p` as it is once it is locked, and of its row `w` of `wanted`.
 */
export function lockPools(drawId: string, wanted: SQL = sql`wanted`, condition: SQL = sql`true`): SQL {
  return sql`select p.pool_id from pools p join ${wanted} w on w.pool_id = p.pool_id
      where p.draw_id = ${drawId} and ${condition} order by p.pool_id for update of p`;
}
