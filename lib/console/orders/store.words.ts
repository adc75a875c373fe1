import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { isReached } from "@/lib/draws/store.reach";
import type { SearchedDraws } from "@/lib/orders/store";
import { latestFirst } from "@/lib/orders/store.list";
import type { Database } from "@/lib/platform/db/database";
import { atMost, queryRows } from "@/lib/platform/db/database";
import { ofDraws, placedWithin } from "./store";

/** Words that a search reads of a draw, so that a name that many buyers have takes no longer. */
const mostRead = 10_000;

/** Added to a beginning, this sorts after every word that begins with it. */
const last = "\u{10FFFF}";

const isWordOf = (begin: SQL) => sql`w.word ~>=~ ${begin} and w.word ~<~ (${begin} || ${last}::text)`;

/** `isCommon` is true if more words of the draw begin with it than a search reads. */
export type WordPrefix = { begin: string; isCommon: boolean };

/** Sorts by how many words begin with each, the rarest first. Empty if the draw is out of reach. */
export async function rankPrefixes(
  db: Database,
  { drawId, reach }: SearchedDraws,
  begins: readonly string[],
): Promise<WordPrefix[]> {
  const rows = await queryRows<{ begin: string; words: number }>(
    db,
    sql`select b.begin, counted.words from draws d
      cross join unnest(${sql.param(begins)}::text[]) with ordinality as b (begin, place)
      cross join lateral (
        select count(*)::int as words from (
          select from order_words w where w.draw_id = d.draw_id and ${isWordOf(sql`b.begin`)} ${atMost(mostRead + 1)}
        ) read
      ) counted
      where d.draw_id = ${drawId}::text and ${isReached(reach)} order by counted.words, b.place`,
  );
  return rows.map(({ begin, words }) => ({ begin, isCommon: words > mostRead }));
}

/** A scalar subquery, because PostgreSQL never turns it into a join that reads all words of the draw. */
function hasWord(condition: SQL): SQL {
  return sql`(select true from order_words v
    where v.draw_id = d.draw_id and v.order_id = w.order_id and ${condition} limit 1)`;
}

/** Uses `left`, which no index has, so that PostgreSQL finds the words of the order by its key. */
const beginsWith = (begin: string) => sql`left(v.word, length(${begin}::text)) = ${begin}::text`;

/** Reads orders one by one by their ids, because a join could read all of the draw. */
function ordersOf(ids: SQL, condition: SQL): SQL {
  return sql`select o.* from (${ids}) n cross join lateral (
      select * from orders where draw_id = d.draw_id and order_id = n.order_id limit 1
    ) o where ${condition}`;
}

/**
 * Reads the words with the first beginning and keeps orders that have a word for each other one. An order with several
 * such words is found only by the first of them.
 */
export function ordersByName(where: SearchedDraws, begins: readonly [string, ...string[]], most: number): SQL {
  const [rarest, ...others] = begins;
  const hasAll = others.map((begin) => sql`and ${hasWord(beginsWith(begin))}`);
  const ids = sql`select w.order_id from (
      select w.order_id, w.word from order_words w where w.draw_id = d.draw_id and ${isWordOf(sql`${rarest}::text`)}
      order by w.word using ~<~, w.order_id ${atMost(mostRead)}
    ) w
    where true ${sql.join(hasAll, sql` `)}
      and ${hasWord(sql`${beginsWith(rarest)} and v.word ~<~ w.word`)} is null
    ${atMost(most)}`;
  return ofDraws(where, ordersOf(ids, sql`true`), most);
}

/** Only paid orders have the word of their card. */
export function ordersByWord(where: SearchedDraws, word: string, span: { from: Date; to: Date }, most: number): SQL {
  const ids = sql`select w.order_id from order_words w where w.draw_id = d.draw_id and w.word = ${word}::text
    ${atMost(mostRead)}`;
  return ofDraws(where, sql`${ordersOf(ids, placedWithin(span))} ${latestFirst} ${atMost(most)}`, most);
}
