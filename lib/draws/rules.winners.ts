import type { Schedule } from "./rules";
import { mainPoolId, scheduleOf } from "./rules";
import type { PublicDraw } from "./rules.projection";

/** How a prize stands: as long as it can still change, once it stays, and once somebody has won it. */
export type PrizeStage = "estimated" | "final" | "won";

type Dated = Pick<PublicDraw, "winners" | "dates" | "startDate" | "endDate">;

/** The dates of a draw as they turned out; `closesAt` is null where sales were closed early: nobody is told when. */
type ActualDates = Omit<Schedule, "closesAt"> & { closesAt: Date | null };

/** Who won the prize of the draw itself; nobody yet, as long as it is not drawn. */
export function mainWinnerOf({ winners }: Pick<PublicDraw, "winners">) {
  return winners.find(({ poolId, prizeType }) => poolId === mainPoolId && prizeType === "Grand Prize");
}

/** How the prize of a 50/50 stands at `now`: an estimate until the draw (docs/draw-rules.md, Prize and pot). */
export function prizeStageOf(draw: Dated, now: Date): PrizeStage {
  if (mainWinnerOf(draw)) return "won";
  return scheduleOf(draw).drawsAt <= now ? "final" : "estimated";
}

/** The schedule of a draw, but for what became of it otherwise: drawn at another time, or closed before its end. */
export function actualDatesOf(draw: Dated & Pick<PublicDraw, "state">, now: Date): ActualDates {
  const schedule = scheduleOf(draw);
  const drawnAt = mainWinnerOf(draw)?.drawnAt;
  const drawsAt = drawnAt ? new Date(drawnAt) : schedule.drawsAt;
  const isClosedEarly = draw.state.time_state === "Ended" && schedule.closesAt > now;
  return {
    opensAt: schedule.opensAt,
    closesAt: isClosedEarly ? null : schedule.closesAt,
    drawsAt,
    earlyBirds: schedule.earlyBirds.filter((at) => at < drawsAt),
  };
}
