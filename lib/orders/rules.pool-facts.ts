import { mainPoolId, scheduleOf, secondDrawsAt } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { grandWinnerOf } from "@/lib/draws/rules.winners";
import type { SecondDraw } from "@/lib/draws/schema.packages";
import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";

import type { OrderView } from "./rules";

/** The title of a pool; `lang` is the language it is in where that isn't the page's. */
export type PoolTitle = { title: string; lang?: Language };

/**
 * What a printed page says about one pool: its title, its own licence, its draw date in words if it has one, and
 * whether it is known to have been drawn then.
 */
export type PoolFacts = PoolTitle & { licence: string; drawn: string | null; isDrawn?: boolean };

/** Where its pools come from: a stored draw, or its public projection. */
export type DrawOfPools = Pick<
  PublicDraw,
  "title" | "license" | "dates" | "startDate" | "endDate" | "timeZone" | "winners" | "prizes"
> & {
  secondDraws: readonly Pick<SecondDraw, "id" | "title" | "license" | "drawDate" | "prizes">[];
};

function titleIn(title: LocalText, locale: Language): PoolTitle {
  const { text, lang } = localText(title, locale);
  return lang && lang !== locale ? { title: text, lang } : { title: text };
}

/** The pools of a draw by id, the main one first; none for a draw that is no longer shown. */
export function poolFactsOf(draw: DrawOfPools | null, locale: Language): Map<string, PoolFacts> {
  if (!draw) return new Map();
  const dateOf = (poolId: string, date: Date | null) => {
    const winner = grandWinnerOf(draw, poolId);
    const at = winner?.drawnAt ?? date;
    const drawn = at ? formatInstant(at, locale, draw.timeZone, "dated") : null;
    return winner ? { drawn, isDrawn: true } : { drawn };
  };
  const main: PoolFacts = {
    ...titleIn(draw.title, locale),
    licence: draw.license,
    ...dateOf(mainPoolId, scheduleOf(draw).drawsAt),
  };
  const seconds = draw.secondDraws.map((second): [string, PoolFacts] => [
    second.id,
    {
      ...titleIn(second.title, locale),
      licence: second.license,
      ...dateOf(second.id, secondDrawsAt(second)),
    },
  ]);
  return new Map([[mainPoolId, main], ...seconds]);
}

/** The titles of the draws whose tickets an order has, in the order of the pools. */
export function boughtTitlesOf(
  { lines }: Pick<OrderView, "lines">,
  pools: ReadonlyMap<string, PoolFacts>,
): PoolTitle[] {
  const bought = new Set(lines.map(({ poolId }) => poolId));
  return [...pools].filter(([poolId]) => bought.has(poolId)).map(([, pool]) => pool);
}
