import "server-only";
import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import type { Holders, ShareState, Size } from "./rules";
import { clientHolderPrefix, cookielessHolderPrefix, networkHolderPrefix } from "./rules";

export type PoolSizes = { poolId: string; largest: Size; smallest: Size };

export function selectHolderColumns({ newBuyer, returningBuyer }: Holders) {
  return { holders: newBuyer, returningBuyer: returningBuyer.map(({ name }) => name) };
}

/**
 * Lists the holders whose shares count each of the `orders`, a CTE with `nth` and `selectHolderColumns`. Orders of a
 * browser that has paid before count only in its own share. The lateral join looks up each order, whatever the planner
 * expects.
 */
export function selectHolders(drawId: string, orders: SQL): SQL {
  return sql`select o.nth, h.* from (
      select nth, holders, "returningBuyer", (
        select max(own.paid) from unnest(listed."returningBuyer") as browser(name) cross join lateral (
          select k.paid from ticket_shares k
          where k.draw_id = ${drawId} and k.pool_id = '' and k.holder = browser.name limit 1
        ) own
      ) > 0 as has_paid from ${orders} listed
    ) o cross join lateral json_to_recordset(o.holders) as h(name text, fraction numeric, "minimumPackages" int,
      "maxOrders" int)
    where h.name = any(o."returningBuyer") or o.has_paid is not true`;
}

function selectSizes(sizes: readonly PoolSizes[]): SQL {
  return sql`unnest(
      ${sql.param(sizes.map(({ poolId }) => poolId))}::text[],
      ${sql.param(sizes.map(({ largest }) => largest.tickets))}::int[],
      ${sql.param(sizes.map(({ largest }) => largest.cents))}::bigint[],
      ${sql.param(sizes.map(({ smallest }) => smallest.tickets))}::int[],
      ${sql.param(sizes.map(({ smallest }) => smallest.cents))}::bigint[]
    ) as size(pool_id, largest_tickets, largest_cents, smallest_tickets, smallest_cents)`;
}

/** CTEs: `holders` from `selectHolders`, `pools` with the unsold tickets of each, and `parts` of orders by pool. */
export type ShareCtes = Record<"holders" | "pools" | "parts", SQL>;

/**
 * Counts orders in the shares of their holders. If a share is full, the CHECK `ticket_shares_allowance` aborts the
 * statement. Locks shares by key, after the pools.
 */
export function addToShares(
  drawId: string,
  { at, sizes }: { at: SQL; sizes: readonly PoolSizes[] },
  { holders, pools, parts }: ShareCtes,
): SQL {
  return sql`insert into ticket_shares as s (draw_id, pool_id, holder, orders, held, held_cents, allowance,
      allowance_cents, one_order, one_order_cents, paid, paid_cents, began_at)
    select ${drawId}, c.pool_id, c.name, count(*)::int, sum(c.held)::int, sum(c.cents)::bigint, min(c.allowance),
      min(c.allowance_cents), min(c.largest_tickets), min(c.largest_cents), 0, 0, ${at}
    from (
      select t.pool_id, h.name, part.tickets as held, part.cents,
        case when t.unsold is not null
          then greatest(ceil(h.fraction * t.unsold), h."minimumPackages" * size.smallest_tickets)::int end as allowance,
        case when t.unsold_cents is not null
          then greatest(ceil(h.fraction * t.unsold_cents),
            h."minimumPackages" * size.smallest_cents)::bigint end as allowance_cents,
        case when t.unsold is not null then size.largest_tickets end as largest_tickets,
        case when t.unsold_cents is not null then size.largest_cents end as largest_cents
      from ${holders} h join ${parts} part on part.nth = h.nth join ${pools} t on t.pool_id = part.pool_id
      join ${selectSizes(sizes)} on size.pool_id = t.pool_id
      where t.unsold is not null or t.unsold_cents is not null
      union all
      select '', h.name, 1, 0, h."maxOrders", null, null, null
      from ${holders} h where h."maxOrders" is not null and exists (select from ${pools})
    ) c group by c.pool_id, c.name order by c.pool_id, c.name
    on conflict (draw_id, pool_id, holder) do update set orders = s.orders + excluded.orders,
      held = s.held + excluded.held, held_cents = s.held_cents + excluded.held_cents,
      allowance = excluded.allowance + s.paid, allowance_cents = excluded.allowance_cents + s.paid_cents,
      one_order = excluded.one_order, one_order_cents = excluded.one_order_cents
    returning s.holder`;
}

function selectEarnings(paid: SQL): SQL {
  const network = sql`${networkHolderPrefix}::text || substr(c.holder, ${cookielessHolderPrefix.length + 1}::int)`;
  const cookielessCondition = sql`c.holder like ${`${cookielessHolderPrefix}%`}`;
  return sql`union all
        select c.draw_id, c.pool_id, ${network}, 0, 0, 0, c.held, c.cents from counting c where ${cookielessCondition}
        union all
        select c.draw_id, c.pool_id, ${clientHolderPrefix}::text || o.client_key, 0, 0, 0, c.held, c.cents
        from counting c join ${paid} o on o.draw_id = c.draw_id and o.order_id = c.order_id
        where ${cookielessCondition} and c.pool_id = ''`;
}

/**
 * CTEs that subtract orders from their shares, after the CTE `locked` has locked the pools. `ended` has `draw_id`,
 * `order_id`, `share_holders` and, if the orders are paid, `client_key`: paying raises the allowance of the browser or
 * its network. Counters stop at zero, so that a wrong one never blocks a sale.
 */
export function releaseShares(ended: SQL, { locked, arePaid }: { locked: SQL; arePaid: boolean }): SQL {
  const startsWith = (prefix: string) => sql`b.holder like ${`${prefix}%`}`;
  const isPayer = sql`${startsWith(networkHolderPrefix)} or ${startsWith(clientHolderPrefix)}`;
  const earns = arePaid ? sql`case when ${isPayer} then 1 else 0 end` : sql`0`;
  return sql`counting as materialized (
      select e.draw_id, e.order_id, line.pool_id, h.holder, line.held, line.cents
      from ${ended} e cross join lateral (
        select l.pool_id, sum(l.tickets)::int as held, sum(l.amount_cents)::bigint as cents from order_lines l
        where l.draw_id = e.draw_id and l.order_id = e.order_id group by l.pool_id
        union all select '', 1, 0
      ) line cross join lateral unnest(e.share_holders) as h(holder)
    ), counted as materialized (
      select c.draw_id, c.pool_id, c.holder, sum(c.orders)::int as orders, sum(c.held)::int as held,
        sum(c.cents)::bigint as cents, sum(c.earned)::int as earned, sum(c.earned_cents)::bigint as earned_cents
      from (
        select draw_id, pool_id, holder, 1 as orders, held, cents, 0 as earned, 0 as earned_cents from counting
        ${arePaid ? selectEarnings(ended) : sql.empty()}
      ) c group by c.draw_id, c.pool_id, c.holder
    ), shares_locked as materialized (
      select s.draw_id, s.pool_id, s.holder
      from ticket_shares s
      join counted c on c.draw_id = s.draw_id and c.pool_id = s.pool_id and c.holder = s.holder
      where (select count(*) from ${locked}) >= 0
      order by s.draw_id, s.pool_id, s.holder for update of s
    ), shares_back as (
      update ticket_shares s set orders = greatest(0, s.orders - b.orders), held = greatest(0, s.held - b.held),
        held_cents = greatest(0, s.held_cents - b.cents), paid = s.paid + b.earned + b.held * ${earns},
        paid_cents = s.paid_cents + b.earned_cents + b.cents * ${earns}
      from counted b join shares_locked k on k.draw_id = b.draw_id and k.pool_id = b.pool_id and k.holder = b.holder
      where s.draw_id = b.draw_id and s.pool_id = b.pool_id and s.holder = b.holder
      returning s.holder
    )`;
}

/**
 * Inserts shares for networks and browsers that have none yet, with what they paid for without a cookie. It follows the
 * CTEs of `releaseShares`.
 */
export function insertCookielessEarnings(at: SQL): SQL {
  return sql`insert into ticket_shares as s (draw_id, pool_id, holder, orders, held, held_cents, allowance,
      allowance_cents, one_order, one_order_cents, paid, paid_cents, began_at)
    select c.draw_id, c.pool_id, c.holder, 0, 0, 0, 0, 0, null, null, c.earned, c.earned_cents, ${at}
    from counted c
    where c.earned > 0 and (select count(*) from shares_back) >= 0 and not exists (
      select from shares_locked k
      where k.draw_id = c.draw_id and k.pool_id = c.pool_id and k.holder = c.holder)
    order by c.draw_id, c.pool_id, c.holder
    on conflict (draw_id, pool_id, holder) do update set paid = s.paid + excluded.paid,
      paid_cents = s.paid_cents + excluded.paid_cents`;
}

export async function readShares(
  db: Database,
  { drawId, holders, poolIds }: { drawId: string; holders: string[]; poolIds: string[] },
): Promise<ShareState[]> {
  type Row = Record<string, string | number | null> & { holder: string; poolId: string };
  const rows = await queryRows<Row>(
    db,
    sql`select h.holder, p.pool_id as "poolId", p.unsold, p.unsold_cents as "unsoldCents",
        coalesce(s.orders, 0) as orders, coalesce(s.held, 0) as held, coalesce(s.held_cents, 0) as "heldCents",
        coalesce(s.paid, 0) as paid, coalesce(s.paid_cents, 0) as "paidCents"
      from unnest(${sql.param(holders)}::text[]) as h(holder) cross join (
        select pool_id, max_tickets - sold as unsold,
          max_jackpot_cents - jackpot_base_cents - sales_cents as unsold_cents
        from pools where draw_id = ${drawId} and pool_id = any(${sql.param(poolIds)}::text[])
        union all select '', null, null
      ) p
      left join ticket_shares s on s.draw_id = ${drawId} and s.pool_id = p.pool_id and s.holder = h.holder`,
  );
  return rows.map((row) => ({
    holder: row.holder,
    poolId: row.poolId,
    orders: Number(row.orders),
    unsold: { tickets: toNumberOrNull(row.unsold), cents: toNumberOrNull(row.unsoldCents) },
    held: { tickets: Number(row.held), cents: Number(row.heldCents) },
    paid: { tickets: Number(row.paid), cents: Number(row.paidCents) },
  }));
}

function toNumberOrNull(value: string | number | null | undefined): number | null {
  return value == null ? null : Number(value);
}

export type HoldFilter = { holders: string[] } | { clientKey: string } | null;

/** Limits the holds read, over all draws. If none of them matches, the end of the last one is returned. */
const maxHoldsRead = 1000;

/** Returns when the next matching hold ends, or a time before which none does. */
export async function findNextHoldEnd(
  db: Database,
  { drawId, filter, now }: { drawId: string; filter: HoldFilter; now: Date },
): Promise<Date | null> {
  let holdCondition = sql`draw_id = ${drawId}`;
  if (filter && "holders" in filter)
    holdCondition = sql`${holdCondition} and share_holders && ${sql.param(filter.holders)}::text[]`;
  if (filter && "clientKey" in filter) holdCondition = sql`${holdCondition} and client_key = ${filter.clientKey}`;
  const rows = await queryRows<{ endsAt: string | Date | null }>(
    db,
    sql`select coalesce(min(expires_at) filter (where ${holdCondition}),
        case when count(*) = ${maxHoldsRead}::int then max(expires_at) end) as "endsAt"
      from (
        select draw_id, share_holders, client_key, expires_at from orders
        where status = 'reserved' and expires_at > ${now.toISOString()}::timestamptz
        order by expires_at ${limitClause(maxHoldsRead)}
      ) held`,
  );
  const endsAt = rows[0]?.endsAt;
  return endsAt ? new Date(endsAt) : null;
}
