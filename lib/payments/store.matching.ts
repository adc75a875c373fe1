import "server-only";

import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { atMost, queryRows } from "@/lib/platform/db/database";
import type { ClaimedAttempt, ClaimedRow } from "./store.reconcile-schedule";
import { claimedColumns, isToBeShown, toClaimed } from "./store.reconcile-schedule";

/**
 * Lists the draws with at least `fewest` due payments that pages of the report may show, the one with the most first.
 */
export async function listCrowdedDraws(db: Database, now: Date, fewest: number): Promise<string[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await queryRows<{ draw_id: string }>(
    db,
    sql`select a.draw_id from payment_attempts a
      where a.state in ('sent', 'unknown', 'missing') and a.ask_at <= ${at} and ${isToBeShown(at)}
      group by a.draw_id having count(*) >= ${fewest}::int order by count(*) desc, a.draw_id`,
  );
  return rows.map(({ draw_id: drawId }) => drawId);
}

/**
 * Takes up to `most` payments of a draw that are due and that pages of the report may show, those due longest first, as
 * `claimAttempt` takes one.
 */
export async function claimCrowd(
  db: Database,
  { drawId, now, leasedUntil, most }: { drawId: string; now: Date; leasedUntil: Date; most: number },
): Promise<ClaimedAttempt[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await queryRows<ClaimedRow>(
    db,
    sql`with due as materialized (
      select a.ctid as place from payment_attempts a
      where a.draw_id = ${drawId} and a.state in ('sent', 'unknown', 'missing') and a.ask_at <= ${at}
        and ${isToBeShown(at)}
      order by a.ask_at ${atMost(most)} for update skip locked
    )
    update payment_attempts a set ask_at = ${leasedUntil.toISOString()}::timestamptz, asks = a.asks + 1
    where a.ctid = any(array(select place from due))
    returning ${claimedColumns}`,
  );
  return rows.map(toClaimed);
}

/** What is written of payments that a reading of the report has claimed. */
export type Matched = { shownAt?: Date; missedAt?: Date; askAts: Date[] };

/**
 * Writes when each of a draw's claimed payments is looked up next, and when a page showed it or a complete reading
 * didn't, except for those settled or claimed by another process since. Each is found only by its primary key: an index
 * of all open ones would be scanned for each.
 */
export async function recordMatched(
  db: Database,
  claimed: readonly ClaimedAttempt[],
  { shownAt, missedAt, askAts }: Matched,
): Promise<void> {
  const [first] = claimed;
  if (!first) return;
  const numbers = claimed.map(({ gatewayOrderNumber }) => gatewayOrderNumber);
  const asks = claimed.map(({ checkCount }) => checkCount);
  await db.execute(
    sql`with matched as materialized (
      select m.ask_at, a.place
      from unnest(${sql.param(numbers)}::text[], ${sql.param(asks)}::int[],
        ${sql.param(askAts.map((at) => at.toISOString()))}::timestamptz[]) as m (number, asks, ask_at)
      cross join lateral (
        select p.ctid as place, p.state, p.asks from payment_attempts p
        where p.draw_id = ${first.drawId} and p.gateway_order_number = m.number limit 1
      ) a
      where a.state = 'unknown' and a.asks = m.asks
    )
    update payment_attempts a set ask_at = m.ask_at,
      shown_at = coalesce(a.shown_at, ${shownAt?.toISOString() ?? null}::timestamptz),
      missed_at = coalesce(a.missed_at, ${missedAt?.toISOString() ?? null}::timestamptz)
    from matched m where a.ctid = m.place`,
  );
}
