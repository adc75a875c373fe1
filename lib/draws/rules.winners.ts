import type { FieldProblem } from "@/lib/platform/http/reasons";
import type { DatedDraw, Schedule } from "./rules";
import { earlyBirdsOf, mainPoolId, scheduleOf, secondDrawsAt } from "./rules";
import type { Draw } from "./schema";

/** How a prize stands: as long as it can still change, once it stays, and once somebody has won it. */
export type PrizeStage = "estimated" | "final" | "won";

type Dated = Pick<Draw, "winners" | "dates" | "startDate" | "endDate" | "prizes">;

/** The dates of a draw as they turned out; `closesAt` is null where sales were over before: nobody knows since when. */
type ActualDates = Omit<Schedule, "closesAt"> & { closesAt: Date | null };

/** A listed winning number, and whose it is as far as that is published. */
export type Winner = Draw["winners"][number];

/** How far a drawing is: to come, past without a known winner (it may have been put off), or drawn. */
type DrawingStage = "ahead" | "past" | "drawn";

/** The message (of `draw`) that gives the date of a drawing. */
export const drawingDate = { ahead: "drawnOn", past: "drawWas", drawn: "drawn" } as const satisfies Record<
  DrawingStage,
  string
>;

type Prizes = Draw["prizes"];

/** One prize of a list of prizes. */
export type Prize = NonNullable<Prizes["Grand Prize"]>[number];

/** A draw by what is won in it: the prizes of each of its pools. */
type PrizedDraw = { prizes: Prizes; secondDraws: readonly { id: string; prizes: Prizes }[] };

/** Who won the grand prize of a pool; nobody yet, as long as it is not drawn. */
export function grandWinnerOf({ winners }: Pick<Draw, "winners">, pool: string): Winner | undefined {
  return winners.find(({ poolId, prizeType }) => poolId === pool && prizeType === "Grand Prize");
}

/** Who won the prize of the draw itself. */
export function mainWinnerOf(draw: Pick<Draw, "winners">): Winner | undefined {
  return grandWinnerOf(draw, mainPoolId);
}

/** The prizes of a pool by their type; undefined where there is no such pool. */
export function prizesOf(draw: PrizedDraw, poolId: string): Prizes | undefined {
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
export function hasSeveralPools({ secondDraws }: Pick<Draw, "secondDraws">): boolean {
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
  const isOfMoment = ({ drawDate }: Prize) => drawDate !== undefined && Date.parse(drawDate) === Date.parse(drawnAt);
  const named = ofType.filter(({ winningTicketNumber }) => winningTicketNumber === number);
  if (named.length > 0) return named.find(isOfMoment) ?? named[0];
  const unnamed = ofType.filter(({ winningTicketNumber }) => winningTicketNumber === undefined);
  if (ofType.length === 1) return unnamed[0];
  const ofMoment = unnamed.filter(isOfMoment);
  return ofMoment.length === 1 ? ofMoment[0] : undefined;
}

/** Who won a prize of a draw's own list; nobody where the winners do not tell. */
export function winnerOfPrize(draw: PrizedDraw & Pick<Draw, "winners">, prize: Prize): Winner | undefined {
  return draw.winners.find((winner) => prizeOfWinner(draw, winner) === prize);
}

/** When something is drawn or was, and how far it is: its winner's moment, else its date; null without either. */
export function drawingOf(
  winner: Pick<Winner, "drawnAt"> | undefined,
  date: string | Date | null | undefined,
  now: Date,
): { at: Date; stage: DrawingStage } | null {
  if (winner) return { at: new Date(winner.drawnAt), stage: "drawn" };
  if (!date) return null;
  const at = new Date(date);
  return { at, stage: at <= now ? "past" : "ahead" };
}

/** The message (of `draw`) that says how the winner of a pool is drawn, or was; null where nobody said. */
export function drawingWords(draw: Pick<Draw, "winners" | "useRNG" | "secondDraws">, poolId: string) {
  const { useRNG } = draw.secondDraws.find(({ id }) => id === poolId) ?? draw;
  if (useRNG === undefined) return null;
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

type Closed = Dated & Pick<Draw, "state"> & { closedAt?: string };

/** When sales close, or closed: by hand or by the schedule, whichever was first. Null where neither can be true. */
function salesEndOf({ closedAt, state, ...draw }: Closed, overBy: Date): Date | null {
  const schedule = scheduleOf(draw);
  const closesAt = closedAt ? new Date(Math.min(Date.parse(closedAt), schedule.closesAt.getTime())) : schedule.closesAt;
  return state.time_state === "Ended" && closesAt > overBy ? null : closesAt;
}

/** The schedule of a draw, but for what became of it otherwise: drawn at another time, or closed before its end. */
export function actualDatesOf(draw: Closed, now: Date): ActualDates {
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

type PrizeType = Winner["prizeType"];

/** `paths` are the fields of the prizes that told the winners which the list lacked: these stand last in `winners`. */
type Gathered = { winners: Winner[]; paths: string[]; problems: FieldProblem[] };

/** The prizes of one pool, where they stand in the definition, and when the pool is drawn; null where nobody said. */
type PrizedPool = { poolId: string; path: string; prizes: Prizes; drawsAt: Date | null };

type PrizeDraw = DatedDraw & Pick<Draw, "secondDraws" | "winners">;

function prizedPoolsOf(draw: PrizeDraw): PrizedPool[] {
  const main = { poolId: mainPoolId, path: "prizes", prizes: draw.prizes, drawsAt: scheduleOf(draw).drawsAt };
  const seconds = draw.secondDraws.map((second, at) => ({
    ...{ poolId: second.id, path: `secondDraws.${at}.prizes`, prizes: second.prizes },
    drawsAt: secondDrawsAt(second),
  }));
  return [main, ...seconds];
}

/** A winner as a prize tells it, or what is missing; without a date it is drawn with its pool, no early bird is. */
function toWinner(
  prize: Prize,
  { poolId, prizeType, drawsAt }: { poolId: string; prizeType: PrizeType; drawsAt: Date | null },
): Winner | "winningTicketNumber" | "drawDate" {
  const { winningTicketNumber: number, winnerName: name, drawDate } = prize;
  if (number === undefined) return "winningTicketNumber";
  const drawnAt = drawDate ?? (prizeType === "Early Bird" ? undefined : drawsAt?.toISOString());
  return drawnAt ? { poolId, prizeType, number, ...(name ? { name } : {}), drawnAt } : "drawDate";
}

/** Puts the winner that a prize tells into the list of those of its type, unless the list says otherwise. */
function gatherPrize(
  prize: Prize,
  { path, own, most, told }: { path: string; own: Winner[]; most: number; told: ReturnType<typeof toWinner> },
  claimed: Set<Winner>,
): FieldProblem[] {
  // A name alone belongs to the only number of its type.
  const [only] = own;
  if (told === "winningTicketNumber" && only && own.length === 1 && most === 1) {
    if (only.name && only.name !== prize.winnerName) return [{ field: `${path}.winnerName`, problem: "contradictory" }];
    if (prize.winnerName) only.name = prize.winnerName;
    return [];
  }
  if (typeof told === "string") return [{ field: `${path}.${told}`, problem: "required" }];
  const listed = own.find((winner) => winner.number === told.number && !claimed.has(winner));
  if (!listed && own.length >= most) return [{ field: `${path}.winningTicketNumber`, problem: "contradictory" }];
  if (listed?.name && prize.winnerName && listed.name !== prize.winnerName) {
    return [{ field: `${path}.winnerName`, problem: "contradictory" }];
  }
  if (listed && told.name) listed.name = told.name;
  if (!listed) own.push(told);
  claimed.add(listed ?? told);
  return [];
}

/**
 * All winners of a draw: those of its list, and those that its prizes name in their own fields (`winnerName`,
 * `winningTicketNumber`), each once; with what contradicts the list or says too little.
 */
export function gatherWinners(draw: PrizeDraw): Gathered {
  const problems: FieldProblem[] = [];
  const paths: string[] = [];
  const claimed = new Set<Winner>();
  let winners: Winner[] = draw.winners.map((winner) => ({ ...winner }));
  for (const { poolId, path, prizes, drawsAt } of prizedPoolsOf(draw)) {
    for (const [prizeType, list] of Object.entries(prizes) as [PrizeType, Prize[]][]) {
      const isOwn = (winner: Winner) => winner.poolId === poolId && winner.prizeType === prizeType;
      const own = winners.filter(isOwn);
      const known = own.length;
      for (const [at, prize] of list.entries()) {
        if (prize.winningTicketNumber === undefined && prize.winnerName === undefined) continue;
        const told = toWinner(prize, { poolId, prizeType, drawsAt });
        const field = `${path}.${prizeType}.${at}`;
        const before = own.length;
        const place = { path: field, own, most: list.length, told };
        problems.push(...gatherPrize(prize, place, claimed));
        if (own.length > before) paths.push(field);
      }
      winners = [...winners, ...own.slice(known)];
    }
  }
  return { winners, paths, problems };
}

/** A prize changed, by the path of its field. */
type ChangePrize = (prize: Prize, path: string) => Prize;

function mapPrizes(prizes: Prizes, path: string, change: ChangePrize): Prizes {
  const changed = Object.entries(prizes).map(([type, list]) => [
    type,
    list.map((prize, at) => change(prize, `${path}.${type}.${at}`)),
  ]);
  return Object.fromEntries(changed);
}

function withPrizes<Prized extends Pick<Draw, "prizes" | "secondDraws">>(draw: Prized, change: ChangePrize): Prized {
  const secondDraws = draw.secondDraws.map((second, at) => ({
    ...second,
    prizes: mapPrizes(second.prizes, `secondDraws.${at}.prizes`, change),
  }));
  return { ...draw, prizes: mapPrizes(draw.prizes, "prizes", change), secondDraws };
}

/** A draw as it is stored: who won stands in its list alone; a prize keeps its number, which tells it from others. */
export function toStoredWinners(draw: Draw, winners: Winner[]): Draw {
  return { ...withPrizes(draw, ({ winnerName: _name, ...prize }) => prize), winners };
}

/** A draw without the winners of those of its prizes that `problems` names. */
export function withoutPrizeWinners(draw: Draw, problems: readonly FieldProblem[]): Draw {
  return withPrizes(draw, (prize, path) => {
    if (!problems.some(({ field }) => field.startsWith(`${path}.`))) return prize;
    const { winnerName: _name, winningTicketNumber: _number, ...rest } = prize;
    return rest;
  });
}

/**
 * A draw as it is shown: its winners in its list and, as far as a prize tells whose it is, in the prize's own fields
 * (docs/design.md, Prizes and winners).
 */
export function showWinners(draw: Draw): Draw {
  const { winners } = gatherWinners(draw);
  if (winners.length === 0) return draw;
  const listed = { ...draw, winners };
  return withPrizes(listed, (prize) => {
    const { winnerName: _name, winningTicketNumber: _number, ...rest } = prize;
    const winner = winnerOfPrize(listed, prize);
    if (!winner) return rest;
    return { ...rest, winningTicketNumber: winner.number, ...(winner.name ? { winnerName: winner.name } : {}) };
  });
}
