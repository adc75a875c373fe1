import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { DrawOfPools } from "@/lib/orders/rules.pools";

/** Has nothing about buyers, because the page is served without its order. */
export type DrawFacts = DrawOfPools & Pick<PublicDraw, "bundles">;

export function drawFactsOf(draw: PublicDraw): DrawFacts {
  const { title, license, dates, startDate, endDate, timeZone, prizes, winners, secondDraws, bundles } = draw;
  const drawings = winners.map(({ poolId, prizeType, number, drawnAt }) => ({ poolId, prizeType, number, drawnAt }));
  return { title, license, dates, startDate, endDate, timeZone, prizes, winners: drawings, secondDraws, bundles };
}
