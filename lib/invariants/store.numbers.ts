import "server-only";
import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";

import type { Finder } from "./store.scope";

/** `lastBefore` is the highest number of the pool in ranges before this one. */
export type SuspectRange = { first: number; last: number; lastBefore: number };

export type NumberPageRequest = {
  drawId: string;
  poolId: string;
  after: number;
  lastBefore: number;
  highest: number;
  limit: number;
};

/** `next` is null after the last page. */
export type NumberPage = {
  ranges: number;
  numbers: number;
  duplicates: SuspectRange[];
  gaps: SuspectRange[];
  next: { after: number; lastBefore: number } | null;
};

type PageRow = {
  ranges: string;
  numbers: string;
  duplicates: SuspectRange[] | null;
  gaps: SuspectRange[] | null;
  last_first: number | null;
  last_before: number;
};

const rangeObject = sql`jsonb_build_object('first', first_number, 'last', last_number, 'lastBefore', last_before)`;

/** Reads ranges that begin at or below `highest`, including lost numbers. */
export async function readNumberPage(db: Database, request: NumberPageRequest): Promise<NumberPage> {
  const { drawId, poolId, after, lastBefore, highest, limit } = request;
  const [row] = await queryRows<PageRow>(
    db,
    sql`with page as materialized (
      select first_number, last_number from (
        (select first_number, last_number from number_ranges
          where draw_id = ${drawId} and pool_id = ${poolId} and first_number > ${after}::int
            and first_number <= ${highest}::int
          order by first_number ${limitClause(limit)})
        union all
        (select first_number, last_number from lost_numbers
          where draw_id = ${drawId} and pool_id = ${poolId} and first_number > ${after}::int
            and first_number <= ${highest}::int
          order by first_number ${limitClause(limit)})
      ) issued
      order by first_number ${limitClause(limit)}
    ), ordered as materialized (
      select first_number, last_number, greatest(${lastBefore}::int, max(last_number) over (
        order by first_number rows between unbounded preceding and 1 preceding)) as last_before
      from page
    )
    select count(*) as ranges, coalesce(sum(last_number - first_number + 1), 0) as numbers,
      jsonb_agg(${rangeObject}) filter (where first_number <= last_before) as duplicates,
      jsonb_agg(${rangeObject}) filter (where first_number > last_before + 1) as gaps,
      max(first_number) as last_first, greatest(${lastBefore}::int, max(last_number)) as last_before
    from ordered`,
  );
  const ranges = Number(row?.ranges);
  const isLast = ranges < limit || !row?.last_first;
  return {
    ranges,
    numbers: Number(row?.numbers),
    duplicates: row?.duplicates ?? [],
    gaps: row?.gaps ?? [],
    next: isLast ? null : { after: row.last_first ?? 0, lastBefore: row.last_before },
  };
}

/** Checks every order that was finalized, even if it was refunded since. */
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
