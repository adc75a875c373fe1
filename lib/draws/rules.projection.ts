import type { LocalText } from "@/lib/local-text";
import { toCents, toDollars } from "@/lib/money";
import { copyWinnersToPrizes } from "./prizes/rules.prize-fields";
import type { DrawSnapshot, NotOnSaleReason, PoolCounters } from "./rules";
import {
  countTicketsInDraw,
  countTicketsLeft,
  findNotOnSaleReason,
  getPotCents,
  getPrizeCents,
  getSchedule,
  getTimeState,
  isActive,
  isHot,
  isJackpotReached,
  isSoldOut,
  mainPoolId,
} from "./rules";
import { getRemainingCapacity } from "./rules.catalogue";
import type { Draw } from "./schema";
import type { SecondDraw } from "./schema.packages";

/** `name` is empty if unknown, null if hidden. */
export type RecentPurchase = { name: string | null; city: string | null; tickets: number; at: string };

/** Sales of the last 24 hours less refunds. `amountPerDay` is in dollars. */
export type PoolMetrics = { amountPerDay: number; ticketsPerDay: number; purchasesPerDay: number };

export const noMetrics: PoolMetrics = { amountPerDay: 0, ticketsPerDay: 0, purchasesPerDay: 0 };

export type PoolActivity = { recent: RecentPurchase[]; metrics: PoolMetrics };

export const noActivity: PoolActivity = { recent: [], metrics: noMetrics };

export type DrawActivity = {
  pools: ReadonlyMap<string, PoolActivity>;
  teams: { teamId: string; tickets: number }[];
};

export type LiveSnapshot = DrawSnapshot & { pools: ReadonlyMap<string, PoolCounters> };

/** The only fields that browsers may see. Second draws are also shown without `ticketPrinter`. */
const publicFields = [
  "id",
  "type",
  "version",
  "displayOnDashboard",
  "parentId",
  "title",
  "urlSlug",
  "name",
  "organization",
  "organizationAddress",
  "charity",
  "license",
  "licensePDF",
  "province",
  "bannerImage",
  "description",
  "rules",
  "jackpotTotal",
  "ticketPriceInfo",
  "ticketPools",
  "bundles",
  "maxTickets",
  "maxTicketPayout",
  "maxJackpot",
  "startDate",
  "endDate",
  "dates",
  "timeZone",
  "teams",
  "supportEmail",
  "drawLocation",
  "useRNG",
  "prizes",
  "once",
  "redrawTerms",
  "claimTerms",
  "paymentProvider",
  "enabledProvinces",
  "residenceProvinces",
  "pixelId",
  "recurringDraw",
  "isTestDraw",
  "checkoutAccess",
  "minimumAge",
  "terminal",
  "additionalOptions",
] as const satisfies readonly (keyof Draw)[];

type PublicField = (typeof publicFields)[number];

type CountedFields = { numTicketsFinal: number; lastPurchaseHistory: RecentPurchase[]; metrics: PoolMetrics };

export type PublicSecondDraw = Omit<SecondDraw, "ticketPrinter"> & CountedFields;

/** Money is in dollars. Disabled second draws are left out. `closedAt` is when an admin closed the draw. */
export type PublicDraw = Pick<Draw, PublicField> &
  CountedFields & {
    locale: Omit<Draw["locale"], "messages">;
    state: Draw["state"];
    secondDraws: PublicSecondDraw[];
    winners: Draw["winners"];
    numTicketsReserved: number;
    isHot: boolean;
    closedAt?: string;
    salesOpen: boolean;
    reason?: NotOnSaleReason;
  };

/** `left` and `jackpotRoom` (dollars) are null if unlimited. `prize` (dollars, estimated) is null for a raffle. */
export type LivePool = {
  poolId: string;
  left: number | null;
  jackpotRoom: number | null;
  prize: number | null;
  soldOut: boolean;
  jackpotReached: boolean;
};

/** Units are as in `LivePool` (docs/design.md, Live state of a draw). */
export type LiveState = {
  prize: number | null;
  pot: number;
  sold: number;
  left: number | null;
  pools: LivePool[];
  recent: RecentPurchase[];
  teams: { teamId: string; tickets: number }[];
  serverTime: string;
  salesOpen: boolean;
  reason?: NotOnSaleReason;
};

/**
 * `pot` is in dollars, times in ISO. `title` is in the draw's first language, `titles` in all. `organization` is empty
 * if the draw names none.
 */
export type AdminDraw = {
  id: string;
  parentId: string;
  organization: LocalText;
  title: string;
  titles: LocalText;
  approvalState: Draw["state"]["approval_state"];
  timeState: Draw["state"]["time_state"];
  salesOpen: boolean;
  reason?: NotOnSaleReason;
  sold: number;
  reserved: number;
  left: number | null;
  pot: number;
  opensAt: string;
  closesAt: string;
  closedAt: string | null;
  drawsAt: string;
  isTest: boolean;
  /** Null unless the draw was cancelled. */
  cancelledAt: string | null;
  /** The draw feed defines it, so it can't be changed here. */
  isFed: boolean;
  /** An admin may archive it. */
  isOver: boolean;
  /** Archived, and still over. */
  isArchived: boolean;
};

/** The form stays while all tickets are held, because holds may expire. */
export function hasOrderForm({ salesOpen, reason }: Pick<LiveState, "salesOpen" | "reason">): boolean {
  return salesOpen || reason === "all-held";
}

function pickPublicFields(draw: Draw): Pick<Draw, PublicField> {
  const entries = publicFields.map((field) => [field, draw[field]]);
  return Object.fromEntries(entries) as Pick<Draw, PublicField>;
}

function getSaleState(snapshot: DrawSnapshot, now: Date): { salesOpen: boolean; reason?: NotOnSaleReason } {
  const reason = findNotOnSaleReason(snapshot, now);
  return reason ? { salesOpen: false, reason } : { salesOpen: true };
}

export function findPrizeAmount(draw: Pick<Draw, "type">, counters: PoolCounters): number | null {
  return draw.type === "5050 Cash" ? toDollars(getPrizeCents(getPotCents(counters))) : null;
}

function toCountedFields(counters: PoolCounters | undefined, activity: PoolActivity = noActivity): CountedFields {
  return {
    numTicketsFinal: counters ? countTicketsInDraw(counters) : 0,
    lastPurchaseHistory: activity.recent,
    metrics: activity.metrics,
  };
}

export function toPublicDraw(snapshot: LiveSnapshot, activity: DrawActivity, now: Date): PublicDraw {
  const { draw, closedAt, mainPool, pools } = snapshot;
  const schedule = getSchedule(draw);
  const countedFields = toCountedFields(mainPool, activity.pools.get(mainPoolId));
  const drawWithWinners = copyWinnersToPrizes(draw);
  return {
    ...pickPublicFields(drawWithWinners),
    winners: drawWithWinners.winners,
    locale: { useLocal: draw.locale.useLocal, lang: draw.locale.lang },
    state: { ...draw.state, time_state: getTimeState(schedule, closedAt, now) },
    secondDraws: drawWithWinners.secondDraws
      .filter((second) => second.settings.enabled)
      .map(({ ticketPrinter: _ticketPrinter, ...second }) => ({
        ...second,
        ...toCountedFields(pools.get(second.id), activity.pools.get(second.id)),
      })),
    ...countedFields,
    numTicketsReserved: mainPool.reserved,
    isHot: isHot(countedFields.metrics.purchasesPerDay, isActive(schedule, closedAt, now)),
    ...(closedAt && closedAt <= now ? { closedAt: closedAt.toISOString() } : {}),
    ...getSaleState(snapshot, now),
  };
}

type PoolOffer = Pick<Draw, "type"> & { packages: readonly { price: number }[] };

function toLivePool(offer: PoolOffer, counters: PoolCounters): LivePool {
  const { tickets, cents } = getRemainingCapacity(counters);
  return {
    poolId: counters.poolId,
    left: tickets,
    jackpotRoom: cents === null ? null : toDollars(cents),
    prize: findPrizeAmount(offer, counters),
    soldOut: isSoldOut(counters),
    jackpotReached: isJackpotReached(counters, Math.min(...offer.packages.map(({ price }) => toCents(price)))),
  };
}

function createLivePools({ draw, mainPool, pools }: LiveSnapshot): LivePool[] {
  const secondPools = draw.secondDraws
    .filter((second) => second.settings.enabled)
    .flatMap((second) => {
      const counters = pools.get(second.id);
      return counters ? [toLivePool({ type: second.type, packages: second.ticketPackageInfo }, counters)] : [];
    });
  const packages = [...draw.ticketPriceInfo, ...draw.ticketPools.flatMap((group) => group.ticketPriceInfo)];
  return [{ ...toLivePool({ type: draw.type, packages }, mainPool), poolId: mainPoolId }, ...secondPools];
}

export function toLiveState(snapshot: LiveSnapshot, activity: DrawActivity, now: Date): LiveState {
  return {
    prize: findPrizeAmount(snapshot.draw, snapshot.mainPool),
    pot: toDollars(getPotCents(snapshot.mainPool)),
    sold: countTicketsInDraw(snapshot.mainPool),
    left: countTicketsLeft(snapshot.mainPool),
    pools: createLivePools(snapshot),
    recent: activity.pools.get(mainPoolId)?.recent ?? [],
    teams: activity.teams,
    serverTime: now.toISOString(),
    ...getSaleState(snapshot, now),
  };
}
