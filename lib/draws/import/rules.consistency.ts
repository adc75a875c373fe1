import { isReservedId } from "@/lib/draws/pages/rules.page-paths";
import { listEarlyBirdPrizes } from "@/lib/draws/prizes/rules.moments";
import type { Winner } from "@/lib/draws/prizes/rules.winners";
import { findPoolPrizes, findWinnerPrize } from "@/lib/draws/prizes/rules.winners";
import type { DatedDraw } from "@/lib/draws/rules";
import { allowsCash, getCutOff, getGrandPrizeDate, getSchedule, mainPoolId } from "@/lib/draws/rules";
import { listPools } from "@/lib/draws/rules.packages";
import type { Draw } from "@/lib/draws/schema";
import { dayMs } from "@/lib/durations";
import { toCents } from "@/lib/money";
import type { FieldProblem, FieldProblemKey } from "@/lib/platform/http/reasons";
import { findCutOffProblems } from "./rules.cut-offs";

type FieldId = { field: string; id: string };

function findDuplicates(ids: FieldId[]): FieldProblem[] {
  const seen = new Set<string>();
  return ids
    .filter(({ id }) => seen.has(id) || !seen.add(id))
    .map(({ field }) => ({ field, problem: "duplicate" as const }));
}

function checkPackages(draw: Draw): FieldProblem[] {
  const single = draw.ticketPriceInfo.map(({ id }, index) => ({ field: `ticketPriceInfo.${index}.id`, id }));
  const grouped = draw.ticketPools.flatMap((group, groupAt) =>
    group.ticketPriceInfo.map(({ id }, index) => ({ field: `ticketPools.${groupAt}.ticketPriceInfo.${index}.id`, id })),
  );
  const secondProblems = draw.secondDraws.flatMap((second, secondAt) =>
    findDuplicates(
      second.ticketPackageInfo.map(({ id }, index) => ({
        field: `secondDraws.${secondAt}.ticketPackageInfo.${index}.id`,
        id,
      })),
    ),
  );
  const missingProblems: FieldProblem[] =
    single.length + grouped.length === 0 ? [{ field: "ticketPriceInfo", problem: "required" }] : [];
  return [...missingProblems, ...findDuplicates([...single, ...grouped]), ...secondProblems];
}

function checkIds(draw: Draw): FieldProblem[] {
  const reserved: FieldProblem[] = isReservedId(draw.id) ? [{ field: "id", problem: "reserved" }] : [];
  return [
    ...reserved,
    ...findDuplicates(draw.ticketPools.map(({ id }, index) => ({ field: `ticketPools.${index}.id`, id }))),
    ...findDuplicates(draw.secondDraws.map(({ id }, index) => ({ field: `secondDraws.${index}.id`, id }))),
    ...findDuplicates(draw.bundles.map(({ id }, index) => ({ field: `bundles.${index}.id`, id }))),
    // A buyer supports a team or a group by one id, so a team and a group may not share an id.
    ...findDuplicates(
      draw.teams.flatMap(({ id, teams }, groupAt) => [
        { field: `teams.${groupAt}.id`, id },
        ...teams.map((team, index) => ({ field: `teams.${groupAt}.teams.${index}.id`, id: team.id })),
      ]),
    ),
  ];
}

function checkDates(draw: Draw): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (new Date(draw.startDate) >= new Date(draw.endDate)) problems.push({ field: "endDate", problem: "out-of-order" });
  draw.dates.forEach((date, index) => {
    const before = draw.dates[index - 1];
    if (before && new Date(before) >= new Date(date))
      problems.push({ field: `dates.${index}`, problem: "out-of-order" });
  });
  draw.secondDraws.forEach(({ startDate, cutOffDate, drawDate }, index) => {
    const times = [startDate, cutOffDate, drawDate]
      .filter((date) => date !== undefined)
      .map((date) => Date.parse(date));
    const isOrdered = times.every((date, index) => index === 0 || (times[index - 1] ?? 0) <= date);
    if (!isOrdered) problems.push({ field: `secondDraws.${index}.drawDate`, problem: "out-of-order" });
  });
  if (draw.dates.length === 1) problems.push({ field: "dates", problem: "too-small" });
  const { opensAt, closesAt } = getSchedule(draw);
  if (draw.dates.length > 1 && opensAt >= closesAt) problems.push({ field: "dates", problem: "out-of-order" });
  return problems;
}

function checkReferences(draw: Draw): FieldProblem[] {
  const pools = new Map(listPools(draw).map((pool) => [pool.poolId, pool]));
  const bundles = draw.bundles.flatMap((bundle, bundleAt) =>
    bundle.items.flatMap((item, index): FieldProblem[] => {
      const pool = pools.get(item.poolId);
      const field = `bundles.${bundleAt}.items.${index}`;
      if (!pool) return [{ field: `${field}.poolId`, problem: "not-in-draw" }];
      const isKnown = pool.packages.some(({ packageId }) => packageId === item.packageId);
      return isKnown ? [] : [{ field: `${field}.packageId`, problem: "not-in-draw" }];
    }),
  );
  const winners = draw.winners.flatMap((winner, index): FieldProblem[] =>
    pools.has(winner.poolId) ? [] : [{ field: `winners.${index}.poolId`, problem: "not-in-draw" }],
  );
  return [...bundles, ...winners];
}

const coinCents = 5;

/** Canada has no cent coins. If all prices are multiples of 5 cents, so are all totals and refunds. */
export function findUnpayablePrices(draw: Draw): FieldProblem[] {
  if (!allowsCash(draw)) return [];
  const listPrices = (path: string, items: readonly { price: number }[]) =>
    items.map(({ price }, index) => ({ field: `${path}.${index}.price`, price }));
  const prices = [
    ...listPrices("ticketPriceInfo", draw.ticketPriceInfo),
    ...draw.ticketPools.flatMap((group, index) =>
      listPrices(`ticketPools.${index}.ticketPriceInfo`, group.ticketPriceInfo),
    ),
    ...draw.secondDraws.flatMap((second, index) =>
      listPrices(`secondDraws.${index}.ticketPackageInfo`, second.ticketPackageInfo),
    ),
    ...draw.bundles.flatMap((bundle, index) => listPrices(`bundles.${index}.items`, bundle.items)),
  ];
  return prices
    .filter(({ price }) => toCents(price) % coinCents !== 0)
    .map(({ field }) => ({ field, problem: "not-in-coins" }));
}

/** A grand prize with another date than its draw would put two dates on the receipt. */
function findGrandPrizeDateProblem({ prizes }: Pick<DatedDraw, "prizes">, path: string, drawsAt: Date): FieldProblem[] {
  const last = getGrandPrizeDate({ prizes });
  if (!last || last.getTime() === drawsAt.getTime()) return [];
  const grand = prizes["Grand Prize"] ?? [];
  const index = grand.findIndex(({ drawDate }) => drawDate && Date.parse(drawDate) === last.getTime());
  return [{ field: `${path}.Grand Prize.${index}.drawDate`, problem: "contradictory" }];
}

export function findDateContradictions(
  draw: Pick<Draw, "secondDraws"> & DatedDraw,
  closedAt: Date | null,
): FieldProblem[] {
  const { closesAt, drawsAt } = getSchedule(draw);
  const salesEnd = closedAt && closedAt < closesAt ? closedAt : closesAt;
  const isDuringSales = drawsAt.getTime() < salesEnd.getTime();
  const main = findGrandPrizeDateProblem(draw, "prizes", isDuringSales ? salesEnd : drawsAt);
  const secondProblems = draw.secondDraws.flatMap((second, index) =>
    second.drawDate ? findGrandPrizeDateProblem(second, `secondDraws.${index}.prizes`, new Date(second.drawDate)) : [],
  );
  return [...main, ...secondProblems];
}

export function findInconsistencies(draw: Draw): FieldProblem[] {
  return [
    ...checkIds(draw),
    ...checkPackages(draw),
    ...checkDates(draw),
    ...findCutOffProblems(draw),
    ...checkReferences(draw),
  ];
}

export type WinningTicket = { soldAt: Date | null; ineligibleReason: "given-back" | "sale-lost" | null };

type DrawingContext = { closedAt: Date | null; tickets: ReadonlyMap<number, WinningTicket>; now: Date };

type WinnerProblem = { place: number; field: "number" | "drawnAt"; problem: FieldProblemKey };

function getSalesEnd(draw: Draw, closedAt: Date | null, poolId: string): number {
  const cutOff = draw.secondDraws.find(({ id }) => id === poolId)?.cutOffDate;
  const ends = [getSchedule(draw).closesAt, ...(closedAt ? [closedAt] : []), ...(cutOff ? [new Date(cutOff)] : [])];
  return Math.min(...ends.map((end) => end.getTime()));
}

/** Returns the time of the last sale that can win. Early birds are often drawn hours after their date. */
function getLastWinningSale(draw: Draw, winner: Winner): number {
  const drawnAt = Date.parse(winner.drawnAt);
  if (winner.prizeType !== "Early Bird") return drawnAt;
  const cutOff = getCutOff(findWinnerPrize(draw, winner) ?? {});
  if (cutOff) return Math.min(cutOff.getTime(), drawnAt);
  const birds = winner.poolId === mainPoolId ? listEarlyBirdPrizes(draw) : [];
  const bird = birds.findLast(({ at }) => at.getTime() <= drawnAt && drawnAt - at.getTime() < dayMs);
  return bird ? bird.cutOffAt.getTime() : drawnAt;
}

function findTicketProblem(draw: Draw, winner: Winner, ticket: WinningTicket): FieldProblemKey | null {
  if (ticket.ineligibleReason) return ticket.ineligibleReason;
  if (winner.soldOnPaper) return ticket.soldAt ? "sold-here" : null;
  if (!ticket.soldAt) return "not-sold";
  return ticket.soldAt.getTime() > getLastWinningSale(draw, winner) ? "sold-later" : null;
}

function findDrawDateProblem(draw: Draw, winner: Winner, { closedAt, now }: DrawingContext): FieldProblemKey | null {
  const drawnAt = Date.parse(winner.drawnAt);
  if (drawnAt > now.getTime()) return "not-yet-drawn";
  if (winner.prizeType === "Early Bird") return null;
  return drawnAt < getSalesEnd(draw, closedAt, winner.poolId) ? "sales-open" : null;
}

/** A number that is put back may win several prizes. */
function isRepeated(draw: Draw, winner: Winner, before: readonly Winner[]): boolean {
  const isSame = (other: Winner) =>
    other.poolId === winner.poolId && other.prizeType === winner.prizeType && other.number === winner.number;
  const earlierWinners = before.filter(isSame);
  if (earlierWinners.length === 0) return false;
  const drawnAt = Date.parse(winner.drawnAt);
  const prizes = findPoolPrizes(draw, winner.poolId)?.[winner.prizeType] ?? [];
  const prizesAtMoment = prizes.filter(({ drawDate }) => drawDate && Date.parse(drawDate) === drawnAt);
  const winnersAtMoment = earlierWinners.filter((other) => Date.parse(other.drawnAt) === drawnAt);
  return (
    earlierWinners.length >= Math.max(1, prizes.length) ||
    (prizesAtMoment.length > 0 && winnersAtMoment.length >= prizesAtMoment.length)
  );
}

export function findWinnerProblems(draw: Draw, context: DrawingContext): WinnerProblem[] {
  return draw.winners.flatMap((winner, place) => {
    const ticket = context.tickets.get(place) ?? { soldAt: null, ineligibleReason: null };
    const numberProblem = isRepeated(draw, winner, draw.winners.slice(0, place))
      ? "duplicate"
      : findTicketProblem(draw, winner, ticket);
    const dateProblem = findDrawDateProblem(draw, winner, context);
    return [
      ...(numberProblem ? [{ place, field: "number" as const, problem: numberProblem }] : []),
      ...(dateProblem ? [{ place, field: "drawnAt" as const, problem: dateProblem }] : []),
    ];
  });
}
