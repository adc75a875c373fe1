import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { isReached } from "@/lib/draws/store.reach";
import type { CursorPosition } from "@/lib/orders/rules.cursor";
import { listStart } from "@/lib/orders/rules.cursor";
import type { SearchedDraws } from "@/lib/orders/store";
import { comesAfter, latestFirst, listPage } from "@/lib/orders/store.list";
import { atMost } from "@/lib/platform/db/database";
import type { OrderState } from "./rules";

export type OrderStatement = SQL;

/** Each draw gives a page at most: frequent matches cost no more. `orders` is a query of orders `o` of the draw `d`. */
function ofDraws({ drawId, reach }: SearchedDraws, orders: SQL, most: number): SQL {
  return listPage(sql`select o.* from draws d cross join lateral (${orders}) o
    where (${drawId}::text is null or d.draw_id = ${drawId}::text) and ${isReached(reach)}
    ${latestFirst} ${atMost(most)}`);
}

/** Materialized: a plan that walks the draw in order to find few matches would read all of it. */
function ordersWhere(where: SearchedDraws, condition: SQL, most: number): SQL {
  const found = sql`with found as materialized (select * from orders o where o.draw_id = d.draw_id and ${condition})
    select o.* from found o ${latestFirst} ${atMost(most)}`;
  return ofDraws(where, found, most);
}

export function ordersByEmail(where: SearchedDraws, email: string, most: number): SQL {
  return ordersWhere(where, sql`o.buyer is not null and lower(o.buyer ->> 'email') = ${email}`, most);
}

export function ordersByPhone(where: SearchedDraws, phones: readonly string[], most: number): SQL {
  const isOne = sql`(o.buyer ->> 'phone') = any(${sql.param(phones)}::text[])`;
  return ordersWhere(where, sql`(o.buyer ->> 'phone') is not null and ${isOne}`, most);
}

/** `bare`: without the draw's prefix, which is added; null if it can't be one. */
export function ordersByCode(where: SearchedDraws, { whole, bare }: CodeWords, most: number): SQL {
  const prefix = sql`coalesce(d.definition -> 'additionalOptions' ->> 'uniqueOrderPrefix', '')`;
  const codes = bare === null ? sql`${whole}::text` : sql`${whole}::text, ${prefix} || ${bare}::text`;
  return ordersWhere(where, sql`o.order_code = any(array[${codes}])`, most);
}

export type CodeWords = { whole: string; bare: string | null };

export function ordersByKeys(keys: readonly { instanceId: string; orderId: string }[]): SQL {
  const [draws, ids] = [keys.map((key) => key.instanceId), keys.map((key) => key.orderId)];
  return listPage(sql`select o.* from unnest(${sql.param(draws)}::text[], ${sql.param(ids)}::text[]) as k (draw_id, id)
    join orders o on o.draw_id = k.draw_id and o.order_id = k.id`);
}

export function ordersByTicket(where: SearchedDraws, ticketNumber: number, most: number): SQL {
  return ordersWhere(
    where,
    sql`o.order_id in (
      select r.order_id from pools p cross join lateral (
        select order_id, last_number from number_ranges
        where draw_id = p.draw_id and pool_id = p.pool_id and first_number <= ${ticketNumber}
        order by first_number desc limit 1) r
      where p.draw_id = d.draw_id and r.last_number >= ${ticketNumber})`,
    most,
  );
}

/** After every word that begins with it. */
const last = "\u{10FFFF}";

const isWordOf = (begin: string) => sql`w.word ~>=~ ${begin}::text and w.word ~<~ ${`${begin}${last}`}::text`;

/** Orders with a word for each beginning, in the order of the longest one's words. */
export function ordersByName(where: SearchedDraws, beginnings: readonly string[], most: number): SQL {
  const [longest = "", ...others] = beginnings.toSorted((left, right) => right.length - left.length);
  const hasAll = others.map(
    (begin) => sql`and exists (
      select from order_words w where w.draw_id = n.draw_id and w.order_id = n.order_id and ${isWordOf(begin)})`,
  );
  const found = sql`select o.* from (
      select w.draw_id, w.order_id from order_words w where w.draw_id = d.draw_id and ${isWordOf(longest)}
      order by w.word using ~<~, w.order_id
    ) n join orders o on o.draw_id = n.draw_id and o.order_id = n.order_id
    where true ${sql.join(hasAll, sql` `)} ${atMost(most)}`;
  return ofDraws(where, found, most);
}

/** Paid orders alone have the word of their card. */
export function ordersByWord(where: SearchedDraws, word: string, span: { from: Date; to: Date }, most: number): SQL {
  const isPlaced = placedWithin(span);
  return ordersWhere(
    where,
    sql`o.order_id in (select w.order_id from order_words w where w.draw_id = d.draw_id and w.word = ${word}::text)
      and ${isPlaced}`,
    most,
  );
}

export type OrderFilter = SearchedDraws & { state: OrderState; from: Date | null; to: Date | null };

/** Written into the text, as the indexes of some states are partial. */
const hasState: Readonly<Record<OrderState, SQL>> = {
  all: sql`true`,
  open: sql`o.status in ('reserved', 'paying', 'unknown')`,
  paid: sql`o.status = 'finalized'`,
  refunded: sql`o.status in ('expired', 'cancelled', 'refunded') and o.status = 'refunded'`,
  cancelled: sql`o.status in ('expired', 'cancelled', 'refunded') and o.status = 'cancelled'`,
  expired: sql`o.status in ('expired', 'cancelled', 'refunded') and o.status = 'expired'`,
};

function placedWithin({ from, to }: { from: Date | null; to: Date | null }): SQL {
  const begin = from ? sql`o.placed_at >= ${from.toISOString()}::timestamptz` : sql`true`;
  const end = to ? sql`o.placed_at < ${to.toISOString()}::timestamptz` : sql`true`;
  return sql`${begin} and ${end}`;
}

/** The latest first, from a place in the list on. */
export function ordersOfFilter(filter: OrderFilter, most: number, after: CursorPosition = listStart): SQL {
  const orders = sql`select o.* from orders o where o.draw_id = d.draw_id and ${hasState[filter.state]}
    and ${placedWithin(filter)} and ${comesAfter(after)} ${latestFirst} ${atMost(most)}`;
  return ofDraws(filter, orders, most);
}
