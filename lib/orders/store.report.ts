import "server-only";

import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { queryRows } from "@/lib/db/database";
import { draws, pools } from "@/lib/db/schema/draws";
import { numberRanges, orderLines, orders } from "@/lib/db/schema/orders";
import { paymentAttempts } from "@/lib/db/schema/payments";

import type { PoolSnapshot, ReportSnapshot } from "./rules.report-head";
import type { IssuedRange, Span } from "./rules.report-rows";
import type { OrderTotals } from "./rules.report-totals";

type Count = string | number;

/** The highest number of each pool that has any. */
async function readHighest(tx: Database, drawId: string): Promise<Map<string, number>> {
  const rows = await queryRows<{ pool_id: string; highest: number }>(
    tx,
    sql`select pool_id, max(last_number) as highest from number_ranges where draw_id = ${drawId} group by pool_id`,
  );
  return new Map(rows.map((row) => [row.pool_id, row.highest]));
}

/** Void numbers by pool; ranges that follow each other are one span. */
async function readVoidSpans(tx: Database, drawId: string): Promise<Map<string, Span[]>> {
  const rows = await queryRows<{ pool_id: string; first: number; last: number }>(
    tx,
    sql`with stepped as (
      select pool_id, first_number, last_number,
        first_number - lag(last_number) over (partition by pool_id order by first_number) as step
      from number_ranges where draw_id = ${drawId} and voided_at is not null
    ), spanned as (
      select pool_id, first_number, last_number,
        count(*) filter (where step is distinct from 1) over (partition by pool_id order by first_number) as span
      from stepped
    )
    select pool_id, min(first_number) as first, max(last_number) as last
    from spanned group by pool_id, span order by pool_id, first`,
  );
  const spans = new Map<string, Span[]>();
  for (const { pool_id, first, last } of rows) {
    const known = spans.get(pool_id) ?? [];
    known.push({ first, last });
    spans.set(pool_id, known);
  }
  return spans;
}

/** Attempts of orders whose outcome nobody knows, by pool; under null, all of them. */
async function readOpenAttempts(tx: Database, drawId: string): Promise<Map<string | null, number>> {
  const rows = await queryRows<{ pool_id: string | null; attempts: Count }>(
    tx,
    sql`with waiting as (
      select order_id, gateway_order_number from payment_attempts
      where draw_id = ${drawId} and state in ('sent', 'unknown') and order_id is not null
    )
    select null as pool_id, count(*) as attempts from waiting
    union all
    select l.pool_id, count(distinct w.gateway_order_number) from waiting w
    join order_lines l on l.draw_id = ${drawId} and l.order_id = w.order_id group by l.pool_id`,
  );
  return new Map(rows.map((row) => [row.pool_id, Number(row.attempts)]));
}

/** Refunds of orders whose outcome nobody knows, by pool of their lines; under null, all of them, surplus money too. */
async function readOpenRefunds(tx: Database, drawId: string): Promise<Map<string | null, number>> {
  const rows = await queryRows<{ pool_id: string | null; refunds: Count }>(
    tx,
    sql`with waiting as (
      select order_id, refund_number, line_numbers from refunds
      where draw_id = ${drawId} and state in ('pending', 'sent', 'unknown') and order_id is not null
    )
    select null as pool_id, count(*) as refunds from waiting
    union all
    select l.pool_id, count(distinct w.refund_number) from waiting w
    join order_lines l on l.draw_id = ${drawId} and l.order_id = w.order_id and l.line_number = any(w.line_numbers)
    group by l.pool_id`,
  );
  return new Map(rows.map((row) => [row.pool_id, Number(row.refunds)]));
}

/** Orders with numbers whose amount is not the sum of their lines; the first hundred, in cents. */
async function readUnlikeLines(tx: Database, drawId: string): Promise<OrderTotals["unlikeLines"]> {
  const rows = await queryRows<{ order_code: string; expected: Count; found: Count }>(
    tx,
    sql`select o.order_code, o.amount_cents as expected, coalesce(sum(l.amount_cents), 0) as found
      from orders o left join order_lines l on l.draw_id = o.draw_id and l.order_id = o.order_id
      where o.draw_id = ${drawId} and o.finalized_at is not null
      group by o.order_code, o.amount_cents having o.amount_cents <> coalesce(sum(l.amount_cents), 0)
      order by o.order_code limit 100`,
  );
  return rows.map(({ order_code: orderCode, expected, found }) => ({
    orderCode,
    expected: Number(expected),
    found: Number(found),
  }));
}

/** What the orders that were given numbers come to, refunded ones too; cents. */
async function readOrderTotals(tx: Database, drawId: string): Promise<OrderTotals> {
  const rows = await queryRows<{ orders: Count; cents: Count }>(
    tx,
    sql`select count(*) as orders, coalesce(sum(amount_cents), 0) as cents from orders
      where draw_id = ${drawId} and finalized_at is not null`,
  );
  const unlikeLines = await readUnlikeLines(tx, drawId);
  return { orders: Number(rows[0]?.orders), amountCents: Number(rows[0]?.cents), unlikeLines };
}

/**
 * Reads what a report says of a draw before its numbers; null when there is no such draw. `tx` must be one snapshot: a
 * transaction that reads repeatably.
 */
export async function readReportSnapshot(tx: Database, drawId: string): Promise<ReportSnapshot | null> {
  // One statement after the other: they share one connection.
  const [row] = await tx.select().from(draws).where(eq(draws.drawId, drawId));
  if (!row) return null;
  const counters = await tx.select().from(pools).where(eq(pools.drawId, drawId));
  const highest = await readHighest(tx, drawId);
  const voidSpans = await readVoidSpans(tx, drawId);
  const openAttempts = await readOpenAttempts(tx, drawId);
  const openRefunds = await readOpenRefunds(tx, drawId);
  const poolIds = new Set([...counters.map((pool) => pool.poolId), ...highest.keys()]);
  const toPool = (poolId: string): PoolSnapshot => ({
    poolId,
    counters: counters.find((pool) => pool.poolId === poolId) ?? null,
    highest: highest.get(poolId) ?? 0,
    voidSpans: voidSpans.get(poolId) ?? [],
    openAttempts: openAttempts.get(poolId) ?? 0,
    openRefunds: openRefunds.get(poolId) ?? 0,
  });
  return {
    draw: row.definition,
    closedAt: row.closedAt,
    pools: [...poolIds].map(toPool),
    openAttempts: openAttempts.get(null) ?? 0,
    openRefunds: openRefunds.get(null) ?? 0,
    orders: await readOrderTotals(tx, drawId),
  };
}

/** Reads the next ranges of a pool with their sales: those that begin above `after` and end at `highest` or below. */
export async function readIssuedRanges(
  db: Database,
  page: { drawId: string; poolId: string; after: number; highest: number; limit: number },
): Promise<IssuedRange[]> {
  const { drawId, orderId } = numberRanges;
  const ofOrder = and(eq(orders.drawId, drawId), eq(orders.orderId, orderId));
  const ofLine = and(
    eq(orderLines.drawId, drawId),
    eq(orderLines.orderId, orderId),
    eq(orderLines.lineNumber, numberRanges.lineNumber),
    eq(orderLines.poolId, numberRanges.poolId),
  );
  const ofPayment = and(
    eq(paymentAttempts.drawId, drawId),
    eq(paymentAttempts.orderId, orderId),
    eq(paymentAttempts.state, "approved"),
  );
  return db
    .select({
      first: numberRanges.firstNumber,
      last: numberRanges.lastNumber,
      lineNumber: numberRanges.lineNumber,
      voidedAt: numberRanges.voidedAt,
      orderCode: orders.orderCode,
      orderStatus: orders.status,
      finalizedAt: orders.finalizedAt,
      orderCents: orders.amountCents,
      deviceId: orders.deviceId,
      paidAt: paymentAttempts.sentAt,
      attemptMethod: paymentAttempts.method,
      paidCents: paymentAttempts.amountCents,
      packageId: orderLines.packageId,
      bundleId: orderLines.bundleId,
      lineTickets: orderLines.tickets,
      amountCents: orderLines.amountCents,
    })
    .from(numberRanges)
    .innerJoin(orders, ofOrder)
    .leftJoin(orderLines, ofLine)
    .leftJoin(paymentAttempts, ofPayment)
    .where(
      and(
        eq(drawId, page.drawId),
        eq(numberRanges.poolId, page.poolId),
        gt(numberRanges.firstNumber, page.after),
        lte(numberRanges.lastNumber, page.highest),
      ),
    )
    .orderBy(asc(numberRanges.firstNumber))
    .limit(page.limit);
}
