import "server-only";

import { sql } from "drizzle-orm";
import type { AttemptMethod } from "@/lib/orders/rules.methods";
import type { Database } from "@/lib/platform/db/database";
import { atMost, queryRows } from "@/lib/platform/db/database";

import type { IssuedRange } from "./rules.rows";
import type { OrderTotals, UnlikeOrder } from "./rules.totals";

type Count = string | number;
type Instant = string | Date;

function instantOf(value: Instant | null): Date | null {
  return value === null ? null : new Date(value);
}

type RangeRow = {
  first: number;
  last: number;
  line_number: number;
  voided_at: Instant | null;
  order_code: string;
  order_status: string;
  finalized_at: Instant | null;
  order_cents: number;
  device_id: string | null;
  paid_at: Instant | null;
  attempt_method: AttemptMethod | null;
  paid_cents: number | null;
  package_id: string | null;
  bundle_id: string | null;
  line_tickets: number | null;
  amount_cents: number | null;
};

function toRange(row: RangeRow): IssuedRange {
  return {
    first: row.first,
    last: row.last,
    lineNumber: row.line_number,
    voidedAt: instantOf(row.voided_at),
    orderCode: row.order_code,
    orderStatus: row.order_status,
    finalizedAt: instantOf(row.finalized_at),
    orderCents: row.order_cents,
    deviceId: row.device_id,
    paidAt: instantOf(row.paid_at),
    attemptMethod: row.attempt_method,
    paidCents: row.paid_cents,
    packageId: row.package_id,
    bundleId: row.bundle_id,
    lineTickets: row.line_tickets,
    amountCents: row.amount_cents,
  };
}

/**
 * Reads the next ranges of a pool with their sales: those that begin above `after` and end at `highest` or below. The
 * page is found first and each range looks up its own sale, whatever the planner knows of the tables: a join that reads
 * all of a draw for each page would cost its square.
 */
export async function readIssuedRanges(
  db: Database,
  {
    drawId,
    poolId,
    after,
    highest,
    limit,
  }: Record<"after" | "highest" | "limit", number> & Record<"drawId" | "poolId", string>,
): Promise<IssuedRange[]> {
  const rows = await queryRows<RangeRow>(
    db,
    sql`with page as materialized (
      select * from number_ranges
      where draw_id = ${drawId} and pool_id = ${poolId} and first_number > ${after}::int
        and last_number <= ${highest}::int
      order by first_number ${atMost(limit)}
    )
    select page.first_number as first, page.last_number as last, page.line_number, page.voided_at,
      o.order_code, o.status as order_status, o.finalized_at, o.amount_cents as order_cents, o.device_id,
      a.sent_at as paid_at, a.method as attempt_method, a.amount_cents as paid_cents,
      l.package_id, l.bundle_id, l.tickets as line_tickets, l.amount_cents
    from page
    cross join lateral (
      select * from orders where draw_id = ${drawId} and order_id = page.order_id limit 1) o
    left join lateral (
      select * from order_lines
      where draw_id = ${drawId} and order_id = page.order_id and line_number = page.line_number and pool_id = ${poolId}
      limit 1) l on true
    left join lateral (
      select * from payment_attempts where draw_id = ${drawId} and order_id = page.order_id and state = 'approved'
      limit 1) a on true
    order by page.first_number`,
  );
  return rows.map(toRange);
}

type SliceRow = {
  last: string | null;
  looked: Count;
  orders: Count;
  cents: Count;
  unlike: { code: string; expected: number; found: number }[] | null;
};

/** The next orders of a draw by their ids; `bounds` tell which of them had their numbers in the snapshot. */
export type OrderSliceRequest = {
  drawId: string;
  after: string;
  bounds: readonly { poolId: string; highest: number }[];
  limit: number;
};

/**
 * Sums the next orders that had numbers in the snapshot, refunded ones too, in cents, and finds those whose amount is
 * not the sum of their lines. One without any numbers counts: it should have some. `last` is null after the last order.
 */
export async function readOrderSlice(
  db: Database,
  { drawId, after, bounds, limit }: OrderSliceRequest,
): Promise<OrderTotals & { last: string | null; unlike: UnlikeOrder[] }> {
  const [row] = await queryRows<SliceRow>(
    db,
    sql`with slice as materialized (
      select order_id, order_code, amount_cents, finalized_at from orders
      where draw_id = ${drawId} and order_id > ${after} order by order_id ${atMost(limit)}
    ), bound as materialized (
      select * from unnest(${sql.param(bounds.map(({ poolId }) => poolId))}::text[],
        ${sql.param(bounds.map(({ highest }) => highest))}::int[]) as bound(pool_id, highest)
    ), counted as materialized (
      select s.order_code, s.amount_cents, line.cents
      from slice s
      cross join lateral (
        select coalesce(sum(l.amount_cents), 0) as cents from order_lines l
        where l.draw_id = ${drawId} and l.order_id = s.order_id
      ) line
      cross join lateral (
        select count(*) as ranges from number_ranges r left join bound b on b.pool_id = r.pool_id
        where r.draw_id = ${drawId} and r.order_id = s.order_id and r.first_number > coalesce(b.highest, 0)
      ) later
      where s.finalized_at is not null and later.ranges = 0
    )
    select (select max(order_id) from slice) as last, (select count(*) from slice) as looked,
      count(*) as orders, coalesce(sum(amount_cents), 0) as cents,
      jsonb_agg(jsonb_build_object('code', order_code, 'expected', amount_cents, 'found', cents) order by order_code)
        filter (where amount_cents <> cents) as unlike
    from counted`,
  );
  const unlike = (row?.unlike ?? []).map(({ code: orderCode, expected, found }) => ({ orderCode, expected, found }));
  const last = Number(row?.looked) < limit ? null : (row?.last ?? null);
  return { orders: Number(row?.orders), amountCents: Number(row?.cents), unlike, last };
}
