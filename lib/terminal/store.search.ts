import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { nameWords } from "@/lib/orders/tables";
import type { Database } from "@/lib/platform/db/database";
import { atMost } from "@/lib/platform/db/database";

import type { OrderSearch } from "./rules.search";
import type { ListedOrder, ListedPage } from "./store.orders";
import { comesAfter, latestFirst, listPage, placedAt, readListed } from "./store.orders";

/** One of two values, where the second may equal the first: a plan knows that there are few. */
function oneOf([first = "", second = first]: string[]): SQL {
  return sql`any(array[${first}::text, ${second}::text])`;
}

/**
 * What was searched for is found first, and put in order then: a plan must not walk through a draw to find it in order.
 */
function foundOrders({ drawId, deviceId, after, most }: ListedPage, condition: SQL): SQL {
  return listPage(sql`select o.* from (
      with found as materialized (select * from orders o where o.draw_id = ${drawId} and ${condition})
      select * from found
    ) o where ${comesAfter(after)} ${placedAt(deviceId)} ${latestFirst} ${atMost(most)}`);
}

/** The statement that finds orders by a code, or by either of two. */
export function ordersByCode(page: ListedPage, codes: string[]): SQL {
  return foundOrders(page, sql`o.order_code = ${oneOf(codes)}`);
}

/** The statement that finds orders by an email address in small letters. */
export function ordersByEmail(page: ListedPage, email: string): SQL {
  return foundOrders(page, sql`o.buyer is not null and lower(o.buyer ->> 'email') = ${email}`);
}

/** The statement that finds orders by a telephone number's digits, or by either of two. */
export function ordersByPhone(page: ListedPage, phones: string[]): SQL {
  return foundOrders(page, sql`(o.buyer ->> 'phone') is not null and (o.buyer ->> 'phone') = ${oneOf(phones)}`);
}

/** The statement that finds the orders that have a ticket number: in each pool of a draw there may be one. */
export function ordersByTicket(page: ListedPage, ticketNumber: number): SQL {
  return foundOrders(
    page,
    sql`o.order_id in (
      select r.order_id from pools p cross join lateral (
        select order_id, last_number from number_ranges
        where draw_id = p.draw_id and pool_id = p.pool_id and first_number <= ${ticketNumber}
        order by first_number desc limit 1) r
      where p.draw_id = ${page.drawId} and r.last_number >= ${ticketNumber})`,
  );
}

const words = nameWords(sql`o.buyer`);

/**
 * The statement that finds the orders of tablets by a buyer's name: by one word, its first or its last one; by several,
 * both of these. Tablet by tablet, as far as a page needs: a name that many have costs no more.
 */
export function ordersByName({ drawId, deviceId, after, most }: ListedPage, name: string): SQL {
  const typed = name.split(" ");
  const both = `${typed[0]} ${typed.at(-1)}`;
  const sellers =
    deviceId === null
      ? sql`select device_id from devices where parent_id = (select parent_id from draws where draw_id = ${drawId})`
      : sql`select ${deviceId}::text as device_id`;
  const named = (part: SQL, value: string) => sql`(select o.draw_id, o.order_id from orders o
    where o.draw_id = ${drawId} and o.device_id = s.device_id and o.buyer is not null and ${part} = ${value}::text
      and ${comesAfter(after)} ${latestFirst} ${atMost(most)})`;
  const hits =
    typed.length > 1 ? named(words.both, both) : sql`${named(words.first, name)} union ${named(words.last, name)}`;
  return listPage(sql`select o.* from (
      select hit.draw_id, hit.order_id from (${sellers}) s cross join lateral (${hits}) hit
    ) found join orders o on o.draw_id = found.draw_id and o.order_id = found.order_id
    ${latestFirst} ${atMost(most)}`);
}

/**
 * Lists the orders of a draw that a search means: by email address; else by the first of code, telephone number, ticket
 * number and name that finds any.
 */
export async function listFound(db: Database, page: ListedPage, search: OrderSearch): Promise<ListedOrder[]> {
  const { email, codes, phones, ticket, name } = search;
  if (email !== null) return readListed(db, ordersByEmail(page, email));
  const tries = [
    codes.length > 0 ? ordersByCode(page, codes) : null,
    phones.length > 0 ? ordersByPhone(page, phones) : null,
    ticket === null ? null : ordersByTicket(page, ticket),
    name === null ? null : ordersByName(page, name),
  ];
  for (const statement of tries) {
    const found = statement ? await readListed(db, statement) : [];
    if (found.length > 0) return found;
  }
  return [];
}
