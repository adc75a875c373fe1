import type { DatabaseCheck, Violation } from "./rules.invariants";

/** What lines add up to in one pool, of open orders and of finalized ones; money in cents. Void lines are no sales. */
export type LineSums = {
  drawId: string;
  poolId: string;
  heldTickets: number;
  heldCents: number;
  soldCents: number;
  /** The team that their orders support, and their valid tickets; null where they support none. */
  team: { teamId: string; tickets: number } | null;
};

/** What a pool's counter of a team says, and what the valid ranges of orders that support it add up to. */
export type TeamSums = { counter: number; sum: number };

/** What the counters of one pool say, and what its ranges and lines add up to; money in cents. */
export type PoolSums = Omit<LineSums, "team"> & {
  teams: Map<string, TeamSums>;
  /** Null when ranges or lines name a pool that does not exist. */
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

/** Sums of a pool of which nothing was read yet. */
export const noSums = { ranges: 0, numbers: 0, voidNumbers: 0, heldTickets: 0, heldCents: 0, soldCents: 0 };

function addTeam({ teams }: PoolSums, { teamId, tickets }: NonNullable<LineSums["team"]>): void {
  const { counter, sum } = teams.get(teamId) ?? { counter: 0, sum: 0 };
  teams.set(teamId, { counter, sum: sum + tickets });
}

/** Adds what some lines add up to; a pool that only lines name is a pool without counters. */
export function addLines(pools: PoolSums[], lines: readonly LineSums[]): void {
  for (const line of lines) {
    const { drawId, poolId, team } = line;
    let pool = pools.find((known) => known.drawId === drawId && known.poolId === poolId);
    if (!pool) {
      pool = { drawId, poolId, counters: null, ...noSums, teams: new Map() };
      pools.push(pool);
    }
    pool.heldTickets += line.heldTickets;
    pool.heldCents += line.heldCents;
    pool.soldCents += line.soldCents;
    if (team) addTeam(pool, team);
  }
}

type Pair = [check: DatabaseCheck, counter: number, sum: number];

function isAbove(value: number, most: number | null | undefined): boolean {
  return typeof most === "number" && value > most;
}

function limitViolations({ drawId, poolId, counters }: PoolSums): Violation[] {
  if (!counters) return [];
  const { maxTickets, maxJackpotCents, sold, reserved, jackpotBaseCents, salesCents, reservedCents } = counters;
  const found: Violation[] = [];
  if (isAbove(sold + reserved, maxTickets)) {
    const detail = { sold, reserved, maxTickets };
    found.push({ check: "limit-exceeded", drawId, subject: poolId, detail });
  }
  if (isAbove(jackpotBaseCents + salesCents + reservedCents, maxJackpotCents)) {
    const detail = { jackpotBaseCents, salesCents, reservedCents, maxJackpotCents };
    found.push({ check: "jackpot-exceeded", drawId, subject: poolId, detail });
  }
  return found;
}

function teamViolations({ drawId, poolId, teams }: PoolSums): Violation[] {
  return [...teams].flatMap(([teamId, { counter, sum }]): Violation[] =>
    counter === sum
      ? []
      : [{ check: "team-counter", drawId, subject: `${poolId} ${teamId}`, detail: { counter, sum } }],
  );
}

/** What is wrong with the counters of a pool: above a limit, or not what its ranges and lines add up to. */
export function poolViolations(pool: PoolSums): Violation[] {
  const { drawId, poolId, counters } = pool;
  const pairs: Pair[] = [
    ["sold-counter", counters?.sold ?? 0, pool.numbers],
    ["voided-counter", counters?.voided ?? 0, pool.voidNumbers],
    ["reserved-counter", counters?.reserved ?? 0, pool.heldTickets],
    ["sales-counter", counters?.salesCents ?? 0, pool.soldCents],
    ["reserved-cents-counter", counters?.reservedCents ?? 0, pool.heldCents],
  ];
  const differing = pairs.filter(([, counter, sum]) => counter !== sum);
  const found = differing.map(
    ([check, counter, sum]): Violation => ({ check, drawId, subject: poolId, detail: { counter, sum } }),
  );
  return [...limitViolations(pool), ...found, ...teamViolations(pool)];
}
