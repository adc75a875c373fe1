import "server-only";
import { sql } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { queryRows } from "@/lib/db/database";

import type { LineSums, PoolSums } from "./rules.pool-sums";
import type { Finder, Scope } from "./store.invariants";

/** Ranges with the highest number before them in their pool: what comes next in a pool is told from neighbours alone. */
function rangesInOrder(scope: Scope) {
  return sql`select r.draw_id, r.pool_id, r.first_number, r.last_number,
      r.pool_id || ' ' || r.first_number || '-' || r.last_number as subject,
      coalesce(max(r.last_number) over (partition by r.draw_id, r.pool_id order by r.first_number, r.last_number
        rows between unbounded preceding and 1 preceding), 0) as last_before
    from number_ranges r where ${scope("r")}`;
}

const rangeDetail = sql`jsonb_build_object(
  'poolId', pool_id, 'first', first_number, 'last', last_number, 'lastBefore', last_before)`;

/** Ranges that repeat numbers of a range before them. */
export const findDuplicates: Finder = (scope) =>
  sql`select draw_id, subject, ${rangeDetail} as detail
    from (${rangesInOrder(scope)}) ranges where first_number <= last_before`;

/** Ranges before which numbers were left out; the first of a pool begins at 1. */
export const findGaps: Finder = (scope) =>
  sql`select draw_id, subject, ${rangeDetail} as detail
    from (${rangesInOrder(scope)}) ranges where first_number > last_before + 1`;

/** Lines of orders that were finalized, refunded since or not, whose numbers are missing, are not as many as their tickets, or are of another pool. */
export const findLinesWithoutNumbers: Finder = (scope) =>
  sql`select l.draw_id, o.order_code || ' ' || l.line_number as subject, jsonb_build_object(
      'orderCode', o.order_code, 'line', l.line_number, 'poolId', l.pool_id, 'tickets', l.tickets,
      'numbers', coalesce(r.last_number - r.first_number + 1, 0)) as detail
    from orders o
    join order_lines l on l.draw_id = o.draw_id and l.order_id = o.order_id and ${scope("l")}
    left join number_ranges r on r.draw_id = l.draw_id and r.order_id = l.order_id and r.line_number = l.line_number
      and r.pool_id = l.pool_id and ${scope("r")}
    where ${scope("o")} and (o.status = 'finalized' or o.status = 'refunded' and o.finalized_at is not null)
      and (r.first_number is null or r.last_number - r.first_number + 1 <> l.tickets)`;

/** Ranges that belong to no line of an order that was sold. */
export const findNumbersWithoutSale: Finder = (scope) =>
  sql`select r.draw_id, r.pool_id || ' ' || r.first_number || '-' || r.last_number as subject, jsonb_build_object(
      'poolId', r.pool_id, 'first', r.first_number, 'last', r.last_number, 'orderCode', o.order_code,
      'status', o.status) as detail
    from number_ranges r
    left join orders o on o.draw_id = r.draw_id and o.order_id = r.order_id and ${scope("o")}
    left join order_lines l on l.draw_id = r.draw_id and l.order_id = r.order_id and l.line_number = r.line_number
      and l.pool_id = r.pool_id and ${scope("l")}
    where ${scope("r")} and (l.line_number is null or o.status is null or o.finalized_at is null
      or o.status <> all('{finalized,refunded}'))`;

type Counts<Column extends string> = { draw_id: string; pool_id: string } & Record<Column, string | number | null>;
type PoolRow = Counts<
  | "max_tickets"
  | "max_jackpot_cents"
  | "jackpot_base_cents"
  | "sold"
  | "reserved"
  | "sales_cents"
  | "reserved_cents"
  | "ranges"
  | "numbers"
> & { exists_here: boolean };

function numberOrNull(value: string | number | null): number | null {
  return value === null ? null : Number(value);
}

function toSums(row: PoolRow): PoolSums {
  const counters = {
    maxTickets: numberOrNull(row.max_tickets),
    maxJackpotCents: numberOrNull(row.max_jackpot_cents),
    jackpotBaseCents: Number(row.jackpot_base_cents),
    sold: Number(row.sold),
    reserved: Number(row.reserved),
    salesCents: Number(row.sales_cents),
    reservedCents: Number(row.reserved_cents),
  };
  return {
    drawId: row.draw_id,
    poolId: row.pool_id,
    counters: row.exists_here ? counters : null,
    ranges: Number(row.ranges ?? 0),
    numbers: Number(row.numbers ?? 0),
    heldTickets: 0,
    heldCents: 0,
    soldCents: 0,
  };
}

/** Reads the counters of each pool and what its ranges add up to; what its lines add up to is still zero. */
export async function readPools(tx: Database, scope: Scope): Promise<PoolSums[]> {
  const rows = await queryRows<PoolRow>(
    tx,
    sql`with pool as (
      select p.*, true as exists_here from pools p where ${scope("p")}
    ), issued as (
      select r.draw_id, r.pool_id, count(*) as ranges, sum(r.last_number - r.first_number + 1) as numbers
      from number_ranges r where ${scope("r")} group by r.draw_id, r.pool_id
    )
    select coalesce(pool.draw_id, issued.draw_id) as draw_id, coalesce(pool.pool_id, issued.pool_id) as pool_id,
      coalesce(exists_here, false) as exists_here, max_tickets, max_jackpot_cents, jackpot_base_cents, sold, reserved,
      sales_cents, reserved_cents, ranges, numbers
    from pool full join issued on issued.draw_id = pool.draw_id and issued.pool_id = pool.pool_id
    order by 1, 2`,
  );
  return rows.map(toSums);
}

/** Sums the lines of open and of finalized orders by pool. Void ranges were sold, but are no sales. */
export async function readLineSums(tx: Database, scope: Scope): Promise<LineSums[]> {
  const rows = await queryRows<Counts<"held_tickets" | "held_cents" | "sold_cents">>(
    tx,
    sql`select l.draw_id, l.pool_id,
        sum(l.tickets) filter (where o.status <> 'finalized') as held_tickets,
        sum(l.amount_cents) filter (where o.status <> 'finalized') as held_cents,
        sum(l.amount_cents) filter (where o.status = 'finalized' and void.order_id is null) as sold_cents
      from orders o
      join order_lines l on l.draw_id = o.draw_id and l.order_id = o.order_id and ${scope("l")}
      left join number_ranges void on void.draw_id = l.draw_id and void.order_id = l.order_id
        and void.line_number = l.line_number and void.voided_at is not null and ${scope("void")}
      where ${scope("o")} and o.status in ('reserved', 'paying', 'unknown', 'finalized')
      group by l.draw_id, l.pool_id`,
  );
  return rows.map((row) => ({
    drawId: row.draw_id,
    poolId: row.pool_id,
    heldTickets: Number(row.held_tickets ?? 0),
    heldCents: Number(row.held_cents ?? 0),
    soldCents: Number(row.sold_cents ?? 0),
  }));
}
