import type { Schedule } from "@/lib/draws/rules";
import { scheduleOf } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { mainWinnerOf } from "./prize-word";

type Dated = Pick<PublicDraw, "winners" | "state" | "dates" | "startDate" | "endDate">;

/** The dates of a draw as they turned out; `closesAt` is null where sales were closed early: nobody is told when. */
type ActualDates = Omit<Schedule, "closesAt"> & { closesAt: Date | null };

/** The schedule of a draw, but for what became of it otherwise: drawn at another time, or closed before its end. */
export function actualDatesOf(draw: Dated, now: Date): ActualDates {
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
