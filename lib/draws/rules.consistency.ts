import type { FieldProblem } from "@/lib/platform/http/reasons";
import { scheduleOf } from "./rules";
import { poolsOf } from "./rules.packages";
import type { Draw } from "./schema";

/**
 * First segments of the product's own addresses; a draw of that id could not be reached (docs/design.md, Reserved
 * addresses).
 */
const reservedIds = new Set([
  "1",
  "en",
  "fr",
  "api",
  "builds",
  "dummy",
  "hashtest",
  "order",
  "staticSuccess",
  "success",
  "successV1",
  "terminal",
  "titled",
  // Pages under /terminal, where a draw's id stands as well.
  "order-details",
  "recent-orders",
  "register",
  "unfinalized-orders",
]);

type Named = { field: string; id: string };

function duplicatesIn(named: Named[]): FieldProblem[] {
  const seen = new Set<string>();
  return named
    .filter(({ id }) => seen.has(id) || !seen.add(id))
    .map(({ field }) => ({ field, problem: "duplicate" as const }));
}

function checkPackages(draw: Draw): FieldProblem[] {
  const single = draw.ticketPriceInfo.map(({ id }, at) => ({ field: `ticketPriceInfo.${at}.id`, id }));
  const grouped = draw.ticketPools.flatMap((group, groupAt) =>
    group.ticketPriceInfo.map(({ id }, at) => ({ field: `ticketPools.${groupAt}.ticketPriceInfo.${at}.id`, id })),
  );
  const seconds = draw.secondDraws.flatMap((second, secondAt) =>
    duplicatesIn(
      second.ticketPackageInfo.map(({ id }, at) => ({
        field: `secondDraws.${secondAt}.ticketPackageInfo.${at}.id`,
        id,
      })),
    ),
  );
  const none: FieldProblem[] =
    single.length + grouped.length === 0 ? [{ field: "ticketPriceInfo", problem: "required" }] : [];
  return [...none, ...duplicatesIn([...single, ...grouped]), ...seconds];
}

function checkIds(draw: Draw): FieldProblem[] {
  const reserved: FieldProblem[] = reservedIds.has(draw.id) ? [{ field: "id", problem: "reserved" }] : [];
  return [
    ...reserved,
    ...duplicatesIn(draw.ticketPools.map(({ id }, at) => ({ field: `ticketPools.${at}.id`, id }))),
    ...duplicatesIn(draw.secondDraws.map(({ id }, at) => ({ field: `secondDraws.${at}.id`, id }))),
    ...duplicatesIn(draw.bundles.map(({ id }, at) => ({ field: `bundles.${at}.id`, id }))),
    // A buyer supports a team or a whole group by one id: they share a list.
    ...duplicatesIn(
      draw.teams.flatMap(({ id, teams }, groupAt) => [
        { field: `teams.${groupAt}.id`, id },
        ...teams.map((team, at) => ({ field: `teams.${groupAt}.teams.${at}.id`, id: team.id })),
      ]),
    ),
  ];
}

function checkDates(draw: Draw): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (new Date(draw.startDate) >= new Date(draw.endDate)) problems.push({ field: "endDate", problem: "out-of-order" });
  draw.dates.forEach((date, at) => {
    const before = draw.dates[at - 1];
    if (before && new Date(before) >= new Date(date)) problems.push({ field: `dates.${at}`, problem: "out-of-order" });
  });
  draw.secondDraws.forEach(({ startDate, cutOffDate, drawDate }, at) => {
    const ordered = [startDate, cutOffDate, drawDate]
      .filter((date) => date !== undefined)
      .map((date) => Date.parse(date));
    const isOrdered = ordered.every((date, index) => index === 0 || (ordered[index - 1] ?? 0) <= date);
    if (!isOrdered) problems.push({ field: `secondDraws.${at}.drawDate`, problem: "out-of-order" });
  });
  if (draw.dates.length === 1) problems.push({ field: "dates", problem: "too-small" });
  const { opensAt, closesAt } = scheduleOf(draw);
  if (draw.dates.length > 1 && opensAt >= closesAt) problems.push({ field: "dates", problem: "out-of-order" });
  return problems;
}

function checkReferences(draw: Draw): FieldProblem[] {
  const pools = new Map(poolsOf(draw).map((pool) => [pool.poolId, pool]));
  const bundles = draw.bundles.flatMap((bundle, bundleAt) =>
    bundle.items.flatMap((item, at): FieldProblem[] => {
      const pool = pools.get(item.poolId);
      const field = `bundles.${bundleAt}.items.${at}`;
      if (!pool) return [{ field: `${field}.poolId`, problem: "not-in-draw" }];
      const isKnown = pool.packages.some((known) => known.packageId === item.packageId);
      return isKnown ? [] : [{ field: `${field}.packageId`, problem: "not-in-draw" }];
    }),
  );
  const winners = draw.winners.flatMap((winner, at): FieldProblem[] =>
    pools.has(winner.poolId) ? [] : [{ field: `winners.${at}.poolId`, problem: "not-in-draw" }],
  );
  return [...bundles, ...winners];
}

/** What contradicts itself in a draw whose fields are each valid: ids, dates, references. Empty when all is well. */
export function findInconsistencies(draw: Draw): FieldProblem[] {
  return [...checkIds(draw), ...checkPackages(draw), ...checkDates(draw), ...checkReferences(draw)];
}
