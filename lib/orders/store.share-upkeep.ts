import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { queryRows } from "@/lib/db/database";
import { clientHolder, clientShareMs, everyone, networkShareMs } from "@/lib/limits/rules.shares";

import { lockPools } from "./store.pool-locks";

/**
 * Forgets shares of networks whose day is over and of browsers whose cookie has ended, and the networks of orders that have been
 * open for a day, so that no key of a network is kept for longer than 48 hours. Gives the draws of those orders.
 */
export async function forgetShares(db: Database, now: Date): Promise<string[]> {
  const before = (ms: number) => sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`;
  const rows = await queryRows<{ draw_id: string }>(
    db,
    sql`with gone as (
      delete from ticket_shares where holder <> ${everyone}
        and began_at <= case when holder like ${`${clientHolder}%`}
          then ${before(clientShareMs)} else ${before(networkShareMs)} end
    ), forgotten as (
      update orders set share_holders = null
      where share_holders is not null and placed_at <= ${before(networkShareMs)} returning draw_id
    )
    select distinct draw_id from forgotten`,
  );
  return rows.map((row) => row.draw_id);
}

/** What open orders count in each share, as the condition picks them. */
function countOpenOrders(ofDraw: SQL): SQL {
  return sql`select o.draw_id, line.pool_id, h.holder, count(*)::int as orders, sum(line.tickets)::int as held,
      sum(line.cents)::bigint as cents
    from orders o cross join unnest(o.share_holders) as h(holder) cross join lateral (
      select l.pool_id, sum(l.tickets) as tickets, sum(l.amount_cents) as cents from order_lines l
      where l.draw_id = o.draw_id and l.order_id = o.order_id group by l.pool_id
      union all select '', 1, 0
    ) line
    where o.share_holders is not null and ${ofDraw}
    group by o.draw_id, line.pool_id, h.holder`;
}

const isWrong = sql`(s.orders, s.held, s.held_cents) is distinct from
  (coalesce(c.orders, 0), coalesce(c.held, 0), coalesce(c.cents, 0))`;

/** Lists the draws that have a share whose counters are not those of its open orders, in one consistent look. */
export async function findWrongShares(db: Database): Promise<string[]> {
  const rows = await queryRows<{ draw_id: string }>(
    db,
    sql`with counted as materialized (${countOpenOrders(sql`true`)})
    select distinct s.draw_id from ticket_shares s
    left join counted c on c.draw_id = s.draw_id and c.pool_id = s.pool_id and c.holder = s.holder
    where ${isWrong}`,
  );
  return rows.map((row) => row.draw_id);
}

/** Counts the shares of a draw anew. Its pools are locked before: nobody takes or gives back anything meanwhile. */
export function recountShares(db: Database, drawId: string): Promise<void> {
  return db.transaction(async (tx) => {
    await queryRows(tx, lockPools(drawId, sql`(select pool_id from pools where draw_id = ${drawId})`));
    await queryRows(
      tx,
      sql`with counted as materialized (${countOpenOrders(sql`o.draw_id = ${drawId}`)}
      ), wrong as (
        select s.pool_id, s.holder, coalesce(c.orders, 0) as orders, coalesce(c.held, 0) as held,
          coalesce(c.cents, 0) as cents
        from ticket_shares s
        left join counted c on c.draw_id = s.draw_id and c.pool_id = s.pool_id and c.holder = s.holder
        where s.draw_id = ${drawId} and ${isWrong}
      )
      update ticket_shares s set orders = w.orders, held = w.held, held_cents = w.cents,
        allowance = greatest(s.allowance, w.held), allowance_cents = greatest(s.allowance_cents, w.cents)
      from wrong w where s.draw_id = ${drawId} and s.pool_id = w.pool_id and s.holder = w.holder
      returning s.holder`,
    );
  });
}
