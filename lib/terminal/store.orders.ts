import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { OrderStatus } from "@/lib/orders/rules";
import type { AttemptState } from "@/lib/orders/rules.attempts";
import type { AttemptMethod } from "@/lib/orders/rules.methods";
import type { Buyer } from "@/lib/orders/schema";
import type { Database } from "@/lib/platform/db/database";
import { atMost, queryRows } from "@/lib/platform/db/database";

import type { CursorPosition } from "./rules.search";
import type { DrawSpan } from "./store.summary";

/** An order in a list with what is shown beside it. */
export type ListedOrder = {
  drawId: string;
  place: CursorPosition;
  orderCode: string;
  status: OrderStatus;
  amountCents: number;
  placedAt: Date;
  expiresAt: Date;
  finalizedAt: Date | null;
  buyer: Buyer | null;
  deviceId: string | null;
  device: string | null;
  operator: string | null;
  isTest: boolean;
  tickets: number;
  poolIds: string[];
  /** Means of the approved attempt, and what is known of the latest one; null without. */
  paidBy: AttemptMethod | null;
  lastState: AttemptState | null;
  deadlineAt: Date | null;
  /** Paid, and money of some of its lines went back. */
  isPartlyRefunded: boolean;
};

type Row = {
  draw_id: string;
  order_id: string;
  micros: string;
  order_code: string;
  status: OrderStatus;
  amount_cents: number;
  placed_at: string | Date;
  expires_at: string | Date;
  finalized_at: string | Date | null;
  buyer: Buyer | null;
  device_id: string | null;
  device: string | null;
  operator: string | null;
  is_test: boolean;
  tickets: string | number | null;
  pool_ids: string[] | null;
  paid_by: AttemptMethod | null;
  last_state: AttemptState | null;
  deadline_at: string | Date | null;
  is_partly_refunded: boolean | null;
};

/**
 * Which orders of a draw: those placed at `deviceId`, all where it is null; `after` where the page before ended, `most`
 * at the most.
 */
export type ListedPage = { drawId: string; deviceId: string | null; after: CursorPosition; most: number };

function toListed(row: Row): ListedOrder {
  return {
    drawId: row.draw_id,
    place: { micros: row.micros, orderId: row.order_id },
    orderCode: row.order_code,
    status: row.status,
    amountCents: row.amount_cents,
    placedAt: new Date(row.placed_at),
    expiresAt: new Date(row.expires_at),
    finalizedAt: row.finalized_at === null ? null : new Date(row.finalized_at),
    buyer: row.buyer,
    deviceId: row.device_id,
    device: row.device,
    operator: row.operator,
    isTest: row.is_test,
    tickets: Number(row.tickets ?? 0),
    poolIds: row.pool_ids ?? [],
    paidBy: row.paid_by,
    lastState: row.last_state,
    deadlineAt: row.deadline_at === null ? null : new Date(row.deadline_at),
    isPartlyRefunded: row.is_partly_refunded === true,
  };
}

/** What comes after the place where the page before ended. */
export function comesAfter({ micros, orderId }: CursorPosition): SQL {
  return sql`(o.placed_at, o.order_id) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${orderId}::text)`;
}

/** Left out where all are meant, so that a plan knows which index it is. */
export function placedAt(deviceId: string | null): SQL {
  return deviceId === null ? sql`` : sql`and o.device_id = ${deviceId}`;
}

/** The order of every list. */
export const latestFirst = sql`order by o.placed_at desc, o.order_id desc`;

/**
 * A page, found only by an index, and then what belongs to its orders: however many there are, a page costs the same.
 */
export function listPage(page: SQL): SQL {
  return sql`with page as materialized (${page})
    select o.draw_id, o.order_id, (extract(epoch from o.placed_at) * 1000000)::bigint::text as micros, o.order_code,
      o.status, o.amount_cents, o.placed_at, o.expires_at, o.finalized_at, o.buyer, o.device_id, o.operator, o.is_test,
      coalesce(d.name, d.label) as device, l.tickets, l.pool_ids, paid.method as paid_by,
      tried.state as last_state, tried.deadline_at, given.is_partly_refunded
    from page o
    left join devices d on d.device_id = o.device_id
    left join lateral (
      select sum(tickets) as tickets, array_agg(distinct pool_id) as pool_ids from order_lines
      where draw_id = o.draw_id and order_id = o.order_id) l on true
    left join lateral (
      select method from payment_attempts
      where draw_id = o.draw_id and order_id = o.order_id and state = 'approved' limit 1) paid on true
    left join lateral (
      select state, deadline_at from payment_attempts
      where draw_id = o.draw_id and order_id = o.order_id order by attempt_number desc limit 1) tried on true
    left join lateral (
      select true as is_partly_refunded from refunds
      where o.status = 'finalized' and draw_id = o.draw_id and order_id = o.order_id and state = 'done'
        and line_numbers <> '{}' limit 1) given on true
    ${latestFirst}`;
}

/** The statement behind `listRecent`. */
export function recentOrders({ drawId, deviceId, after, most }: ListedPage): SQL {
  return listPage(sql`select o.* from orders o
    where o.draw_id = ${drawId} ${placedAt(deviceId)} and ${comesAfter(after)} ${latestFirst} ${atMost(most)}`);
}

/** The statement behind `listUnfinalized`. */
export function unfinalizedOrders({ drawId, deviceId, after, most }: ListedPage, now: Date): SQL {
  return listPage(sql`select o.* from orders o
    where o.draw_id = ${drawId} ${placedAt(deviceId)}
      and o.status in ('reserved', 'paying', 'unknown') and ${comesAfter(after)}
      and (o.status <> 'reserved' or o.expires_at > ${now.toISOString()}::timestamptz)
    ${latestFirst} ${atMost(most)}`);
}

/**
 * The statement behind `listSold`: span by span as sums are (store.summary.ts), the latest of each, and of those the
 * latest. An order that was tried with several cards counts once.
 */
export function soldOrders(deviceId: string, spans: DrawSpan[], most: number): SQL {
  const [drawIds, begins, ends] = [
    spans.map(({ drawId }) => drawId),
    spans.map(({ from }) => from.toISOString()),
    spans.map(({ to }) => to.toISOString()),
  ].map((values) => sql.param(values));
  return listPage(sql`select o.* from (
      select a.draw_id, a.order_id, max(a.sent_at) as sent_at
      from unnest(${drawIds}::text[], ${begins}::timestamptz[], ${ends}::timestamptz[]) as s (draw_id, begins, ends)
      cross join lateral (
        select p.draw_id, p.order_id, p.sent_at from payment_attempts p
        where p.draw_id = s.draw_id and p.device_id = ${deviceId} and p.sent_at >= s.begins and p.sent_at < s.ends
          and p.state = 'approved'
        order by p.sent_at desc ${atMost(most)}
      ) a
      group by a.draw_id, a.order_id order by max(a.sent_at) desc ${atMost(most)}
    ) sold join orders o on o.draw_id = sold.draw_id and o.order_id = sold.order_id`);
}

/** Runs one of these statements. */
export async function readListed(db: Database, statement: SQL): Promise<ListedOrder[]> {
  return (await queryRows<Row>(db, statement)).map(toListed);
}

/** Lists the orders of a draw, the latest first. */
export function listRecent(db: Database, page: ListedPage): Promise<ListedOrder[]> {
  return readListed(db, recentOrders(page));
}

/** Lists the orders that a device was paid for within the span of each draw, the latest first, `most` at the most. */
export function listSold(db: Database, deviceId: string, spans: DrawSpan[], most: number): Promise<ListedOrder[]> {
  return readListed(db, soldOrders(deviceId, spans, most));
}

/** Lists the orders of a draw that hold tickets at `now` and are not paid, the latest first. */
export function listUnfinalized(db: Database, page: ListedPage, now: Date): Promise<ListedOrder[]> {
  return readListed(db, unfinalizedOrders(page, now));
}
