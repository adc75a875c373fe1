import "server-only";
import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { atLeastNow } from "@/lib/platform/db/clock";

/**
 * The condition that the draw `d` of a statement sells at `at` and still does while the statement runs. What the
 * definition alone forbids (provider, location check) `whyNotOnSale` refuses before.
 */
export function sellsAt(at: SQL): SQL {
  return sql`d.approval_state = 'Approved' and d.opens_at <= ${at} and d.closes_at > ${atLeastNow(at)} and d.closed_at is null`;
}

/** The condition that the pool `p` of a statement has ended before its draw, at `at` or since. */
export function isCutOffAt(at: SQL): SQL {
  return sql`p.cut_off_at <= ${atLeastNow(at)}`;
}

/**
 * Notes that a card is charged at `at` by the credentials of the draws that `paying` names. From then on their account
 * cannot be exchanged, as payments are looked up and refunded where they were made.
 */
export function touchCredentials(paying: SQL, at: SQL): SQL {
  return sql`update draw_secrets s set first_used_at = ${at} from ${paying} p
    where s.draw_id = p.draw_id and s.first_used_at is null`;
}

/**
 * Locks the pools of a draw that the CTE `wanted` names, in the order of their ids, as does everything that changes
 * counters. `condition` is about the locked pool `p` and its row `w` of `wanted`.
 */
export function lockPools(drawId: string, wanted: SQL = sql`wanted`, condition: SQL = sql`true`): SQL {
  return sql`select p.pool_id from pools p join ${wanted} w on w.pool_id = p.pool_id
      where p.draw_id = ${drawId} and ${condition} order by p.pool_id for update of p`;
}
