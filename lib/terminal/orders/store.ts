import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";

import type { CursorPosition } from "@/lib/orders/rules.cursor";
import type { OrderSearch } from "@/lib/orders/rules.search";
import type { ListedOrder } from "@/lib/orders/store.list";
import { afterCursorCondition, latestFirst, readListedOrders, selectListedOrders } from "@/lib/orders/store.list";
import { nameWords } from "@/lib/orders/tables";
import type { Database } from "@/lib/platform/db/database";
import { limitClause } from "@/lib/platform/db/database";
import type { DrawSpan } from "@/lib/terminal/summary/store";

/** If `deviceId` is null, orders of all devices and the web are listed. */
export type ListedPage = { drawId: string; deviceId: string | null; after: CursorPosition; limit: number };

export function listRecent(db: Database, page: ListedPage): Promise<ListedOrder[]> {
  return readListedOrders(db, recentOrders(page));
}

export function recentOrders(page: ListedPage): SQL {
  const { drawId, deviceId, limit } = page;
  return selectListedOrders(sql`select o.* from orders o
    where o.draw_id = ${drawId} ${placedAt(deviceId)} and ${visibleCursorCondition(page)}
    ${latestFirst} ${limitClause(limit)}`);
}

export function listUnfinalized(db: Database, page: ListedPage, now: Date): Promise<ListedOrder[]> {
  return readListedOrders(db, unfinalizedOrders(page, now));
}

export function unfinalizedOrders(page: ListedPage, now: Date): SQL {
  const { drawId, deviceId, limit } = page;
  return selectListedOrders(sql`select o.* from orders o
    where o.draw_id = ${drawId} ${placedAt(deviceId)}
      and o.status in ('reserved', 'paying', 'unknown') and ${visibleCursorCondition(page)}
      and (o.status <> 'reserved' or o.expires_at > ${now.toISOString()}::timestamptz)
    ${latestFirst} ${limitClause(limit)}`);
}

/** One lateral query per span, as in summary/store.ts. An order with several attempts appears once. */
export function listSold(db: Database, deviceId: string, spans: DrawSpan[], limit: number): Promise<ListedOrder[]> {
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
        order by p.sent_at desc ${limitClause(limit)}
      ) a
      group by a.draw_id, a.order_id order by max(a.sent_at) desc ${limitClause(limit)}
    ) sold join orders o on o.draw_id = sold.draw_id and o.order_id = sold.order_id`;
  return readListedOrders(db, selectListedOrders(orders));
}

/** Searches by email if the text is one, otherwise by code, phone, ticket number and name, until one has a match. */
export async function searchOrders(db: Database, page: ListedPage, search: OrderSearch): Promise<ListedOrder[]> {
  const { email, codes, phones, ticket, name } = search;
  if (email !== null) return readListedOrders(db, ordersByEmail(page, email));
  const statements = [
    codes.length > 0 ? ordersByCode(page, codes) : null,
    phones.length > 0 ? ordersByPhone(page, phones) : null,
    ticket === null ? null : ordersByTicket(page, ticket),
    name === null ? null : ordersByName(page, name),
  ];
  for (const statement of statements) {
    const orders = statement ? await readListedOrders(db, statement) : [];
    if (orders.length > 0) return orders;
  }
  return [];
}

export function ordersByCode(page: ListedPage, codes: string[]): SQL {
  return ordersWhere(page, sql`o.order_code = ${anyOfTwo(codes)}`);
}

export function ordersByEmail(page: ListedPage, email: string): SQL {
  return ordersWhere(page, sql`o.buyer is not null and lower(o.buyer ->> 'email') = ${email}`);
}

export function ordersByPhone(page: ListedPage, phones: string[]): SQL {
  return ordersWhere(page, sql`(o.buyer ->> 'phone') is not null and (o.buyer ->> 'phone') = ${anyOfTwo(phones)}`);
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

/** Materialized, because a plan that walks the draw to find few matches would read all of it. */
function ordersWhere(page: ListedPage, condition: SQL): SQL {
  const { drawId, deviceId, limit } = page;
  return selectListedOrders(sql`select o.* from (
      with found as materialized (select * from orders o where o.draw_id = ${drawId} and ${condition})
      select * from found
    ) o where ${visibleCursorCondition(page)} ${placedAt(deviceId)} ${latestFirst} ${limitClause(limit)}`);
}

/** An array of two constants tells the planner that there are few values. */
function anyOfTwo([first = "", second = first]: string[]): SQL {
  return sql`any(array[${first}::text, ${second}::text])`;
}

const words = nameWords(sql`o.buyer`);

/**
 * One word matches a first or last name, several match both. Reads at most one page per tablet, so that frequent names
 * cost no more.
 */
export function ordersByName(page: ListedPage, name: string): SQL {
  const { drawId, deviceId, limit } = page;
  const parts = name.split(" ");
  const both = `${parts[0]} ${parts.at(-1)}`;
  const sellers =
    deviceId === null
      ? sql`select device_id from devices where parent_id = (select parent_id from draws where draw_id = ${drawId})`
      : sql`select ${deviceId}::text as device_id`;
  const matches = (part: SQL, value: string) => sql`(select o.draw_id, o.order_id from orders o
    where o.draw_id = ${drawId} and o.device_id = s.device_id and o.buyer is not null and ${part} = ${value}::text
      and ${visibleCursorCondition(page)} ${latestFirst} ${limitClause(limit)})`;
  const hits =
    parts.length > 1
      ? matches(words.both, both)
      : sql`${matches(words.first, name)} union ${matches(words.last, name)}`;
  return selectListedOrders(sql`select o.* from (
      select hit.draw_id, hit.order_id from (${sellers}) s cross join lateral (${hits}) hit
    ) found join orders o on o.draw_id = found.draw_id and o.order_id = found.order_id
    ${latestFirst} ${limitClause(limit)}`);
}

/** The cursor may only name an order that the list itself could show. */
function visibleCursorCondition({ drawId, deviceId, after }: ListedPage): SQL {
  const isOfDevice = deviceId === null ? sql`true` : sql`c.device_id = ${deviceId}`;
  return afterCursorCondition(after, sql`c.draw_id = ${drawId} and ${isOfDevice}`);
}

/** Without a device there is no condition, so that the planner can choose the index. */
function placedAt(deviceId: string | null): SQL {
  return deviceId === null ? sql`` : sql`and o.device_id = ${deviceId}`;
}
