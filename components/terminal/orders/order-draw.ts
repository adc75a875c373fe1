import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { DescribedDraw } from "@/lib/orders/rules.pools";

/** Has no data about buyers, because the page is served without its order. */
export type OrderDraw = DescribedDraw & Pick<PublicDraw, "bundles">;

export function toOrderDraw(draw: PublicDraw): OrderDraw {
  const { title, license, dates, startDate, endDate, timeZone, prizes, winners, secondDraws, bundles } = draw;
  const drawings = winners.map(({ poolId, prizeType, number, drawnAt }) => ({ poolId, prizeType, number, drawnAt }));
  return { title, license, dates, startDate, endDate, timeZone, prizes, winners: drawings, secondDraws, bundles };
}
