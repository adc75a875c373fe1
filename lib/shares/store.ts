import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";

import type { Holders, Size } from "./rules";
import { clientHolder, networkHolder, newcomersHolder } from "./rules";

/** The largest and the smallest package of a pool. */
export type PoolSizes = { poolId: string; largest: Size; smallest: Size };

/** Those in whose shares an order counts, as `selectHolders` reads them from the columns `holders` and `known`. */
export function holderColumns({ unknown, known }: Holders) {
  const holders = unknown.map(({ name, fraction, few, maxOrders }) => ({
    name,
    fraction,
    few,
    most_orders: maxOrders,
  }));
  return { holders, known: known.map(({ name }) => name) };
}

/**
 * The CTE body of the holders in whose shares each order of `orders` counts, its `nth`, `name` and limits: of a browser
 * that has paid in the draw only its own. Who has paid is looked up order by order, whatever the planner expects.
 */
export function selectHolders(drawId: string, orders: SQL): SQL {
  return sql`select o.nth, h.* from (
      select nth, holders, known, (
        select max(own.paid) from unnest(listed.known) as browser(name) cross join lateral (
          select k.paid from ticket_shares k
          where k.draw_id = ${drawId} and k.pool_id = '' and k.holder = browser.name limit 1
        ) own
      ) > 0 as has_paid from ${orders} listed
    ) o cross join lateral json_to_recordset(o.holders) as h(name text, fraction numeric, few int, most_orders int)
    where h.name = any(o.known) or o.has_paid is not true`;
}

function sizesOf(sizes: readonly PoolSizes[]): SQL {
  return sql`unnest(
      ${sql.param(sizes.map(({ poolId }) => poolId))}::text[],
      ${sql.param(sizes.map(({ largest }) => largest.tickets))}::int[],
      ${sql.param(sizes.map(({ largest }) => largest.cents))}::bigint[],
      ${sql.param(sizes.map(({ smallest }) => smallest.tickets))}::int[],
      ${sql.param(sizes.map(({ smallest }) => smallest.cents))}::bigint[]
    ) as size(pool_id, most_tickets, most_cents, few_tickets, few_cents)`;
}

/**
 * The CTE body that counts orders in the shares of the CTE `holder`; the CHECK `ticket_shares_allowance` aborts the
 * statement when one is full: all of them fit only where each would have, one after the other. `taken` are the pools
 * that were taken from, with `unsold` and `unsold_cents`, null without limit, and `part` what of each by which order.
 * It waits for `taken`, so that pools are locked before shares; shares in the order of their keys.
 */
export function countInShares(drawId: string, at: SQL, sizes: readonly PoolSizes[]): SQL {
  return sql`insert into ticket_shares as s (draw_id, pool_id, holder, orders, held, held_cents, allowance,
      allowance_cents, one_order, one_order_cents, paid, paid_cents, began_at)
    select ${drawId}, c.pool_id, c.name, count(*)::int, sum(c.held)::int, sum(c.cents)::bigint, min(c.allowance),
      min(c.allowance_cents), min(c.most_tickets), min(c.most_cents), 0, 0, ${at}
    from (
      select t.pool_id, h.name, part.tickets as held, part.cents,
        case when t.unsold is not null
          then greatest(ceil(h.fraction * t.unsold), h.few * size.few_tickets)::int end as allowance,
        case when t.unsold_cents is not null
          then greatest(ceil(h.fraction * t.unsold_cents), h.few * size.few_cents)::bigint end as allowance_cents,
        case when t.unsold is not null then size.most_tickets end as most_tickets,
        case when t.unsold_cents is not null then size.most_cents end as most_cents
      from holder h join part on part.nth = h.nth join taken t on t.pool_id = part.pool_id
      join ${sizesOf(sizes)} on size.pool_id = t.pool_id
      where t.unsold is not null or t.unsold_cents is not null
      union all
      select '', h.name, 1, 0, h.most_orders, null, null, null
      from holder h where h.most_orders is not null and exists (select from taken)
    ) c group by c.pool_id, c.name order by c.pool_id, c.name
    on conflict (draw_id, pool_id, holder) do update set orders = s.orders + excluded.orders,
      held = s.held + excluded.held, held_cents = s.held_cents + excluded.held_cents,
      allowance = excluded.allowance + s.paid, allowance_cents = excluded.allowance_cents + s.paid_cents,
      one_order = excluded.one_order, one_order_cents = excluded.one_order_cents
    returning s.holder`;
}

/**
 * Shares that earn room although the order counted in others: those of a newcomer's network, and of its browser from
 * now on.
 */
function selectEarners(sold: SQL): SQL {
  const network = sql`${networkHolder}::text || substr(c.holder, ${newcomersHolder.length + 1}::int)`;
  const isNew = sql`c.holder like ${`${newcomersHolder}%`}`;
  return sql`select c.draw_id, c.pool_id, ${network} as holder from counted c where ${isNew}
    union select o.draw_id, '', ${clientHolder}::text || o.client_key from ${sold} o
    where exists (select from counted c where ${isNew})`;
}

/**
 * CTEs that give back what orders counted in shares, to follow the CTE `locked` of their locked pools. The CTE that
 * `ended` names has `draw_id`, `order_id` and `share_holders` of each. Where they were paid, networks and browsers have
 * earned room. A counter never stops an order from ending or being paid: it does not fall below zero.
 */
export function giveBackShares(ended: SQL, { arePaid }: { arePaid: boolean }): SQL {
  const earns = arePaid
    ? sql`case when b.holder like ${`${networkHolder}%`} or b.holder like ${`${clientHolder}%`} then 1 else 0 end`
    : sql`0`;
  const earners = arePaid ? sql`union select * from (${selectEarners(ended)}) earner` : sql.empty();
  return sql`counted as materialized (
      select e.draw_id, line.pool_id, h.holder, count(*)::int as orders, sum(line.tickets)::int as held,
        sum(line.cents)::bigint as cents
      from ${ended} e cross join unnest(e.share_holders) as h(holder) cross join lateral (
        select l.pool_id, sum(l.tickets) as tickets, sum(l.amount_cents) as cents from order_lines l
        where l.draw_id = e.draw_id and l.order_id = e.order_id group by l.pool_id
        union all select '', 1, 0
      ) line
      group by e.draw_id, line.pool_id, h.holder
    ), shares_locked as materialized (
      select s.draw_id, s.pool_id, s.holder
      from ticket_shares s
      join (select draw_id, pool_id, holder from counted ${earners}) c
        on c.draw_id = s.draw_id and c.pool_id = s.pool_id and c.holder = s.holder
      where (select count(*) from locked) >= 0
      order by s.draw_id, s.pool_id, s.holder for update of s
    ), shares_back as (
      update ticket_shares s set orders = greatest(0, s.orders - b.orders), held = greatest(0, s.held - b.held),
        held_cents = greatest(0, s.held_cents - b.cents), paid = s.paid + b.held * ${earns},
        paid_cents = s.paid_cents + b.cents * ${earns}
      from counted b join shares_locked k on k.draw_id = b.draw_id and k.pool_id = b.pool_id and k.holder = b.holder
      where s.draw_id = b.draw_id and s.pool_id = b.pool_id and s.holder = b.holder
      returning s.holder
    )`;
}

/**
 * The CTE body that gives a newcomer's network the room that it has earned, and makes its browser a known one; to
 * follow `giveBackShares` of the paid order of the CTE `sold`, which has its `client_key` as well.
 */
export function earnAsNewcomer(sold: SQL, at: SQL): SQL {
  return sql`insert into ticket_shares as s (draw_id, pool_id, holder, orders, held, held_cents, allowance,
      allowance_cents, one_order, one_order_cents, paid, paid_cents, began_at)
    select e.draw_id, e.pool_id, e.holder, 0, 0, 0, 0, 0, null, null, c.held, c.cents, ${at}
    from (${selectEarners(sold)}) e
    join counted c on c.draw_id = e.draw_id and c.pool_id = e.pool_id and c.holder like ${`${newcomersHolder}%`}
    where (select count(*) from shares_back) >= 0
    order by e.draw_id, e.pool_id, e.holder
    on conflict (draw_id, pool_id, holder) do update set paid = s.paid + excluded.paid,
      paid_cents = s.paid_cents + excluded.paid_cents`;
}
