import type { Schedule } from "./rules";
import { earlyBirdsOf, mainPoolId, scheduleOf } from "./rules";
import type { PublicDraw } from "./rules.projection";

/** How a prize stands: as long as it can still change, once it stays, and once somebody has won it. */
export type PrizeStage = "estimated" | "final" | "won";

type Dated = Pick<PublicDraw, "winners" | "dates" | "startDate" | "endDate">;

/** The dates of a draw as they turned out; `closesAt` is null where sales were over before: nobody knows since when. */
type ActualDates = Omit<Schedule, "closesAt"> & { closesAt: Date | null };

/** A listed winning number, and whose it is as far as that is published. */
export type Winner = PublicDraw["winners"][number];

/** How far a drawing is: to come, past without a known winner (it may have been put off), or drawn. */
type DrawingStage = "ahead" | "past" | "drawn";

/** The message (of `draw`) that gives the date of a drawing. */
export const drawingDate = { ahead: "drawnOn", past: "drawWas", drawn: "drawn" } as const satisfies Record<
  DrawingStage,
  string
>;

type Prizes = PublicDraw["prizes"];

/** One prize of a list of prizes. */
export type Prize = NonNullable<Prizes["Grand Prize"]>[number];

/** A draw by what is won in it: the prizes of each of its pools. */
type PrizedDraw = { prizes: Prizes; secondDraws: readonly { id: string; prizes: Prizes }[] };

/** Who won the grand prize of a pool; nobody yet, as long as it is not drawn. */
export function grandWinnerOf({ winners }: Pick<PublicDraw, "winners">, pool: string): Winner | undefined {
  return winners.find(({ poolId, prizeType }) => poolId === pool && prizeType === "Grand Prize");
}

/** Who won the prize of the draw itself. */
export function mainWinnerOf(draw: Pick<PublicDraw, "winners">): Winner | undefined {
  return grandWinnerOf(draw, mainPoolId);
}

/** The prizes of a pool by their type; undefined where there is no such pool. */
function prizesOf(draw: PrizedDraw, poolId: string): Prizes | undefined {
  return poolId === mainPoolId ? draw.prizes : draw.secondDraws.find(({ id }) => id === poolId)?.prizes;
}

/** All prizes of a pool, of every type. */
export function listPrizes(draw: PrizedDraw, poolId: string): Prize[] {
  return Object.values(prizesOf(draw, poolId) ?? {}).flat();
}

/**
 * Whether every prize that is drawn at the end of a pool has its number, by the winners of that pool; where no prize is
 * named there is one.
 */
export function isPoolDrawn(draw: PrizedDraw, poolId: string, winners: readonly Pick<Winner, "prizeType">[]): boolean {
  const named = prizesOf(draw, poolId);
  const ofEnd = (named?.["Grand Prize"]?.length ?? 0) + (named?.["Add On"]?.length ?? 0);
  return winners.filter(({ prizeType }) => prizeType !== "Early Bird").length >= Math.max(1, ofEnd);
}

type ListedWinner = Pick<Winner, "poolId" | "prizeType">;
type SecondPool = PrizedDraw["secondDraws"][number] & { settings: { enabled: boolean } };

function enabledOf<Pool extends { settings: { enabled: boolean } }>(secondDraws: readonly Pool[]): Pool[] {
  return secondDraws.filter(({ settings }) => settings.enabled);
}

/** Whether a number alone tells nobody that it won: each pool of a draw is numbered from 1. */
export function hasSeveralPools({ secondDraws }: Pick<PublicDraw, "secondDraws">): boolean {
  return enabledOf(secondDraws).length > 0;
}

/** Whether every pool of a draw is drawn: nothing is left for a number to win. */
export function isAllDrawn(
  draw: Pick<PrizedDraw, "prizes"> & { winners: readonly ListedWinner[]; secondDraws: readonly SecondPool[] },
): boolean {
  const seconds = enabledOf(draw.secondDraws).map(({ id }) => id);
  const winnersOf = (pool: string) => draw.winners.filter(({ poolId }) => poolId === pool);
  return [mainPoolId, ...seconds].every((pool) => isPoolDrawn(draw, pool, winnersOf(pool)));
}

/**
 * What a winner won, of the prizes of its pool and type: the one that names its number, else the only one, else the
 * only one of its moment. Undefined where nothing tells them apart: nobody is told a prize that is another's.
 */
export function prizeOfWinner(draw: PrizedDraw, winner: Winner): Prize | undefined {
  const { poolId, prizeType, number, drawnAt } = winner;
  const ofType = prizesOf(draw, poolId)?.[prizeType] ?? [];
  const named = ofType.find(({ winningTicketNumber }) => winningTicketNumber === number);
  if (named) return named;
  const unnamed = ofType.filter(({ winningTicketNumber }) => winningTicketNumber === undefined);
  if (ofType.length === 1) return unnamed[0];
  const ofMoment = unnamed.filter(({ drawDate }) => drawDate && Date.parse(drawDate) === Date.parse(drawnAt));
  return ofMoment.length === 1 ? ofMoment[0] : undefined;
}

/** Who won a prize of a draw's own list; nobody where the winners do not tell. */
export function winnerOfPrize(draw: PrizedDraw & Pick<PublicDraw, "winners">, prize: Prize): Winner | undefined {
  return draw.winners.find((winner) => prizeOfWinner(draw, winner) === prize);
}

/** When something is drawn or was, and how far it is: its winner's moment, else its date; null without either. */
export function drawingOf(
  winner: Pick<Winner, "drawnAt"> | undefined,
  date: string | Date | undefined,
  now: Date,
): { at: Date; stage: DrawingStage } | null {
  if (winner) return { at: new Date(winner.drawnAt), stage: "drawn" };
  if (!date) return null;
  const at = new Date(date);
  return { at, stage: at <= now ? "past" : "ahead" };
}

/** The message (of `draw`) that says how the winner of a pool is drawn, or was. */
export function drawingWords(draw: Pick<PublicDraw, "winners" | "useRNG" | "secondDraws">, poolId: string) {
  const { useRNG } = draw.secondDraws.find(({ id }) => id === poolId) ?? draw;
  if (grandWinnerOf(draw, poolId)) return useRNG ? "pickedByGenerator" : "pickedByHand";
  return useRNG ? "drawnByGenerator" : "drawnByHand";
}

/** How the prize of a 50/50 stands at `now`: an estimate until the draw (docs/draw-rules.md, Prize and pot). */
export function prizeStageOf(draw: Dated, now: Date): PrizeStage {
  if (mainWinnerOf(draw)) return "won";
  return scheduleOf(draw).drawsAt <= now ? "final" : "estimated";
}

/** What the message `draw.wonBy` is told of a winner, who may be unnamed. */
export function wonByOf({ number, name = "" }: { number: number | string; name?: string }) {
  return { number: String(number), name, named: name ? "yes" : "no" };
}

type Closed = Dated & Pick<PublicDraw, "state" | "closedAt">;

/** When sales close, or closed: by hand or by the schedule, whichever was first. Null where neither can be true. */
function salesEndOf({ closedAt, state, ...draw }: Closed, overBy: Date): Date | null {
  const schedule = scheduleOf(draw);
  const closesAt = closedAt ? new Date(Math.min(Date.parse(closedAt), schedule.closesAt.getTime())) : schedule.closesAt;
  return state.time_state === "Ended" && closesAt > overBy ? null : closesAt;
}

/** The schedule of a draw, but for what became of it otherwise: drawn at another time, or closed before its end. */
export function actualDatesOf(draw: Closed & Pick<PublicDraw, "prizes">, now: Date): ActualDates {
  const schedule = scheduleOf(draw);
  const drawnAt = mainWinnerOf(draw)?.drawnAt;
  const drawsAt = drawnAt ? new Date(drawnAt) : schedule.drawsAt;
  return {
    opensAt: schedule.opensAt,
    // A number is drawn once sales are over: they can't have closed after that.
    closesAt: salesEndOf(draw, drawsAt < now ? drawsAt : now),
    drawsAt,
    earlyBirds: earlyBirdsOf(draw).filter((at) => at < drawsAt),
  };
}
