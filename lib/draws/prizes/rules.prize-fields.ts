import type { Prize, Prizes, Winner } from "@/lib/draws/prizes/rules.winners";
import { findPrizeWinner } from "@/lib/draws/prizes/rules.winners";
import type { DatedDraw } from "@/lib/draws/rules";
import { getSchedule, getSecondDrawDate, mainPoolId } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";
import type { FieldProblem } from "@/lib/platform/http/reasons";

type PrizeType = Winner["prizeType"];

/** Winners from prize fields come last, and `paths` names those fields. */
type MergedWinners = { winners: Winner[]; paths: string[]; problems: FieldProblem[] };

type PoolWithPrizes = { poolId: string; path: string; prizes: Prizes; drawsAt: Date | null };

type DrawWithWinners = DatedDraw & Pick<Draw, "secondDraws" | "winners">;

/** Merges the list of winners with `winnerName` and `winningTicketNumber` of prizes. `problems` are contradictions. */
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

/** Moves winners' names into the list alone. A prize keeps its number, which identifies the winner. */
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

/** Copies published winners into the fields of their prizes (docs/design.md, Prizes and winners). */
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

/** Returns the winner, or the field that is missing. Undated prizes, except early birds', are drawn with the pool. */
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
