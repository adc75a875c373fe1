import { toCents } from "@/lib/money";
import type { Draw } from "./schema";
import type { SecondDraw } from "./schema.packages";

export const mainPoolId = "main";

/** In the ids of test draws that were made to try a set-up. */
export const testCopyMark = "-try-";

export function isTestCopy({ id, isTestDraw }: Pick<Draw, "id" | "isTestDraw">): boolean {
  return isTestDraw && id.includes(testCopyMark);
}

/** A draw that is no longer public gets Toronto's zone. */
export function getTimeZone(draw: Pick<Draw, "timeZone"> | null): string {
  return draw?.timeZone ?? "America/Toronto";
}

/** Definitions from before this field existed take cash. */
export function allowsCash({ terminal }: { terminal: { allowCash?: boolean | undefined } }): boolean {
  return terminal.allowCash !== false;
}

export type Schedule = { opensAt: Date; closesAt: Date; drawsAt: Date; earlyBirds: Date[] };

/** `Ended` once sales close or an admin closes the draw (docs/design.md, Time state of a draw). */
export type TimeState = "Not Started" | "Started" | "Ended";

/** `sold` includes voided numbers, which are never sold again and are no tickets (`countTicketsInDraw`). */
export type PoolCounters = {
  poolId: string;
  maxTickets: number | null;
  sold: number;
  voided: number;
  reserved: number;
  jackpotBaseCents: number;
  salesCents: number;
  reservedCents: number;
  maxJackpotCents: number | null;
  /** Null if sales of this pool end with those of the draw. */
  cutOffAt: Date | null;
};

/** Each is also a refusal reason. */
export type NotOnSaleReason =
  | "draw-not-found"
  | "draw-upcoming"
  | "draw-closed"
  | "draw-cancelled"
  | "sold-out"
  | "jackpot-reached"
  | "all-held"
  | "provider-unsupported";

/** `cancelledAt` is when two people cancelled the draw for good. */
export type DrawSnapshot = {
  draw: Draw;
  closedAt: Date | null;
  cancelledAt?: Date | null;
  mainPool: PoolCounters;
};

export function getGrandPrizeDate({ prizes }: Pick<Draw, "prizes">): Date | null {
  const times = (prizes["Grand Prize"] ?? []).flatMap(({ drawDate }) => (drawDate ? [Date.parse(drawDate)] : []));
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

export type DatedDraw = Pick<Draw, "dates" | "startDate" | "endDate" | "prizes">;

/** Without `dates`, the drawing is at the grand prize's date or when sales end (docs/design.md, Draw schedule). */
export function getSchedule(draw: DatedDraw): Schedule {
  const dates = draw.dates.map((date) => new Date(date));
  const [first, ...rest] = dates;
  const drawsAt = rest.pop();
  const closesAt = rest.pop();
  if (!first || !drawsAt) {
    const end = new Date(draw.endDate);
    return {
      opensAt: new Date(draw.startDate),
      closesAt: end,
      drawsAt: getGrandPrizeDate(draw) ?? end,
      earlyBirds: [],
    };
  }
  return { opensAt: first, closesAt: closesAt ?? drawsAt, drawsAt, earlyBirds: rest };
}

export function getSecondDrawDate(second: Pick<SecondDraw, "drawDate" | "prizes">): Date | null {
  return second.drawDate ? new Date(second.drawDate) : getGrandPrizeDate(second);
}

export function listEarlyBirds(draw: DatedDraw): Date[] {
  const prizeDates = (draw.prizes["Early Bird"] ?? []).flatMap(({ drawDate }) =>
    drawDate ? [new Date(drawDate)] : [],
  );
  const times = [...getSchedule(draw).earlyBirds, ...prizeDates].map((date) => date.getTime());
  return [...new Set(times)].sort((left, right) => left - right).map((time) => new Date(time));
}

/**
 * The last sale that can win an early bird's prize (docs/design.md, Rules of the drawing), or the end of a second
 * draw's sales. Null if they end with those of the main draw.
 */
export function getCutOff({ cutOffDate, drawDate }: { cutOffDate?: string; drawDate?: string }): Date | null {
  const date = cutOffDate ?? drawDate;
  return date ? new Date(date) : null;
}

/** What wins at most once in a pool. Definitions without this field are older than it. */
export function getOnce({ once }: { once?: Draw["once"] }): NonNullable<Draw["once"]> {
  return once ?? "order";
}

export function getTimeState(schedule: Schedule, closedAt: Date | null, now: Date): TimeState {
  if (closedAt && closedAt <= now) return "Ended";
  if (now < schedule.opensAt) return "Not Started";
  return now < schedule.closesAt ? "Started" : "Ended";
}

/**
 * Sales have ended, and the main draw is drawn or no valid ticket was sold. `pools` are all pools of the draw.
 */
export function isOver(
  { draw, closedAt, pools }: Omit<DrawSnapshot, "mainPool"> & { pools: ReadonlyMap<string, PoolCounters> },
  now: Date,
): boolean {
  if (getTimeState(getSchedule(draw), closedAt, now) !== "Ended") return false;
  const isDrawn = draw.winners.some(({ prizeType }) => prizeType !== "Early Bird");
  return isDrawn || [...pools.values()].every((pool) => countTicketsInDraw(pool) + pool.reserved === 0);
}

export function isActive(schedule: Schedule, closedAt: Date | null, now: Date): boolean {
  return getTimeState(schedule, closedAt, now) === "Started";
}

/** A draw is hot from this number on (docs/design.md, Hot draws). */
export const hotPurchasesPerDay = 2;

export function isHot(purchasesPerDay: number, isDrawActive: boolean): boolean {
  return isDrawActive && purchasesPerDay >= hotPurchasesPerDay;
}

/** Held tickets do not count as sold (docs/design.md, Sold out). */
export function isSoldOut(counters: Pick<PoolCounters, "sold" | "maxTickets">): boolean {
  return counters.maxTickets !== null && counters.sold >= counters.maxTickets;
}

type JackpotCounters = Pick<PoolCounters, "jackpotBaseCents" | "salesCents" | "maxJackpotCents">;

export function isJackpotReached(counters: JackpotCounters, cheapestCents: number): boolean {
  const { maxJackpotCents } = counters;
  return maxJackpotCents !== null && getPotCents(counters) + cheapestCents > maxJackpotCents;
}

function getCheapestMainPrice({ ticketPriceInfo, ticketPools, bundles }: Draw): number {
  const packages = [...ticketPriceInfo, ...ticketPools.flatMap((group) => group.ticketPriceInfo)];
  const shares = bundles.flatMap(({ items }) => {
    const mainItems = items.filter(({ poolId }) => poolId === mainPoolId);
    return mainItems.length > 0 ? mainItems.reduce((sum, { price }) => sum + toCents(price), 0) : [];
  });
  return Math.min(...packages.map(({ price }) => toCents(price)), ...shares);
}

export function isAllSold(reason: NotOnSaleReason | null | undefined): boolean {
  return reason === "sold-out" || reason === "jackpot-reached";
}

/** Includes the state in which all remaining tickets are held: their buyers may still pay. */
export function isAllTaken(reason: NotOnSaleReason | null | undefined): boolean {
  return isAllSold(reason) || reason === "all-held";
}

export function countTicketsLeft(counters: PoolCounters): number | null {
  return counters.maxTickets === null ? null : Math.max(0, counters.maxTickets - counters.sold - counters.reserved);
}

export function countTicketsInDraw({ sold, voided }: Pick<PoolCounters, "sold" | "voided">): number {
  return sold - voided;
}

export function getPotCents(counters: Pick<PoolCounters, "jackpotBaseCents" | "salesCents">): number {
  return counters.jackpotBaseCents + counters.salesCents;
}

/** Half of a 50/50's pot, rounded down to the cent (docs/design.md, Pot and prize). */
export function getPrizeCents(pot: number): number {
  return Math.floor(pot / 2);
}

export function findNotOnSaleReason(snapshot: DrawSnapshot, now: Date): NotOnSaleReason | null {
  const { draw, closedAt, cancelledAt, mainPool } = snapshot;
  if (draw.state.approval_state !== "Approved") return "draw-not-found";
  if (cancelledAt) return "draw-cancelled";
  const timeState = getTimeState(getSchedule(draw), closedAt, now);
  if (timeState === "Not Started") return "draw-upcoming";
  if (timeState === "Ended") return "draw-closed";
  if (draw.paymentProvider !== "bambora") return "provider-unsupported";
  if (isSoldOut(mainPool)) return "sold-out";
  const cheapestCents = getCheapestMainPrice(draw);
  if (isJackpotReached(mainPool, cheapestCents)) return "jackpot-reached";
  // Includes held tickets, whose money joins the pot once they are paid.
  const countersWithHolds = { ...mainPool, salesCents: mainPool.salesCents + mainPool.reservedCents };
  return countTicketsLeft(mainPool) === 0 || isJackpotReached(countersWithHolds, cheapestCents) ? "all-held" : null;
}
