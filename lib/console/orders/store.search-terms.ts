import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { reachCondition } from "@/lib/draws/store.reach";
import type { SearchedDraws } from "@/lib/orders/store";
import { latestFirst } from "@/lib/orders/store.list";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import { latestInDraws, placedWithinCondition } from "./store";

/** A search reads at most this many terms of a draw, so that a common name takes no longer. */
const maxTermsRead = 10_000;

/** A prefix followed by this sorts after every term that begins with the prefix. */
const lastCharacter = "\u{10FFFF}";

const termPrefixCondition = (prefix: SQL) =>
  sql`w.word ~>=~ ${prefix} and w.word ~<~ (${prefix} || ${lastCharacter}::text)`;

/** `isCommon` is true if more terms of the draw begin with it than a search reads. */
export type TermPrefix = { prefix: string; isCommon: boolean };

/** Sorts by how many terms begin with each, the rarest first. Empty if the draw is out of reach. */
export async function rankPrefixes(
  db: Database,
  { drawId, reach }: SearchedDraws,
  prefixes: readonly string[],
): Promise<TermPrefix[]> {
  const rows = await queryRows<{ prefix: string; terms: number }>(
    db,
    sql`select b.prefix, counted.terms from draws d
      cross join unnest(${sql.param(prefixes)}::text[]) with ordinality as b (prefix, place)
      cross join lateral (
        select count(*)::int as terms from (
          select from order_words w where w.draw_id = d.draw_id and ${termPrefixCondition(sql`b.prefix`)}
          ${limitClause(maxTermsRead + 1)}
        ) read
      ) counted
      where d.draw_id = ${drawId}::text and ${reachCondition(reach)} order by counted.terms, b.place`,
  );
  return rows.map(({ prefix, terms }) => ({ prefix, isCommon: terms > maxTermsRead }));
}

/** Uses a range even for a whole term, because PostgreSQL may expect so many equal ones that it scans the table. */
function termsWithPrefix(prefix: string): SQL {
  return sql`select w.order_id, w.word from order_words w
    where w.draw_id = d.draw_id and ${termPrefixCondition(sql`${prefix}::text`)}
    order by w.word using ~<~, w.order_id ${limitClause(maxTermsRead)}`;
}

/** A scalar subquery, because PostgreSQL never turns it into a join that reads all terms of the draw. */
function matchingTerm(condition: SQL): SQL {
  return sql`(select true from order_words v
    where v.draw_id = d.draw_id and v.order_id = w.order_id and ${condition} limit 1)`;
}

/** Uses `left`, which no index has, so that PostgreSQL finds the terms of the order by its key. */
const prefixCondition = (prefix: string) => sql`left(v.word, length(${prefix}::text)) = ${prefix}::text`;

/** Reads orders one by one by their ids, because a join could read all of the draw. */
function selectOrdersWithIds(ids: SQL, condition: SQL): SQL {
  return sql`select o.* from (${ids}) n cross join lateral (
      select * from orders where draw_id = d.draw_id and order_id = n.order_id limit 1
    ) o where ${condition}`;
}

/**
 * Reads the terms with the first prefix and keeps orders that have a term for each other one. An order with several
 * such terms is found only by the first of them.
 */
export function ordersByName(where: SearchedDraws, prefixes: readonly [string, ...string[]], limit: number): SQL {
  const [rarest, ...others] = prefixes;
  const otherTerms = others.map((prefix) => sql`and ${matchingTerm(prefixCondition(prefix))}`);
  const ids = sql`select w.order_id from (${termsWithPrefix(rarest)}) w
    where true ${sql.join(otherTerms, sql` `)}
      and ${matchingTerm(sql`${prefixCondition(rarest)} and v.word ~<~ w.word`)} is null
    ${limitClause(limit)}`;
  return latestInDraws(where, selectOrdersWithIds(ids, sql`true`), limit);
}

/** Finds by a whole term that no other begins with, such as that of a card, which only paid orders have. */
export function selectOrdersByTerm(
  where: SearchedDraws,
  term: string,
  span: { from: Date; to: Date },
  limit: number,
): SQL {
  const orders = selectOrdersWithIds(termsWithPrefix(term), placedWithinCondition(span));
  return latestInDraws(where, sql`${orders} ${latestFirst} ${limitClause(limit)}`, limit);
}
