import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { lockPools } from "@/lib/draws/store.sale";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import { clientShareLifetimeMs, networkShareLifetimeMs } from "./rules";
import { releaseShares } from "./store";

export type ShareKey = { drawId: string; poolId: string; holder: string };

/** Literals, because PostgreSQL uses the partial indexes only for them. */
const browserCondition = sql`holder like 'client:%'`;
const networkCondition = sql`(holder like 'network:%' or holder like 'newcomers:%')`;

const batchSize = 5000;

/** Must run often enough that no key of a network is kept for more than 48 hours. */
export async function deleteExpiredShares(db: Database, now: Date): Promise<void> {
  await repeatUntilDone(db, clearShareHolders(instantBefore(now, networkShareLifetimeMs)));
  await repeatUntilDone(db, deleteSharesBegunBefore(networkCondition, instantBefore(now, networkShareLifetimeMs)));
  await repeatUntilDone(db, deleteSharesBegunBefore(browserCondition, instantBefore(now, clientShareLifetimeMs)));
}

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

const mismatchCondition = sql`(s.orders, s.held, s.held_cents) is distinct from
  (coalesce(c.orders, 0), coalesce(c.held, 0), coalesce(c.cents, 0))`;

/** Reads counters and orders in one statement, so that both are of the same moment. */
export function findWrongShares(db: Database): Promise<ShareKey[]> {
  return queryRows<ShareKey>(
    db,
    sql`with counted as materialized (${countOpenOrders(sql`true`)})
    select s.draw_id as "drawId", s.pool_id as "poolId", s.holder from ticket_shares s
    left join counted c on c.draw_id = s.draw_id and c.pool_id = s.pool_id and c.holder = s.holder
    where ${mismatchCondition} limit 1000`,
  );
}

/** Locks the pools first, so that no tickets are taken or released meanwhile. */
export function recountShares(db: Database, drawId: string, shares: readonly ShareKey[]): Promise<void> {
  return db.transaction(async (tx) => {
    await queryRows(tx, lockPools(drawId, sql`(select pool_id from pools where draw_id = ${drawId})`));
    await queryRows(
      tx,
      sql`with counted as materialized (${countOpenOrders(sql`o.draw_id = ${drawId}`)}
      ), found as (
        select k.pool_id, k.holder, coalesce(c.orders, 0) as orders, coalesce(c.held, 0) as held,
          coalesce(c.cents, 0) as cents
        from unnest(${sql.param(shares.map(({ poolId }) => poolId))}::text[],
          ${sql.param(shares.map(({ holder }) => holder))}::text[]) as k(pool_id, holder)
        left join counted c on c.pool_id = k.pool_id and c.holder = k.holder
      )
      update ticket_shares s set orders = f.orders, held = f.held, held_cents = f.cents,
        allowance = greatest(s.allowance, f.held), allowance_cents = greatest(s.allowance_cents, f.cents)
      from found f where s.draw_id = ${drawId} and s.pool_id = f.pool_id and s.holder = f.holder
      returning s.holder`,
    );
  });
}

function instantBefore(now: Date, ms: number): SQL {
  return sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`;
}

async function repeatUntilDone(db: Database, statement: SQL): Promise<void> {
  for (;;) {
    const [row] = await queryRows<{ rows: number }>(db, statement);
    if ((row?.rows ?? 0) < batchSize) return;
  }
}

function deleteSharesBegunBefore(whose: SQL, before: SQL): SQL {
  return sql`with old as materialized (
      select draw_id, pool_id, holder from ticket_shares where ${whose} and began_at <= ${before}
      order by began_at ${limitClause(batchSize)} for update skip locked
    ), gone as (
      delete from ticket_shares s using old
      where s.draw_id = old.draw_id and s.pool_id = old.pool_id and s.holder = old.holder returning s.holder
    )
    select count(*)::int as rows from gone`;
}

function clearShareHolders(before: SQL): SQL {
  return sql`with due as materialized (
      select draw_id, order_id, share_holders from orders
      where share_holders is not null and placed_at <= ${before}
      order by draw_id, placed_at ${limitClause(batchSize)} for update skip locked
    ), locked as materialized (
      select p.draw_id, p.pool_id from pools p
      where (p.draw_id, p.pool_id) in (
        select l.draw_id, l.pool_id from order_lines l join due on due.draw_id = l.draw_id
          and due.order_id = l.order_id)
      order by p.draw_id, p.pool_id for update of p
    ), forgotten as (
      update orders o set share_holders = null from due
      where o.draw_id = due.draw_id and o.order_id = due.order_id
      returning o.draw_id, o.order_id, due.share_holders
    ), ${releaseShares(sql`forgotten`, { locked: sql`locked`, arePaid: false })}
    select count(*)::int as rows from forgotten`;
}
