import type { Winner } from "@/lib/draws/prizes/rules.winners";
import { findWinnerPrize } from "@/lib/draws/prizes/rules.winners";
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
