import { mainPoolId } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";

export type Winner = Draw["winners"][number];

export type Prizes = Draw["prizes"];

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

/** A pool that lists no prizes has one. */
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

/** Each pool numbers its tickets from 1, so a number alone is ambiguous with several pools. */
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
 * Finds the prize by its number, else the only prize of its type, else the only one of that date. Returns undefined if
 * several fit.
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
