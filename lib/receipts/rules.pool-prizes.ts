import { mainPoolId } from "@/lib/draws/rules";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { grandWinnerOf } from "@/lib/draws/rules.winners";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";
import { formatShortMoney } from "./rules.money";

/** What is still to be won with the numbers of a pool; of a 50/50 the whole dollars that it has grown to by now. */
export type PoolPrize = { words: string; isGrowing: boolean };

type DrawOfPrizes = Pick<PublicDraw, "prizes" | "winners"> & {
  secondDraws: readonly Pick<PublicDraw["secondDraws"][number], "id" | "prizes">[];
};

/** The greatest prize of each pool that is not drawn yet, by the pool's id. */
export function poolPrizesOf(
  draw: DrawOfPrizes,
  live: Pick<LiveState, "pools">,
  language: Language,
): Map<string, PoolPrize> {
  const lists = new Map([
    [mainPoolId, draw.prizes],
    ...draw.secondDraws.map(({ id, prizes }) => [id, prizes] as const),
  ]);
  const prizeOf = (poolId: string): PoolPrize | null => {
    const grown = live.pools.find((pool) => pool.poolId === poolId)?.prize ?? null;
    if (grown !== null) return { words: formatShortMoney(Math.floor(grown), language), isGrowing: true };
    const list = lists.get(poolId);
    const [greatest] = [...(list?.["Grand Prize"] ?? []), ...(list?.["Add On"] ?? [])];
    return greatest ? { words: localText(greatest.description, language).text, isGrowing: false } : null;
  };
  return new Map(
    [...lists.keys()].flatMap((poolId) => {
      const prize = grandWinnerOf(draw, poolId) ? null : prizeOf(poolId);
      return prize ? [[poolId, prize] as const] : [];
    }),
  );
}
