import type { DrawFilter } from "@/lib/draw-filters";
import { scheduleOf } from "@/lib/draws/rules";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";

export type ListedDraw = { draw: PublicDraw; live: LiveState };

const closesAt = ({ draw }: ListedDraw) => scheduleOf(draw).closesAt.getTime();
const opensAt = ({ draw }: ListedDraw) => scheduleOf(draw).opensAt.getTime();
const isUpcoming = ({ draw }: ListedDraw) => draw.state.time_state === "Not Started";
const isPast = ({ draw }: ListedDraw) => draw.state.time_state === "Ended";
const isStarted = ({ draw }: ListedDraw) => draw.state.time_state === "Started";

export function isHotMarked({ draw, live }: ListedDraw): boolean {
  return draw.isHot && live.salesOpen && !draw.isTestDraw;
}

/** Without a filter: open draws by their close, then upcoming ones. */
export function filterDraws(listed: readonly ListedDraw[], filter: DrawFilter | undefined): ListedDraw[] {
  switch (filter) {
    case "upcoming":
      return listed.filter(isUpcoming).sort((left, right) => opensAt(left) - opensAt(right));
    case "ending-soon":
      return listed.filter(({ live }) => live.salesOpen).sort((left, right) => closesAt(left) - closesAt(right));
    case "highest-jackpot":
      return listed.filter(isStarted).sort((left, right) => (right.live.prize ?? 0) - (left.live.prize ?? 0));
    case "hot":
      return listed.filter(({ draw }) => draw.isHot).sort((left, right) => right.live.sold - left.live.sold);
    case "past":
      return listed.filter(isPast).sort((left, right) => closesAt(right) - closesAt(left));
    default:
      return [
        ...filterDraws(listed, "ending-soon"),
        ...listed.filter((one) => isStarted(one) && !one.live.salesOpen),
        ...filterDraws(listed, "upcoming"),
      ];
  }
}

/** Without a filter, and among hot draws, only what can be bought; under other filters the cards tell. */
export function filterForBuyers(listed: readonly ListedDraw[], filter: DrawFilter | undefined): ListedDraw[] {
  if (filter === undefined) return filterDraws(listed, "ending-soon");
  return filter === "hot" ? filterDraws(listed, filter).filter(isHotMarked) : filterDraws(listed, filter);
}
