import type { DatedDraw } from "@/lib/draws/rules";
import { getCutOff, getSchedule, listEarlyBirds, mainPoolId } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { dayMs } from "@/lib/durations";
import { getActualDates } from "./rules.stage";
import type { Prize, Winner } from "./rules.winners";
import { findMainWinner, findPrizeWinner } from "./rules.winners";

const prizeTypes = ["Grand Prize", "Early Bird", "Add On"] as const;

export type DatedPrize = { prize: Prize; type: (typeof prizeTypes)[number]; winner?: Winner };

/** `prize` is for a drawing outside the schedule, `number` counts the early birds, and `at` is null without a date. */
export type Moment = {
  kind: "opens" | "early-bird" | "closes" | "draw" | "prize";
  at: Date | null;
  number?: number;
  isPast: boolean;
  prizes: DatedPrize[];
};

type MomentsDraw = Pick<
  PublicDraw,
  "dates" | "startDate" | "endDate" | "closedAt" | "state" | "prizes" | "secondDraws" | "winners"
>;

export function sortByDate<Entry extends { at: Date | null }>(entries: Entry[]): Entry[] {
  const getTime = ({ at }: Entry) => at?.getTime() ?? Number.POSITIVE_INFINITY;
  return entries.sort((left, right) => getTime(left) - getTime(right) || 0);
}

/** A prize that is won at none of these moments appears only with its winner. */
export function listMoments(draw: MomentsDraw, now: Date): Moment[] {
  const moments = listScheduledMoments(draw, now);
  for (const dated of listDatedPrizes(draw)) {
    const drawing = findDrawingMoment(dated, draw, moments);
    const at = dated.prize.drawDate ? new Date(dated.prize.drawDate) : null;
    if (drawing) drawing.prizes.push(dated);
    else if (!dated.winner) moments.push({ kind: "prize", at, isPast: at !== null && at <= now, prizes: [dated] });
  }
  return sortByDate(moments);
}

/** Includes undated prizes, except those of early birds. */
export function listFinalPrizes(prizes: PublicDraw["prizes"], drawsAt: Date): Prize[] {
  const isAtEnd = (type: DatedPrize["type"], { drawDate }: Prize) =>
    drawDate ? Date.parse(drawDate) === drawsAt.getTime() : type !== "Early Bird";
  return prizeTypes.flatMap((type) => (prizes[type] ?? []).filter((prize) => isAtEnd(type, prize)));
}

/** `number` counts from 1, and `cutOffAt` is the last sale that can win any of its prizes. */
export type EarlyBird = { number: number; at: Date; cutOffAt: Date; prizes: Prize[] };

export function listEarlyBirdPrizes(draw: DatedDraw): EarlyBird[] {
  const prizes = draw.prizes["Early Bird"] ?? [];
  return listEarlyBirds(draw).map((at, index) => {
    const ownPrizes = prizes.filter(({ drawDate }) => drawDate && Date.parse(drawDate) === at.getTime());
    const cutOffs = ownPrizes.flatMap((prize) => getCutOff(prize)?.getTime() ?? []);
    const cutOffAt = cutOffs.length > 0 ? new Date(Math.max(...cutOffs)) : at;
    return { number: index + 1, at, cutOffAt, prizes: ownPrizes };
  });
}

/** The early birds that a ticket sold at this moment can win, each with the prizes that it can win. */
export function listWinnableEarlyBirds(draw: DatedDraw, soldAt: Date): EarlyBird[] {
  return listEarlyBirdPrizes(draw)
    .filter(({ cutOffAt }) => cutOffAt >= soldAt)
    .map((bird) => ({ ...bird, prizes: bird.prizes.filter((prize) => (getCutOff(prize) ?? bird.at) >= soldAt) }));
}

export type EarlyBirdChance = { at: Date; cutOffAt: Date; prize: Prize | null };

/** What can still be won until when: one for each prize, as each may have its own cut-off, and one without a prize. */
export function listEarlyBirdChances(draw: DatedDraw): EarlyBirdChance[] {
  return listEarlyBirdPrizes(draw).flatMap(({ at, prizes }): EarlyBirdChance[] =>
    prizes.length === 0
      ? [{ at, cutOffAt: at, prize: null }]
      : prizes.map((prize) => ({ at, cutOffAt: getCutOff(prize) ?? at, prize })),
  );
}

/**
 * Returns the number of the early bird that a winner was drawn for: the last one, if it was less than a day before the
 * drawing. Undefined otherwise, and if the draw has only one early bird.
 */
export function findEarlyBirdNumber(draw: DatedDraw, { poolId, prizeType, drawnAt }: Winner): number | undefined {
  const birds = listEarlyBirds(draw);
  if (poolId !== mainPoolId || prizeType !== "Early Bird" || birds.length < 2) return undefined;
  const at = Date.parse(drawnAt);
  const last = birds.filter((bird) => bird.getTime() <= at);
  const near = last.at(-1);
  return near && at - near.getTime() < dayMs ? last.length : undefined;
}

/** The next early bird that a ticket sold at this moment can win. */
export function findNextEarlyBird(draw: DatedDraw, soldAt: Date, now: Date): EarlyBird | null {
  return listWinnableEarlyBirds(draw, soldAt).find(({ at }) => at > now) ?? null;
}

function listDatedPrizes(draw: MomentsDraw): DatedPrize[] {
  const all = prizeTypes.flatMap((type) => (draw.prizes[type] ?? []).map((prize) => ({ prize, type })));
  return all.map(({ prize, type }) => {
    const winner = findPrizeWinner(draw, prize);
    return winner ? { prize, type, winner } : { prize, type };
  });
}

function listScheduledMoments(draw: MomentsDraw, now: Date): Moment[] {
  const { opensAt, closesAt, drawsAt, earlyBirds } = getActualDates(draw, now);
  const moment = (kind: Moment["kind"], at: Date): Moment => ({ kind, at, isPast: at <= now, prizes: [] });
  return [
    moment("opens", opensAt),
    ...earlyBirds.map((at, index) => ({ ...moment("early-bird", at), number: index + 1 })),
    ...(closesAt ? [moment("closes", closesAt)] : []),
    { ...moment("draw", drawsAt), isPast: drawsAt <= now || findMainWinner(draw) !== undefined },
  ];
}

/** An undated prize belongs to the main drawing, unless it is an early bird's. */
function findDrawingMoment(dated: DatedPrize, draw: MomentsDraw, moments: readonly Moment[]): Moment | undefined {
  const { prize, type, winner } = dated;
  const mainDrawing = moments.find(({ kind }) => kind === "draw");
  if (winner && winner === findMainWinner(draw)) return mainDrawing;
  if (!prize.drawDate) return type === "Early Bird" ? undefined : mainDrawing;
  const at = Date.parse(prize.drawDate);
  if (at === getSchedule(draw).drawsAt.getTime()) return mainDrawing;
  return moments.find((moment) => moment.kind === "early-bird" && moment.at?.getTime() === at);
}
