import type { Winner } from "@/lib/draws/prizes/rules.winners";
import { findGrandWinner, findMainWinner } from "@/lib/draws/prizes/rules.winners";
import type { Schedule } from "@/lib/draws/rules";
import { getSchedule, listEarlyBirds } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";

/** `estimated` while sales can change the prize, then `final` until it is `won`. */
export type PrizeStage = "estimated" | "final" | "won";

type DatedDrawWithWinners = Pick<Draw, "winners" | "dates" | "startDate" | "endDate" | "prizes">;

/** `closesAt` is null if sales ended early at an unknown time. */
type ActualDates = Omit<Schedule, "closesAt"> & { closesAt: Date | null };

/** `past` if the date is over without a winner, since the drawing may be postponed. */
type DrawingStage = "ahead" | "past" | "drawn";

export const drawingDateKeys = { ahead: "drawnOn", past: "drawWas", drawn: "drawn" } as const satisfies Record<
  DrawingStage,
  string
>;

export function findDrawing(
  winner: Pick<Winner, "drawnAt"> | undefined,
  date: string | Date | null | undefined,
  now: Date,
): { at: Date; stage: DrawingStage } | null {
  if (winner) return { at: new Date(winner.drawnAt), stage: "drawn" };
  if (!date) return null;
  const at = new Date(date);
  return { at, stage: at <= now ? "past" : "ahead" };
}

export function findDrawingMethodKey(draw: Pick<Draw, "winners" | "useRNG" | "secondDraws">, poolId: string) {
  const { useRNG } = draw.secondDraws.find(({ id }) => id === poolId) ?? draw;
  if (useRNG === undefined) return null;
  if (findGrandWinner(draw, poolId)) return useRNG ? "pickedByGenerator" : "pickedByHand";
  return useRNG ? "drawnByGenerator" : "drawnByHand";
}

/** For the main prize (docs/draw-rules.md, Prize and pot). */
export function getPrizeStage(draw: DatedDrawWithWinners, now: Date): PrizeStage {
  if (findMainWinner(draw)) return "won";
  return getSchedule(draw).drawsAt <= now ? "final" : "estimated";
}

export function getWinnerValues({ number, name = "" }: { number: number | string; name?: string }) {
  return { number: String(number), name, named: name ? "yes" : "no" };
}

type ClosableDraw = DatedDrawWithWinners & Pick<Draw, "state"> & { closedAt?: string };

function findSalesEnd({ closedAt, state, ...draw }: ClosableDraw, latestEnd: Date): Date | null {
  const schedule = getSchedule(draw);
  const closesAt = closedAt ? new Date(Math.min(Date.parse(closedAt), schedule.closesAt.getTime())) : schedule.closesAt;
  return state.time_state === "Ended" && closesAt > latestEnd ? null : closesAt;
}

export function getActualDates(draw: ClosableDraw, now: Date): ActualDates {
  const schedule = getSchedule(draw);
  const drawnAt = findMainWinner(draw)?.drawnAt;
  const drawsAt = drawnAt ? new Date(drawnAt) : schedule.drawsAt;
  return {
    opensAt: schedule.opensAt,
    // A number is drawn after sales end, so they closed by then.
    closesAt: findSalesEnd(draw, drawsAt < now ? drawsAt : now),
    drawsAt,
    earlyBirds: listEarlyBirds(draw).filter((at) => at < drawsAt),
  };
}
