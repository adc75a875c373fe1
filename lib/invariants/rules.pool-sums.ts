import type { DatabaseCheck, Violation } from "./rules.invariants";

/** Void lines do not count as sales. */
export type LineSums = {
  drawId: string;
  poolId: string;
  heldTickets: number;
  heldCents: number;
  soldCents: number;
  /** Counts the team's valid tickets. Null for a line without a team. */
  team: { teamId: string; tickets: number } | null;
};

/** `sum` adds up the valid ranges of orders with this team. */
export type TeamSums = { counter: number; sum: number };

export type PoolSums = Omit<LineSums, "team"> & {
  teams: Map<string, TeamSums>;
  /** Null if ranges or lines name a pool that does not exist. */
  counters: {
    maxTickets: number | null;
    maxJackpotCents: number | null;
    jackpotBaseCents: number;
    sold: number;
    voided: number;
    reserved: number;
    salesCents: number;
    reservedCents: number;
  } | null;
  ranges: number;
  numbers: number;
  voidNumbers: number;
};

export const zeroSums = { ranges: 0, numbers: 0, voidNumbers: 0, heldTickets: 0, heldCents: 0, soldCents: 0 };

/** A pool that only lines name has no counters. */
export function addLines(pools: PoolSums[], lines: readonly LineSums[]): void {
  for (const line of lines) {
    const { drawId, poolId, team } = line;
    let pool = pools.find((other) => other.drawId === drawId && other.poolId === poolId);
    if (!pool) {
      pool = { drawId, poolId, counters: null, ...zeroSums, teams: new Map() };
      pools.push(pool);
    }
    pool.heldTickets += line.heldTickets;
    pool.heldCents += line.heldCents;
    pool.soldCents += line.soldCents;
    if (team) addTeam(pool, team);
  }
}

type CounterPair = [check: DatabaseCheck, counter: number, sum: number];

function isAbove(value: number, max: number | null | undefined): boolean {
  return typeof max === "number" && value > max;
}

function findLimitViolations({ drawId, poolId, counters }: PoolSums): Violation[] {
  if (!counters) return [];
  const { maxTickets, maxJackpotCents, sold, reserved, jackpotBaseCents, salesCents, reservedCents } = counters;
  const violations: Violation[] = [];
  if (isAbove(sold + reserved, maxTickets)) {
    const detail = { sold, reserved, maxTickets };
    violations.push({ check: "limit-exceeded", drawId, subject: poolId, detail });
  }
  if (isAbove(jackpotBaseCents + salesCents + reservedCents, maxJackpotCents)) {
    const detail = { jackpotBaseCents, salesCents, reservedCents, maxJackpotCents };
    violations.push({ check: "jackpot-exceeded", drawId, subject: poolId, detail });
  }
  return violations;
}

function findTeamViolations({ drawId, poolId, teams }: PoolSums): Violation[] {
  return [...teams].flatMap(([teamId, { counter, sum }]): Violation[] =>
    counter === sum
      ? []
      : [{ check: "team-counter", drawId, subject: `${poolId} ${teamId}`, detail: { counter, sum } }],
  );
}

/** Finds counters that exceed a limit or differ from the sums of ranges and lines. */
export function findPoolViolations(pool: PoolSums): Violation[] {
  const { drawId, poolId, counters } = pool;
  const pairs: CounterPair[] = [
    ["sold-counter", counters?.sold ?? 0, pool.numbers],
    ["voided-counter", counters?.voided ?? 0, pool.voidNumbers],
    ["reserved-counter", counters?.reserved ?? 0, pool.heldTickets],
    ["sales-counter", counters?.salesCents ?? 0, pool.soldCents],
    ["reserved-cents-counter", counters?.reservedCents ?? 0, pool.heldCents],
  ];
  const differing = pairs.filter(([, counter, sum]) => counter !== sum);
  const counterViolations = differing.map(
    ([check, counter, sum]): Violation => ({ check, drawId, subject: poolId, detail: { counter, sum } }),
  );
  return [...findLimitViolations(pool), ...counterViolations, ...findTeamViolations(pool)];
}

function addTeam({ teams }: PoolSums, { teamId, tickets }: NonNullable<LineSums["team"]>): void {
  const { counter, sum } = teams.get(teamId) ?? { counter: 0, sum: 0 };
  teams.set(teamId, { counter, sum: sum + tickets });
}
