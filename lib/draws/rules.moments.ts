import { earlyBirdsOf, scheduleOf } from "./rules";
import type { PublicDraw } from "./rules.projection";
import type { Prize } from "./rules.winners";
import { actualDatesOf, mainWinnerOf, winnerOfPrize } from "./rules.winners";

/** Types of prizes, the greatest first. */
const prizeTypes = ["Grand Prize", "Early Bird", "Add On"] as const;

/** A prize of the draw's own list, of which no winner is listed yet. */
export type OpenPrize = { prize: Prize; type: (typeof prizeTypes)[number] };

/**
 * Something that happens in a draw, with what is won then; `prize` is a drawing that the schedule doesn't have. `at` is
 * null where nobody said when; `number` counts early birds.
 */
export type Moment = {
  kind: "opens" | "early-bird" | "closes" | "draw" | "prize";
  at: Date | null;
  number?: number;
  isPast: boolean;
  prizes: OpenPrize[];
};

type MomentsDraw = Pick<
  PublicDraw,
  "dates" | "startDate" | "endDate" | "closedAt" | "state" | "prizes" | "secondDraws" | "winners"
>;

/** The prizes that no listed winner has won: those of winners are told with them. */
function openPrizesOf(draw: MomentsDraw): OpenPrize[] {
  const all = prizeTypes.flatMap((type) => (draw.prizes[type] ?? []).map((prize) => ({ prize, type })));
  return all.filter(({ prize }) => winnerOfPrize(draw, prize) === undefined);
}

function scheduledMoments(draw: MomentsDraw, now: Date): Moment[] {
  const { opensAt, closesAt, drawsAt, earlyBirds } = actualDatesOf(draw, now);
  const moment = (kind: Moment["kind"], at: Date): Moment => ({ kind, at, isPast: at <= now, prizes: [] });
  return [
    moment("opens", opensAt),
    ...earlyBirds.map((at, index) => ({ ...moment("early-bird", at), number: index + 1 })),
    // A line without a moment tells nobody anything.
    ...(closesAt ? [moment("closes", closesAt)] : []),
    { ...moment("draw", drawsAt), isPast: drawsAt <= now || mainWinnerOf(draw) !== undefined },
  ];
}

/** The drawing of a prize: that of its date; without one, the draw itself, unless it is an early bird's. */
function drawingFor({ prize, type }: OpenPrize, draw: MomentsDraw, moments: readonly Moment[]): Moment | undefined {
  const ofDraw = moments.find(({ kind }) => kind === "draw");
  if (!prize.drawDate) return type === "Early Bird" ? undefined : ofDraw;
  const at = Date.parse(prize.drawDate);
  if (at === scheduleOf(draw).drawsAt.getTime()) return ofDraw;
  return moments.find((moment) => moment.kind === "early-bird" && moment.at?.getTime() === at);
}

/** Puts what has a date in its order, and what has none last. */
export function inOrder<Dated extends { at: Date | null }>(dated: Dated[]): Dated[] {
  const timeOf = ({ at }: Dated) => at?.getTime() ?? Number.POSITIVE_INFINITY;
  return dated.sort((left, right) => timeOf(left) - timeOf(right) || 0);
}

/** What happens in a draw in its order, each drawing with the prizes that are still to be won in it. */
export function momentsOf(draw: MomentsDraw, now: Date): Moment[] {
  const moments = scheduledMoments(draw, now);
  for (const open of openPrizesOf(draw)) {
    const drawing = drawingFor(open, draw, moments);
    const at = open.prize.drawDate ? new Date(open.prize.drawDate) : null;
    if (drawing) drawing.prizes.push(open);
    else moments.push({ kind: "prize", at, isPast: at !== null && at <= now, prizes: [open] });
  }
  return inOrder(moments);
}

/** What is won in the drawing that ends a pool: a prize without a date of its own too, unless it is an early bird's. */
export function prizesAtEnd(prizes: PublicDraw["prizes"], drawsAt: Date): Prize[] {
  const isAtEnd = (type: OpenPrize["type"], { drawDate }: Prize) =>
    drawDate ? Date.parse(drawDate) === drawsAt.getTime() : type !== "Early Bird";
  return prizeTypes.flatMap((type) => (prizes[type] ?? []).filter((prize) => isAtEnd(type, prize)));
}

type BirdsDraw = Pick<PublicDraw, "dates" | "startDate" | "endDate" | "prizes">;

/** An early bird and what is won in it, as far as the draw says. */
export type EarlyBird = { at: Date; prizes: Prize[] };

/** The early birds of a draw in their order, each with what is won in it. */
export function earlyBirdsWithPrizes(draw: BirdsDraw): EarlyBird[] {
  const prizes = draw.prizes["Early Bird"] ?? [];
  return earlyBirdsOf(draw).map((at) => ({
    at,
    prizes: prizes.filter(({ drawDate }) => drawDate && Date.parse(drawDate) === at.getTime()),
  }));
}

/** The next early bird after `now`; null where none is to come. */
export function nextEarlyBirdOf(draw: BirdsDraw, now: Date): EarlyBird | null {
  return earlyBirdsWithPrizes(draw).find(({ at }) => at > now) ?? null;
}
