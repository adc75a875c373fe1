import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { accessScopeCondition } from "@/lib/draws/store.access-scope";
import type { SearchedDraws } from "@/lib/orders/store";
import { latestFirst } from "@/lib/orders/store.list";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import { latestInDraws, placedWithinCondition } from "./store";

/** Limits the terms of a draw that one search reads, so that a common name is no slower than a rare one. */
const maxTermsRead = 10_000;

/** Sorts after every other character, so a prefix with it appended bounds the terms with that prefix. */
const lastCharacter = "\u{10FFFF}";

const termPrefixCondition = (prefix: SQL) =>
  sql`w.word ~>=~ ${prefix} and w.word ~<~ (${prefix} || ${lastCharacter}::text)`;

/** `isCommon` is true if more terms of the draw begin with it than one search reads. */
export type TermPrefix = { prefix: string; isCommon: boolean };

/**
 * Sorts by the number of terms that begin with each, the rarest first. Returns none if the draw is outside of the
 * access scope.
 */
export async function rankPrefixes(
  db: Database,
  { drawId, accessScope }: SearchedDraws,
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
      where d.draw_id = ${drawId}::text and ${accessScopeCondition(accessScope)} order by counted.terms, b.place`,
  );
  return rows.map(({ prefix, terms }) => ({ prefix, isCommon: terms > maxTermsRead }));
}

/** Uses a range even for a whole term. For an equality PostgreSQL may expect so many rows that it scans the table. */
function termsWithPrefix(prefix: string): SQL {
  return sql`select w.order_id, w.word from order_words w
    where w.draw_id = d.draw_id and ${termPrefixCondition(sql`${prefix}::text`)}
    order by w.word using ~<~, w.order_id ${limitClause(maxTermsRead)}`;
}

/** A scalar subquery, which PostgreSQL never turns into a join over all terms of the draw. */
function matchingTerm(condition: SQL): SQL {
  return sql`(select true from order_words v
    where v.draw_id = d.draw_id and v.order_id = w.order_id and ${condition} limit 1)`;
}

/** No index has `left`, so PostgreSQL finds the terms by the order's key. */
const prefixCondition = (prefix: string) => sql`left(v.word, length(${prefix}::text)) = ${prefix}::text`;

/** A lateral join looks up each id. A plain one could read all orders of the draw. */
function selectOrdersWithIds(ids: SQL, condition: SQL): SQL {
  return sql`select o.* from (${ids}) n cross join lateral (
      select * from orders where draw_id = d.draw_id and order_id = n.order_id limit 1
    ) o where ${condition}`;
}

/**
 * Reads the terms with the rarest prefix and keeps orders that have terms for all others. An order with several terms
 * for the rarest is found by the first one only.
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

/** For terms that begin no other term, such as a card's last four digits. */
export function selectOrdersByTerm(
  where: SearchedDraws,
  term: string,
  span: { from: Date; to: Date },
  limit: number,
): SQL {
  const orders = selectOrdersWithIds(termsWithPrefix(term), placedWithinCondition(span));
  return latestInDraws(where, sql`${orders} ${latestFirst} ${limitClause(limit)}`, limit);
}
