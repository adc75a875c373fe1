import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";

import type { OrderStatus } from "@/lib/orders/rules";
import type { AttemptMethod, AttemptState } from "@/lib/orders/rules.payment";
import type { Buyer } from "@/lib/orders/schema";
import { nameWords } from "@/lib/orders/tables";
import type { Database } from "@/lib/platform/db/database";
import { atMost, queryRows } from "@/lib/platform/db/database";
import type { DrawSpan } from "@/lib/terminal/summary/store";

import type { OrderSearch } from "./rules.search";
import type { CursorPosition } from "./schema";

export type ListedOrder = CursorPosition & {
  drawId: string;
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
  paidBy: AttemptMethod | null;
  lastState: AttemptState | null;
  deadlineAt: Date | null;
  isPartlyRefunded: boolean;
};

/** `deviceId`: null for orders of all devices and the web. */
export type ListedPage = { drawId: string; deviceId: string | null; after: CursorPosition; most: number };

export function listRecent(db: Database, page: ListedPage): Promise<ListedOrder[]> {
  return readOrders(db, recentOrders(page));
}

export function recentOrders({ drawId, deviceId, after, most }: ListedPage): SQL {
  return listPage(sql`select o.* from orders o
    where o.draw_id = ${drawId} ${placedAt(deviceId)} and ${comesAfter(after)} ${latestFirst} ${atMost(most)}`);
}

export function listUnfinalized(db: Database, page: ListedPage, now: Date): Promise<ListedOrder[]> {
  return readOrders(db, unfinalizedOrders(page, now));
}

export function unfinalizedOrders({ drawId, deviceId, after, most }: ListedPage, now: Date): SQL {
  return listPage(sql`select o.* from orders o
    where o.draw_id = ${drawId} ${placedAt(deviceId)}
      and o.status in ('reserved', 'paying', 'unknown') and ${comesAfter(after)}
      and (o.status <> 'reserved' or o.expires_at > ${now.toISOString()}::timestamptz)
    ${latestFirst} ${atMost(most)}`);
}

/** One lateral query per span, as in summary/store.ts. An order with several attempts appears once. */
export function listSold(db: Database, deviceId: string, spans: DrawSpan[], most: number): Promise<ListedOrder[]> {
  const [drawIds, begins, ends] = [
    spans.map(({ drawId }) => drawId),
    spans.map(({ from }) => from.toISOString()),
    spans.map(({ to }) => to.toISOString()),
  ].map((values) => sql.param(values));
  const orders = sql`select o.* from (
      select a.draw_id, a.order_id, max(a.sent_at) as sent_at
      from unnest(${drawIds}::text[], ${begins}::timestamptz[], ${ends}::timestamptz[]) as s (draw_id, begins, ends)
      cross join lateral (
        select p.draw_id, p.order_id, p.sent_at from payment_attempts p
        where p.draw_id = s.draw_id and p.device_id = ${deviceId} and p.sent_at >= s.begins and p.sent_at < s.ends
          and p.state = 'approved'
        order by p.sent_at desc ${atMost(most)}
      ) a
      group by a.draw_id, a.order_id order by max(a.sent_at) desc ${atMost(most)}
    ) sold join orders o on o.draw_id = sold.draw_id and o.order_id = sold.order_id`;
  return readOrders(db, listPage(orders));
}

/** By email; else by the first of code, phone, ticket number and name with a match. */
export async function searchOrders(db: Database, page: ListedPage, search: OrderSearch): Promise<ListedOrder[]> {
  const { email, codes, phones, ticket, name } = search;
  if (email !== null) return readOrders(db, ordersByEmail(page, email));
  const statements = [
    codes.length > 0 ? ordersByCode(page, codes) : null,
    phones.length > 0 ? ordersByPhone(page, phones) : null,
    ticket === null ? null : ordersByTicket(page, ticket),
    name === null ? null : ordersByName(page, name),
  ];
  for (const statement of statements) {
    const orders = statement ? await readOrders(db, statement) : [];
    if (orders.length > 0) return orders;
  }
  return [];
}

export function ordersByCode(page: ListedPage, codes: string[]): SQL {
  return ordersWhere(page, sql`o.order_code = ${oneOf(codes)}`);
}

export function ordersByEmail(page: ListedPage, email: string): SQL {
  return ordersWhere(page, sql`o.buyer is not null and lower(o.buyer ->> 'email') = ${email}`);
}

export function ordersByPhone(page: ListedPage, phones: string[]): SQL {
  return ordersWhere(page, sql`(o.buyer ->> 'phone') is not null and (o.buyer ->> 'phone') = ${oneOf(phones)}`);
}

export function ordersByTicket(page: ListedPage, ticketNumber: number): SQL {
  return ordersWhere(
    page,
    sql`o.order_id in (
      select r.order_id from pools p cross join lateral (
        select order_id, last_number from number_ranges
        where draw_id = p.draw_id and pool_id = p.pool_id and first_number <= ${ticketNumber}
        order by first_number desc limit 1) r
      where p.draw_id = ${page.drawId} and r.last_number >= ${ticketNumber})`,
  );
}

/** Materialized: a plan that walks the draw in order to find few matches would read all of it. */
function ordersWhere({ drawId, deviceId, after, most }: ListedPage, condition: SQL): SQL {
  return listPage(sql`select o.* from (
      with found as materialized (select * from orders o where o.draw_id = ${drawId} and ${condition})
      select * from found
    ) o where ${comesAfter(after)} ${placedAt(deviceId)} ${latestFirst} ${atMost(most)}`);
}

/** An array of two constants tells the planner that there are few values. */
function oneOf([first = "", second = first]: string[]): SQL {
  return sql`any(array[${first}::text, ${second}::text])`;
}

const words = nameWords(sql`o.buyer`);

/**
 * One word matches a first or last name, several both. Each tablet gives at most a page: frequent names cost no more.
 */
export function ordersByName({ drawId, deviceId, after, most }: ListedPage, name: string): SQL {
  const parts = name.split(" ");
  const both = `${parts[0]} ${parts.at(-1)}`;
  const sellers =
    deviceId === null
      ? sql`select device_id from devices where parent_id = (select parent_id from draws where draw_id = ${drawId})`
      : sql`select ${deviceId}::text as device_id`;
  const matches = (part: SQL, value: string) => sql`(select o.draw_id, o.order_id from orders o
    where o.draw_id = ${drawId} and o.device_id = s.device_id and o.buyer is not null and ${part} = ${value}::text
      and ${comesAfter(after)} ${latestFirst} ${atMost(most)})`;
  const hits =
    parts.length > 1
      ? matches(words.both, both)
      : sql`${matches(words.first, name)} union ${matches(words.last, name)}`;
  return listPage(sql`select o.* from (
      select hit.draw_id, hit.order_id from (${sellers}) s cross join lateral (${hits}) hit
    ) found join orders o on o.draw_id = found.draw_id and o.order_id = found.order_id
    ${latestFirst} ${atMost(most)}`);
}

function comesAfter({ micros, orderId }: CursorPosition): SQL {
  return sql`(o.placed_at, o.order_id) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${orderId}::text)`;
}

/** No condition without a device, so that the planner can choose the index. */
function placedAt(deviceId: string | null): SQL {
  return deviceId === null ? sql`` : sql`and o.device_id = ${deviceId}`;
}

const latestFirst = sql`order by o.placed_at desc, o.order_id desc`;

/** Finds the page by an index, then reads the rest for its rows: the cost does not grow with the orders. */
function listPage(page: SQL): SQL {
  return sql`with page as materialized (${page})
    select o.draw_id as "drawId", o.order_id as "orderId",
      (extract(epoch from o.placed_at) * 1000000)::bigint::text as micros, o.order_code as "orderCode", o.status,
      o.amount_cents as "amountCents", o.placed_at as "placedAt", o.expires_at as "expiresAt",
      o.finalized_at as "finalizedAt", o.buyer, o.device_id as "deviceId", coalesce(d.name, d.label) as device,
      o.operator, o.is_test as "isTest", coalesce(l.tickets, 0)::int as tickets,
      coalesce(l.pool_ids, '{}') as "poolIds", paid.method as "paidBy", tried.state as "lastState",
      tried.deadline_at as "deadlineAt", coalesce(given.is_partly_refunded, false) as "isPartlyRefunded"
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

/** Drivers return timestamps as strings or dates. */
type InstantColumns = Record<"placedAt" | "expiresAt", string | Date> &
  Record<"finalizedAt" | "deadlineAt", string | Date | null>;

async function readOrders(db: Database, statement: SQL): Promise<ListedOrder[]> {
  const rows = await queryRows<Omit<ListedOrder, keyof InstantColumns> & InstantColumns>(db, statement);
  return rows.map((row) => ({
    ...row,
    placedAt: new Date(row.placedAt),
    expiresAt: new Date(row.expiresAt),
    finalizedAt: row.finalizedAt === null ? null : new Date(row.finalizedAt),
    deadlineAt: row.deadlineAt === null ? null : new Date(row.deadlineAt),
  }));
}
