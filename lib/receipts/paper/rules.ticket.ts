import { findGrandWinner } from "@/lib/draws/prizes/rules.winners";
import { mainPoolId } from "@/lib/draws/rules";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";

import { formatShortMoney } from "./rules.money";

/** `isGrowing`: a 50/50 prize still growing with sales; `words` is then the current amount, rounded down to dollars. */
export type PoolPrize = { words: string; isGrowing: boolean };

type DrawOfPrizes = Pick<PublicDraw, "prizes" | "winners"> & {
  secondDraws: readonly Pick<PublicDraw["secondDraws"][number], "id" | "prizes">[];
};

export function listPoolPrizes(
  draw: DrawOfPrizes,
  live: Pick<LiveState, "pools">,
  language: Language,
): Map<string, PoolPrize> {
  const lists = new Map([
    [mainPoolId, draw.prizes],
    ...draw.secondDraws.map(({ id, prizes }) => [id, prizes] as const),
  ]);
  const findPoolPrize = (poolId: string): PoolPrize | null => {
    const dollars = live.pools.find((pool) => pool.poolId === poolId)?.prize ?? null;
    if (dollars !== null) return { words: formatShortMoney(Math.floor(dollars), language), isGrowing: true };
    const list = lists.get(poolId);
    const [greatest] = [...(list?.["Grand Prize"] ?? []), ...(list?.["Add On"] ?? [])];
    return greatest ? { words: localText(greatest.description, language).text, isGrowing: false } : null;
  };
  return new Map(
    [...lists.keys()].flatMap((poolId) => {
      const prize = findGrandWinner(draw, poolId) ? null : findPoolPrize(poolId);
      return prize ? [[poolId, prize] as const] : [];
    }),
  );
}

/** A team, or a whole group, whose teams share the tickets evenly. */
export type TeamChoice = { name: string; isWhole: boolean };

export function findChosenTeam(
  { teams: groups }: Pick<PublicDraw, "teams">,
  chosenId: string | null,
  locale: Language,
): TeamChoice | null {
  const chosenGroup = groups.find(({ id }) => id === chosenId);
  const choice = chosenGroup?.title ?? groups.flatMap(({ teams }) => teams).find(({ id }) => id === chosenId)?.name;
  const name = choice === undefined ? "" : localText(choice, locale).text;
  return name ? { name, isWhole: chosenGroup !== undefined } : null;
}
