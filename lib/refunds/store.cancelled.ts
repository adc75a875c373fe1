import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";

export type CancelledDraw = { drawId: string; proposal: number; cancelledAt: Date; refundedTo: Date | null };

const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`;

export async function listCancelledDraws(db: Database, now: Date): Promise<CancelledDraw[]> {
  const rows = await queryRows<{
    drawId: string;
    proposal: number;
    decidedAt: string | Date;
    refundedTo: string | Date | null;
  }>(
    db,
    sql`select draw_id as "drawId", proposal, decided_at as "decidedAt", refunded_to as "refundedTo"
      from draw_cancellations where refund_at is not null and refund_at <= ${instant(now)} order by refund_at`,
  );
  return rows.map(({ drawId, proposal, decidedAt, refundedTo }) => ({
    ...{ drawId, proposal },
    cancelledAt: new Date(decidedAt),
    refundedTo: refundedTo === null ? null : new Date(refundedTo),
  }));
}

/** Refunds of the draw that a job may send now. Those that wait for another try don't count. */
export async function countDueRefunds(db: Database, drawId: string, now: Date): Promise<number> {
  const [row] = await queryRows<{ due: number }>(
    db,
    sql`select count(*)::int as due from refunds
      where state in ('pending', 'sent', 'unknown') and state = 'pending' and ask_at <= ${instant(now)}
        and draw_id = ${drawId}`,
  );
  return row?.due ?? 0;
}

/** SQL condition that no refund of order `o` is open, and none was requested because its draw was cancelled. */
const unrefundedCondition = sql`exists (
    select from payment_attempts a
    where a.draw_id = o.draw_id and a.order_id = o.order_id and a.state = 'approved' and a.method <> 'cash')
  and not exists (
    select from refunds r
    where r.draw_id = o.draw_id and r.order_id = o.order_id
      and (r.cause = 'cancelled' or r.state = any('{pending,sent,unknown}')))`;

/** Lists paid card orders, the oldest first. */
export async function listUnrefundedOrders(
  db: Database,
  drawId: string,
  { refundedTo, limit }: { refundedTo: Date | null; limit: number },
): Promise<{ orderId: string; finalizedAt: Date }[]> {
  const after = refundedTo ? sql`and o.finalized_at >= ${instant(refundedTo)}` : sql``;
  const rows = await queryRows<{ orderId: string; finalizedAt: string | Date }>(
    db,
    sql`select o.order_id as "orderId", o.finalized_at as "finalizedAt" from orders o
      where o.draw_id = ${drawId} and o.status = 'finalized' ${after} and ${unrefundedCondition}
      order by o.finalized_at ${limitClause(limit)}`,
  );
  return rows.map(({ orderId, finalizedAt }) => ({ orderId, finalizedAt: new Date(finalizedAt) }));
}

const ofDraw = ({ drawId, proposal }: CancelledDraw) => sql`draw_id = ${drawId} and proposal = ${proposal}`;

export async function saveSearch(
  db: Database,
  draw: CancelledDraw,
  { refundedTo, refundAt }: { refundedTo: Date | null; refundAt: Date },
): Promise<void> {
  await queryRows(
    db,
    sql`update draw_cancellations set refund_at = ${instant(refundAt)},
      refunded_to = ${refundedTo === null ? null : refundedTo.toISOString()}::timestamptz where ${ofDraw(draw)}`,
  );
}

/** In one statement, so that a payment is either still open or already found as a paid order. */
export async function endSearch(db: Database, draw: CancelledDraw, refundAt: Date): Promise<void> {
  const open = sql`any('{sent,unknown}')`;
  const isLeft: SQL = sql`exists (select from orders o
      where o.draw_id = ${draw.drawId} and o.status = 'finalized' and ${unrefundedCondition})
    or exists (select from payment_attempts a where a.draw_id = ${draw.drawId} and a.state in ('sent', 'unknown', 'missing')
      and a.state = ${open})
    or exists (select from refunds r
      where r.draw_id = ${draw.drawId} and r.state in ('pending', 'sent', 'unknown') and r.cause <> 'cancelled')`;
  await queryRows(
    db,
    sql`update draw_cancellations set refunded_to = null, refund_at = case when ${isLeft} then ${instant(refundAt)} end
      where ${ofDraw(draw)}`,
  );
}

export type MoneyKind = "returned" | "waiting" | "refused" | "cash" | "cashReturned";

/** In cents. `returned` counts what was refunded since `since`, the rest is what valid numbers cost now. */
export async function sumCancelledMoney(
  db: Database,
  drawId: string,
  since: Date | null,
): Promise<{ kind: MoneyKind; orders: number; cents: number }[]> {
  const rows = await queryRows<{ kind: MoneyKind; orders: string; cents: string }>(
    db,
    sql`select case when left_over.method = 'cash' then 'cash' when left_over.is_refused then 'refused' else 'waiting' end
        as kind, count(*) as orders, sum(left_over.cents) as cents
      from (
        select a.method, coalesce((
            select r.state = 'refused' from refunds r
            where r.draw_id = o.draw_id and r.order_id = o.order_id order by r.refund_number desc limit 1), false)
            as is_refused,
          (select coalesce(sum(l.amount_cents), 0) from number_ranges n
            join order_lines l on l.draw_id = n.draw_id and l.order_id = n.order_id and l.line_number = n.line_number
            where n.draw_id = o.draw_id and n.order_id = o.order_id and n.voided_at is null) as cents
        from orders o cross join lateral (
          select p.method from payment_attempts p
          where p.draw_id = o.draw_id and p.order_id = o.order_id and p.state = 'approved' limit 1
        ) a
        where o.draw_id = ${drawId} and o.status = 'finalized'
      ) left_over group by 1
      union all
      select case f.method when 'cash' then 'cashReturned' else 'returned' end, count(distinct f.order_id),
        sum(f.amount_cents)
      from refunds f
      where f.draw_id = ${drawId} and f.state = 'done' and cardinality(f.line_numbers) > 0
        and f.requested_at >= ${since === null ? null : since.toISOString()}::timestamptz
      group by 1`,
  );
  return rows.map(({ kind, orders, cents }) => ({ kind, orders: Number(orders), cents: Number(cents) }));
}

export async function countCancelledMails(db: Database, drawId: string): Promise<{ sent: number; all: number }> {
  const [row] = await queryRows<{ sent: number; all: number }>(
    db,
    sql`select count(*) filter (where state = 'sent')::int as sent, count(*)::int as all from outbox
      where draw_id = ${drawId} and kind = 'cancelled'`,
  );
  return row ?? { sent: 0, all: 0 };
}
