import "server-only";
import { eq, sql } from "drizzle-orm";
import { draws, pools } from "@/lib/draws/tables";
import { readNumberBounds } from "@/lib/orders/store.number-bounds";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import type { PoolSnapshot, ReportSnapshot } from "./rules.head";
import type { IssuedRange } from "./rules.rows";
import type { MismatchedOrder, OrderTotals } from "./rules.totals";

type Count = string | number;
type Timestamp = string | Date;

/** `tx` must be repeatable read, so that it sees one snapshot. It is short, because it doesn't read every order. */
export async function readReportSnapshot(tx: Database, drawId: string): Promise<ReportSnapshot | null> {
  // The statements share one connection, so they run one after the other.
  const [row] = await tx.select().from(draws).where(eq(draws.drawId, drawId));
  if (!row) return null;
  const counters = await tx.select().from(pools).where(eq(pools.drawId, drawId));
  const bounds = await readNumberBounds(tx, drawId);
  const openAttempts = await readOpenAttempts(tx, drawId);
  const openRefunds = await readOpenRefunds(tx, drawId);
  const poolIds = new Set([...counters.map((pool) => pool.poolId), ...bounds.keys()]);
  const toPool = (poolId: string): PoolSnapshot => ({
    poolId,
    counters: counters.find((pool) => pool.poolId === poolId) ?? null,
    ...(bounds.get(poolId) ?? { highest: 0, voidSpans: [], lostSpans: [] }),
    openAttempts: openAttempts.get(poolId) ?? 0,
    openRefunds: openRefunds.get(poolId) ?? 0,
  });
  return {
    draw: row.definition,
    closedAt: row.closedAt,
    pools: [...poolIds].map(toPool),
    openAttempts: openAttempts.get(null) ?? 0,
    openRefunds: openRefunds.get(null) ?? 0,
  };
}

async function readOpenAttempts(tx: Database, drawId: string): Promise<Map<string | null, number>> {
  const rows = await queryRows<{ poolId: string | null; attempts: Count }>(
    tx,
    sql`with waiting as (
      select order_id, gateway_order_number from payment_attempts
      where draw_id = ${drawId} and state in ('sent', 'unknown') and order_id is not null
    )
    select null as "poolId", count(*) as attempts from waiting
    union all
    select l.pool_id, count(distinct w.gateway_order_number) from waiting w
    join order_lines l on l.draw_id = ${drawId} and l.order_id = w.order_id group by l.pool_id`,
  );
  return new Map(rows.map((row) => [row.poolId, Number(row.attempts)]));
}

/** Counts refunds of unknown outcome by pool. Null has the total, including surplus payments. */
async function readOpenRefunds(tx: Database, drawId: string): Promise<Map<string | null, number>> {
  const rows = await queryRows<{ poolId: string | null; refunds: Count }>(
    tx,
    sql`with waiting as (
      select order_id, refund_number, line_numbers from refunds
      where draw_id = ${drawId} and state in ('pending', 'sent', 'unknown') and order_id is not null
    )
    select null as "poolId", count(*) as refunds from waiting
    union all
    select l.pool_id, count(distinct w.refund_number) from waiting w
    join order_lines l on l.draw_id = ${drawId} and l.order_id = w.order_id and l.line_number = any(w.line_numbers)
    group by l.pool_id`,
  );
  return new Map(rows.map((row) => [row.poolId, Number(row.refunds)]));
}

type RangeInstant = "voidedAt" | "finalizedAt" | "paidAt";
type RangeRow = Omit<IssuedRange, RangeInstant> & Record<RangeInstant, Timestamp | null>;

type RangeRequest = Record<"drawId" | "poolId", string> & Record<"after" | "highest" | "limit", number>;

/** Lateral lookups keep PostgreSQL from joining the whole draw for each page. */
export async function readIssuedRanges(
  db: Database,
  { drawId, poolId, after, highest, limit }: RangeRequest,
): Promise<IssuedRange[]> {
  const rows = await queryRows<RangeRow>(
    db,
    sql`with page as materialized (
      select * from number_ranges
      where draw_id = ${drawId} and pool_id = ${poolId} and first_number > ${after}::int
        and last_number <= ${highest}::int
      order by first_number ${limitClause(limit)}
    )
    select page.first_number as first, page.last_number as last, page.line_number as "lineNumber",
      page.voided_at as "voidedAt", o.order_code as "orderCode", o.status as "orderStatus",
      o.finalized_at as "finalizedAt", o.amount_cents as "orderCents", o.device_id as "deviceId",
      a.sent_at as "paidAt", a.method as "attemptMethod", a.amount_cents as "paidCents",
      l.package_id as "packageId", l.bundle_id as "bundleId", l.tickets as "lineTickets",
      l.amount_cents as "amountCents"
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
  return rows.map((row) => ({
    ...row,
    voidedAt: toDateOrNull(row.voidedAt),
    finalizedAt: toDateOrNull(row.finalizedAt),
    paidAt: toDateOrNull(row.paidAt),
  }));
}

function toDateOrNull(value: Timestamp | null): Date | null {
  return value === null ? null : new Date(value);
}

type SliceRow = {
  last: string | null;
  read: Count;
  orders: Count;
  amountCents: Count;
  unlike: MismatchedOrder[] | null;
};

export type OrderSliceRequest = {
  drawId: string;
  after: string;
  bounds: readonly { poolId: string; highest: number }[];
  limit: number;
};

/** Includes refunded orders, and finalized ones that lack their numbers. `last` is null at the end. */
export async function readOrderSlice(
  db: Database,
  { drawId, after, bounds, limit }: OrderSliceRequest,
): Promise<OrderTotals & { last: string | null; unlike: MismatchedOrder[] }> {
  const [row] = await queryRows<SliceRow>(
    db,
    sql`with slice as materialized (
      select order_id, order_code, amount_cents, finalized_at from orders
      where draw_id = ${drawId} and order_id > ${after} order by order_id ${limitClause(limit)}
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
    select (select max(order_id) from slice) as last, (select count(*) from slice) as read,
      count(*) as orders, coalesce(sum(amount_cents), 0) as "amountCents",
      jsonb_agg(jsonb_build_object('orderCode', order_code, 'expected', amount_cents, 'found', cents)
        order by order_code)
        filter (where amount_cents <> cents) as unlike
    from counted`,
  );
  const unlike = (row?.unlike ?? []).map(({ orderCode, expected, found }) => ({ orderCode, expected, found }));
  const last = Number(row?.read) < limit ? null : (row?.last ?? null);
  return { orders: Number(row?.orders), amountCents: Number(row?.amountCents), unlike, last };
}
