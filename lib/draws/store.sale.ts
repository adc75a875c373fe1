import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { atLeastNow } from "@/lib/platform/db/clock";

/**
 * The condition that the draw `d` of a statement sells at `at` and still does while the statement runs: approved,
 * between its opening and its close, not closed by an admin. What the definition alone forbids (provider, location
 * check) `whyNotOnSale` refuses before.
 */
export function sellsAt(at: SQL): SQL {
  return sql`d.approval_state = 'Approved' and d.opens_at <= ${at} and d.closes_at > ${atLeastNow(at)} and d.closed_at is null`;
}

/** The condition that the pool `p` of a statement has ended before its draw, at `at` or since. */
export function isCutOffAt(at: SQL): SQL {
  return sql`p.cut_off_at <= ${atLeastNow(at)}`;
}

/**
 * A statement that notes that a card is charged at `at` by the credentials of the draws that `paying` names: their
 * account cannot be exchanged any more, for whatever was paid there is asked about and given back there.
 */
export function touchCredentials(paying: SQL, at: SQL): SQL {
  return sql`update draw_secrets s set first_used_at = ${at} from ${paying} p
    where s.draw_id = p.draw_id and s.first_used_at is null`;
}
