import type { Winner } from "@/lib/draws/prizes/rules.winners";
import { findPoolPrizes, findWinnerPrize } from "@/lib/draws/prizes/rules.winners";
import type { PoolCounters } from "@/lib/draws/rules";
import { mainPoolId } from "@/lib/draws/rules";
import { findPrizeAmount } from "@/lib/draws/rules.projection";
import type { Draw } from "@/lib/draws/schema";
import type { LocalText } from "@/lib/local-text";

/** A second draw that is no longer defined gets the title of the main draw. */
export function getPoolTitle(draw: Draw, poolId: string): LocalText {
  return (draw.secondDraws.find(({ id }) => id === poolId)?.title ?? draw.title) as LocalText;
}

/** Returns null if it is ambiguous which prize was won, or if the draw lists none. */
export function findPrizeText(draw: Draw, winner: Winner): LocalText | null {
  return (findWinnerPrize(draw, winner)?.description as LocalText | undefined) ?? null;
}

type CountedDraw = { draw: Draw; mainPool: PoolCounters; pools: ReadonlyMap<string, PoolCounters> };

/** In dollars. Null unless the winner gets half of the pot, which is the only grand prize of a 50/50. */
export function findWonAmount({ draw, mainPool, pools }: CountedDraw, { poolId, prizeType }: Winner): number | null {
  const grandPrizes = findPoolPrizes(draw, poolId)?.["Grand Prize"] ?? [];
  if (prizeType !== "Grand Prize" || grandPrizes.length > 1) return null;
  if (poolId === mainPoolId) return findPrizeAmount(draw, mainPool);
  const second = draw.secondDraws.find(({ id }) => id === poolId);
  const counters = pools.get(poolId);
  return second && counters ? findPrizeAmount(second, counters) : null;
}
