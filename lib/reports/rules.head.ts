import { mergeWinners } from "@/lib/draws/prizes/rules.prize-fields";
import { findWinnerPrize } from "@/lib/draws/prizes/rules.winners";
import type { PoolCounters, Schedule } from "@/lib/draws/rules";
import {
  findNotOnSaleReason,
  getPotCents,
  getPrizeCents,
  getSchedule,
  getTimeState,
  listEarlyBirds,
  mainPoolId,
} from "@/lib/draws/rules";
import type { Pool } from "@/lib/draws/rules.packages";
import { listPools } from "@/lib/draws/rules.packages";
import type { Draw } from "@/lib/draws/schema";
import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import { createLocalTime } from "@/lib/local-time";
import type { Span } from "@/lib/number-spans";
import type { ReportHead, ReportPool, ReportWinner } from "./rules";
import { listOpenMatters } from "./rules";

export type PoolSnapshot = {
  poolId: string;
  counters: PoolCounters | null;
  /** 0 if no number was issued. Later ones are higher. */
  highest: number;
  voidSpans: Span[];
  /** Void numbers whose sales were lost in a restore. */
  lostSpans: (Span & { at: Date })[];
  openAttempts: number;
  openRefunds: number;
};

export type ReportSnapshot = {
  draw: Draw;
  closedAt: Date | null;
  pools: PoolSnapshot[];
  openAttempts: number;
  openRefunds: number;
};

export function toReportHead(snapshot: ReportSnapshot, now: Date): ReportHead {
  const { draw, closedAt, openAttempts, openRefunds } = snapshot;
  const schedule = getSchedule(draw);
  const definitions = listPools(draw);
  const pools = sortPools(definitions, snapshot.pools);
  const main = pools.find((pool) => pool.poolId === mainPoolId)?.counters ?? { ...noCounters, poolId: mainPoolId };
  const openMatters = listOpenMatters(
    { endsAt: getEarliest(schedule.closesAt, closedAt), openAttempts, openRefunds },
    now,
  );
  return {
    kind: "draw",
    instanceId: draw.id,
    title: localText(draw.title as LocalText, draw.locale.lang).text,
    organization: localText(draw.organization as LocalText, draw.locale.lang).text,
    province: draw.province,
    licence: draw.license,
    timeZone: draw.timeZone,
    ...toDrawTimes(snapshot, schedule, now),
    approvalState: draw.state.approval_state,
    timeState: getTimeState(schedule, closedAt, now),
    salesOpen: findNotOnSaleReason({ draw, closedAt, mainPool: main }, now) === null,
    isTest: draw.isTestDraw,
    openAttempts,
    openRefunds,
    openMatters,
    isFinal: openMatters.length === 0,
    packages: listPackages(definitions),
    pools: pools.map((pool) => {
      const definition = definitions.find(({ poolId }) => poolId === pool.poolId);
      return toReportPool(snapshot, pool, definition, now);
    }),
    winners: listWinners(draw),
  };
}

const noCounters: Omit<PoolCounters, "poolId"> = {
  maxTickets: null,
  sold: 0,
  voided: 0,
  reserved: 0,
  jackpotBaseCents: 0,
  salesCents: 0,
  reservedCents: 0,
  maxJackpotCents: null,
  cutOffAt: null,
};

function getEarliest(...instants: (Date | null)[]): Date {
  return new Date(Math.min(...instants.filter((instant) => instant !== null).map((instant) => instant.getTime())));
}

function getLicence(draw: Draw, poolId: string): string {
  if (poolId === mainPoolId) return draw.license;
  return draw.secondDraws.find((second) => second.id === poolId)?.license ?? "";
}

function toReportPool(
  snapshot: ReportSnapshot,
  pool: PoolSnapshot,
  definition: Pool | undefined,
  now: Date,
): ReportPool {
  const { draw, closedAt } = snapshot;
  const { poolId, openAttempts, openRefunds } = pool;
  const counters = pool.counters ?? { ...noCounters, poolId };
  const { maxTickets, sold, cutOffAt } = counters;
  const type = definition?.type ?? draw.type;
  const voided = pool.voidSpans.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const endsAt = getEarliest(getSchedule(draw).closesAt, closedAt, cutOffAt);
  const openMatters = listOpenMatters({ endsAt, openAttempts, openRefunds }, now);
  return {
    poolId,
    title: definition ? localText(definition.title, draw.locale.lang).text : poolId,
    type,
    licence: getLicence(draw, poolId),
    limit: maxTickets,
    sold: sold - voided,
    void: voided,
    held: counters.reserved,
    neverIssued: maxTickets === null ? null : maxTickets - sold,
    salesCents: counters.salesCents,
    potCents: getPotCents(counters),
    prizeCents: type === "5050 Cash" ? getPrizeCents(getPotCents(counters)) : null,
    cutOffAt: cutOffAt && createLocalTime(draw.timeZone)(cutOffAt),
    openMatters,
    isFinal: openMatters.length === 0,
  };
}

function sortPools(definitions: readonly Pool[], pools: readonly PoolSnapshot[]): PoolSnapshot[] {
  const ordered = definitions.flatMap(({ poolId }) => pools.find((pool) => pool.poolId === poolId) ?? []);
  return [...ordered, ...pools.filter((pool) => !ordered.includes(pool))];
}

function listPackages(pools: readonly Pool[]): ReportHead["packages"] {
  return pools.flatMap(({ poolId, packages }) => packages.map((offered) => ({ poolId, ...offered })));
}

type DrawTimes = Pick<ReportHead, "opensAt" | "closesAt" | "closedAt" | "drawsAt" | "earlyBirds" | "generatedAt">;

function toDrawTimes({ draw, closedAt }: ReportSnapshot, schedule: Schedule, now: Date): DrawTimes {
  const localTime = createLocalTime(draw.timeZone);
  const write = (instant: Date) => localTime(instant);
  return {
    opensAt: write(schedule.opensAt),
    closesAt: write(schedule.closesAt),
    closedAt: closedAt && write(closedAt),
    drawsAt: write(schedule.drawsAt),
    earlyBirds: listEarlyBirds(draw).map(write),
    generatedAt: write(now),
  };
}

/** Identifies winners by numbers and prizes, never by name. */
function listWinners(draw: Draw): ReportWinner[] {
  const localTime = createLocalTime(draw.timeZone);
  return mergeWinners(draw).winners.map((winner) => {
    const { poolId, prizeType, number, drawnAt, soldOnPaper = false } = winner;
    const prize = findWinnerPrize(draw, winner);
    const { useRNG } = draw.secondDraws.find(({ id }) => id === poolId) ?? draw;
    return {
      poolId,
      prizeType,
      number,
      soldOnPaper,
      prize: prize ? localText(prize.description as LocalText, draw.locale.lang).text : null,
      drawnAt: localTime(new Date(drawnAt)),
      drawnBy: useRNG === undefined ? null : useRNG ? "generator" : "hand",
    };
  });
}
