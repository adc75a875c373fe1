import "server-only";
import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { atLeastNow } from "@/lib/platform/db/clock";

/**
 * SQL condition that the draw `d` sells, both at `at` and while the statement runs. `findNotOnSaleReason` has checked
 * the rest.
 */
export function onSaleCondition(at: SQL): SQL {
  return sql`d.approval_state = 'Approved' and d.opens_at <= ${at} and d.closes_at > ${atLeastNow(at)} and d.closed_at is null`;
}

export function cutOffCondition(at: SQL): SQL {
  return sql`p.cut_off_at <= ${atLeastNow(at)}`;
}

/**
 * Marks the account as used. From then on it can't be replaced, because refunds must go to the account that was
 * charged.
 */
export function recordFirstCharge(paying: SQL, at: SQL): SQL {
  return sql`update draw_secrets s set first_used_at = ${at} from ${paying} p
    where s.draw_id = p.draw_id and s.first_used_at is null`;
}

/** Locks pools in the order of their ids, like every change of counters, so that statements never deadlock. */
export function lockPools(drawId: string, wanted: SQL = sql`wanted`, condition: SQL = sql`true`): SQL {
  return sql`select p.pool_id from pools p join ${wanted} w on w.pool_id = p.pool_id
      where p.draw_id = ${drawId} and ${condition} order by p.pool_id for update of p`;
}
