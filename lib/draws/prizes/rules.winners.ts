import type { DatedDraw, Schedule } from "@/lib/draws/rules";
import { getSchedule, getSecondDrawDate, listEarlyBirds, mainPoolId } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";
import type { FieldProblem } from "@/lib/platform/http/reasons";

/** `estimated` while sales can change it, `final` until somebody has `won` it. */
export type PrizeStage = "estimated" | "final" | "won";

type DatedDrawWithWinners = Pick<Draw, "winners" | "dates" | "startDate" | "endDate" | "prizes">;

/** `closesAt` is null if sales ended earlier, at an unknown time. */
type ActualDates = Omit<Schedule, "closesAt"> & { closesAt: Date | null };

export type Winner = Draw["winners"][number];

/** `past` means that the date is over without a winner, as the drawing may be postponed. */
type DrawingStage = "ahead" | "past" | "drawn";

export const drawingDateKeys = { ahead: "drawnOn", past: "drawWas", drawn: "drawn" } as const satisfies Record<
  DrawingStage,
  string
>;

type Prizes = Draw["prizes"];

export type Prize = NonNullable<Prizes["Grand Prize"]>[number];

type DrawWithPrizes = { prizes: Prizes; secondDraws: readonly { id: string; prizes: Prizes }[] };

export function findGrandWinner({ winners }: Pick<Draw, "winners">, pool: string): Winner | undefined {
  return winners.find(({ poolId, prizeType }) => poolId === pool && prizeType === "Grand Prize");
}

export function findMainWinner(draw: Pick<Draw, "winners">): Winner | undefined {
  return findGrandWinner(draw, mainPoolId);
}

export function findPoolPrizes(draw: DrawWithPrizes, poolId: string): Prizes | undefined {
  return poolId === mainPoolId ? draw.prizes : draw.secondDraws.find(({ id }) => id === poolId)?.prizes;
}

export function listPrizes(draw: DrawWithPrizes, poolId: string): Prize[] {
  return Object.values(findPoolPrizes(draw, poolId) ?? {}).flat();
}

/** A pool without listed prizes has one prize. */
export function isPoolDrawn(
  draw: DrawWithPrizes,
  poolId: string,
  winners: readonly Pick<Winner, "prizeType">[],
): boolean {
  const prizes = findPoolPrizes(draw, poolId);
  const finalPrizeCount = (prizes?.["Grand Prize"]?.length ?? 0) + (prizes?.["Add On"]?.length ?? 0);
  return winners.filter(({ prizeType }) => prizeType !== "Early Bird").length >= Math.max(1, finalPrizeCount);
}

type ListedWinner = Pick<Winner, "poolId" | "prizeType">;
type SecondPool = DrawWithPrizes["secondDraws"][number] & { settings: { enabled: boolean } };

function filterEnabled<Pool extends { settings: { enabled: boolean } }>(secondDraws: readonly Pool[]): Pool[] {
  return secondDraws.filter(({ settings }) => settings.enabled);
}

/** Each pool numbers its tickets from 1, so with several pools a number alone is ambiguous. */
export function hasSeveralPools({ secondDraws }: Pick<Draw, "secondDraws">): boolean {
  return filterEnabled(secondDraws).length > 0;
}

export function isAllDrawn(
  draw: Pick<DrawWithPrizes, "prizes"> & { winners: readonly ListedWinner[]; secondDraws: readonly SecondPool[] },
): boolean {
  const secondIds = filterEnabled(draw.secondDraws).map(({ id }) => id);
  const listPoolWinners = (pool: string) => draw.winners.filter(({ poolId }) => poolId === pool);
  return [mainPoolId, ...secondIds].every((pool) => isPoolDrawn(draw, pool, listPoolWinners(pool)));
}

/**
 * Finds the prize by its number, else the only prize of its type, else the only one of that date. Undefined if
 * ambiguous.
 */
export function findWinnerPrize(draw: DrawWithPrizes, winner: Winner): Prize | undefined {
  const { poolId, prizeType, number, drawnAt } = winner;
  const candidates = findPoolPrizes(draw, poolId)?.[prizeType] ?? [];
  const isAtMoment = ({ drawDate }: Prize) => drawDate !== undefined && Date.parse(drawDate) === Date.parse(drawnAt);
  const withNumber = candidates.filter(({ winningTicketNumber }) => winningTicketNumber === number);
  if (withNumber.length > 0) return withNumber.find(isAtMoment) ?? withNumber[0];
  const withoutNumber = candidates.filter(({ winningTicketNumber }) => winningTicketNumber === undefined);
  if (candidates.length === 1) return withoutNumber[0];
  const atMoment = withoutNumber.filter(isAtMoment);
  return atMoment.length === 1 ? atMoment[0] : undefined;
}

export function findPrizeWinner(draw: DrawWithPrizes & Pick<Draw, "winners">, prize: Prize): Winner | undefined {
  return draw.winners.find((winner) => findWinnerPrize(draw, winner) === prize);
}

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

/** The stage of a draw's main prize (docs/draw-rules.md, Prize and pot). */
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
    // A number is drawn after sales end, so they cannot have closed later than that.
    closesAt: findSalesEnd(draw, drawsAt < now ? drawsAt : now),
    drawsAt,
    earlyBirds: listEarlyBirds(draw).filter((at) => at < drawsAt),
  };
}

type PrizeType = Winner["prizeType"];

/** Winners added from prize fields come last, and `paths` are those fields. */
type MergedWinners = { winners: Winner[]; paths: string[]; problems: FieldProblem[] };

type PoolWithPrizes = { poolId: string; path: string; prizes: Prizes; drawsAt: Date | null };

type DrawWithWinners = DatedDraw & Pick<Draw, "secondDraws" | "winners">;

function listPoolsWithPrizes(draw: DrawWithWinners): PoolWithPrizes[] {
  const main = { poolId: mainPoolId, path: "prizes", prizes: draw.prizes, drawsAt: getSchedule(draw).drawsAt };
  const secondPools = draw.secondDraws.map((second, index) => ({
    poolId: second.id,
    path: `secondDraws.${index}.prizes`,
    prizes: second.prizes,
    drawsAt: getSecondDrawDate(second),
  }));
  return [main, ...secondPools];
}

/** Returns the winner or the missing field. Undated prizes, except early birds, are drawn with the pool. */
function toWinner(
  prize: Prize,
  { poolId, prizeType, drawsAt }: { poolId: string; prizeType: PrizeType; drawsAt: Date | null },
): Winner | "winningTicketNumber" | "drawDate" {
  const { winningTicketNumber: number, winnerName: name, drawDate } = prize;
  if (number === undefined) return "winningTicketNumber";
  const drawnAt = drawDate ?? (prizeType === "Early Bird" ? undefined : drawsAt?.toISOString());
  return drawnAt ? { poolId, prizeType, number, ...(name ? { name } : {}), drawnAt } : "drawDate";
}

function mergePrize(
  prize: Prize,
  {
    path,
    poolWinners,
    maxWinners,
    winner,
  }: { path: string; poolWinners: Winner[]; maxWinners: number; winner: ReturnType<typeof toWinner> },
  claimedWinners: Set<Winner>,
): FieldProblem[] {
  // A name without a number belongs to the only winner of its type.
  const [onlyWinner] = poolWinners;
  if (winner === "winningTicketNumber" && onlyWinner && poolWinners.length === 1 && maxWinners === 1) {
    if (onlyWinner.name && onlyWinner.name !== prize.winnerName)
      return [{ field: `${path}.winnerName`, problem: "contradictory" }];
    if (prize.winnerName) onlyWinner.name = prize.winnerName;
    return [];
  }
  if (typeof winner === "string") return [{ field: `${path}.${winner}`, problem: "required" }];
  const listedWinner = poolWinners.find((one) => one.number === winner.number && !claimedWinners.has(one));
  if (!listedWinner && poolWinners.length >= maxWinners)
    return [{ field: `${path}.winningTicketNumber`, problem: "contradictory" }];
  if (listedWinner?.name && prize.winnerName && listedWinner.name !== prize.winnerName) {
    return [{ field: `${path}.winnerName`, problem: "contradictory" }];
  }
  if (listedWinner && winner.name) listedWinner.name = winner.name;
  if (!listedWinner) poolWinners.push(winner);
  claimedWinners.add(listedWinner ?? winner);
  return [];
}

/** Merges the list with `winnerName` and `winningTicketNumber` of prizes. `problems` are what does not fit. */
export function mergeWinners(draw: DrawWithWinners): MergedWinners {
  const problems: FieldProblem[] = [];
  const paths: string[] = [];
  const claimedWinners = new Set<Winner>();
  let winners: Winner[] = draw.winners.map((winner) => ({ ...winner }));
  for (const { poolId, path, prizes, drawsAt } of listPoolsWithPrizes(draw)) {
    for (const [prizeType, list] of Object.entries(prizes) as [PrizeType, Prize[]][]) {
      const isOwn = (winner: Winner) => winner.poolId === poolId && winner.prizeType === prizeType;
      const poolWinners = winners.filter(isOwn);
      const listedCount = poolWinners.length;
      for (const [index, prize] of list.entries()) {
        if (prize.winningTicketNumber === undefined && prize.winnerName === undefined) continue;
        const winner = toWinner(prize, { poolId, prizeType, drawsAt });
        const field = `${path}.${prizeType}.${index}`;
        const before = poolWinners.length;
        const place = { path: field, poolWinners, maxWinners: list.length, winner };
        problems.push(...mergePrize(prize, place, claimedWinners));
        if (poolWinners.length > before) paths.push(field);
      }
      winners = [...winners, ...poolWinners.slice(listedCount)];
    }
  }
  return { winners, paths, problems };
}

type ChangePrize = (prize: Prize, path: string) => Prize;

function mapPrizes(prizes: Prizes, path: string, change: ChangePrize): Prizes {
  const changed = Object.entries(prizes).map(([type, list]) => [
    type,
    list.map((prize, index) => change(prize, `${path}.${type}.${index}`)),
  ]);
  return Object.fromEntries(changed);
}

function withPrizes<Prized extends Pick<Draw, "prizes" | "secondDraws">>(draw: Prized, change: ChangePrize): Prized {
  const secondDraws = draw.secondDraws.map((second, index) => ({
    ...second,
    prizes: mapPrizes(second.prizes, `secondDraws.${index}.prizes`, change),
  }));
  return { ...draw, prizes: mapPrizes(draw.prizes, "prizes", change), secondDraws };
}

/** Stores winners' names only in the list. A prize keeps its number, which identifies the winner. */
export function toStoredWinners(draw: Draw, winners: Winner[]): Draw {
  return { ...withPrizes(draw, ({ winnerName: _name, ...prize }) => prize), winners };
}

export function withoutPrizeWinners(draw: Draw, problems: readonly FieldProblem[]): Draw {
  return withPrizes(draw, (prize, path) => {
    if (!problems.some(({ field }) => field.startsWith(`${path}.`))) return prize;
    const { winnerName: _name, winningTicketNumber: _number, ...rest } = prize;
    return rest;
  });
}

/** Repeats shown winners in their prizes' fields (docs/design.md, Prizes and winners). */
export function copyWinnersToPrizes(draw: Draw): Draw {
  const { winners } = mergeWinners(draw);
  if (winners.length === 0) return draw;
  const listed = { ...draw, winners };
  return withPrizes(listed, (prize) => {
    const { winnerName: _name, winningTicketNumber: _number, ...rest } = prize;
    const winner = findPrizeWinner(listed, prize);
    if (!winner) return rest;
    return { ...rest, winningTicketNumber: winner.number, ...(winner.name ? { winnerName: winner.name } : {}) };
  });
}
