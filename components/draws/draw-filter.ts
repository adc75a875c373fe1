import type { DrawFilter } from "@/lib/draw-filters";
import { getSchedule } from "@/lib/draws/rules";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import type { Language } from "@/lib/platform/i18n/routing";

export type ListedDraw = { draw: PublicDraw; live: LiveState };

export type DrawProps = ListedDraw & { locale: Language };

const closesAt = ({ draw }: ListedDraw) => getSchedule(draw).closesAt.getTime();
const opensAt = ({ draw }: ListedDraw) => getSchedule(draw).opensAt.getTime();
const isUpcoming = ({ draw }: ListedDraw) => draw.state.time_state === "Not Started";
const isPast = ({ draw }: ListedDraw) => draw.state.time_state === "Ended";
const isStarted = ({ draw }: ListedDraw) => draw.state.time_state === "Started";

export function hasHotMark({ draw, live }: ListedDraw): boolean {
  return draw.isHot && live.salesOpen && !draw.isTestDraw;
}

export function filterDraws(draws: readonly ListedDraw[], filter: DrawFilter | undefined): ListedDraw[] {
  switch (filter) {
    case "upcoming":
      return draws.filter(isUpcoming).sort((left, right) => opensAt(left) - opensAt(right));
    case "ending-soon":
      return draws.filter(({ live }) => live.salesOpen).sort((left, right) => closesAt(left) - closesAt(right));
    case "highest-jackpot":
      return draws.filter(isStarted).sort((left, right) => (right.live.prize ?? 0) - (left.live.prize ?? 0));
    case "hot":
      return draws.filter(({ draw }) => draw.isHot).sort((left, right) => right.live.sold - left.live.sold);
    case "past":
      return draws.filter(isPast).sort((left, right) => closesAt(right) - closesAt(left));
    default:
      return [
        ...filterDraws(draws, "ending-soon"),
        ...draws.filter((one) => isStarted(one) && !one.live.salesOpen),
        ...filterDraws(draws, "upcoming"),
      ];
  }
}

export function filterForBuyers(draws: readonly ListedDraw[], filter: DrawFilter | undefined): ListedDraw[] {
  if (filter === undefined) return filterDraws(draws, "ending-soon");
  return filter === "hot" ? filterDraws(draws, filter).filter(hasHotMark) : filterDraws(draws, filter);
}
