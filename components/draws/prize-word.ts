import { mainPoolId, scheduleOf } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";

/** What a prize is called: as long as it can still change, once it stands, and once somebody has won it. */
export type PrizeWord = "estimated" | "final" | "won";

type Dated = Pick<PublicDraw, "winners" | "dates" | "startDate" | "endDate">;

/** Who won the prize of the draw itself; nobody yet, as long as it is not drawn. */
export function mainWinnerOf({ winners }: Pick<PublicDraw, "winners">) {
  return winners.find(({ poolId, prizeType }) => poolId === mainPoolId && prizeType === "Grand Prize");
}

/** What the prize of a 50/50 is called at `now`: an estimate until the draw (docs/draw-rules.md, Prize and pot). */
export function prizeWordOf(draw: Dated, now: Date): PrizeWord {
  if (mainWinnerOf(draw)) return "won";
  return scheduleOf(draw).drawsAt <= now ? "final" : "estimated";
}
