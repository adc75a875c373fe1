import type { ProvinceCode } from "@/lib/address";
import { toCents } from "@/lib/money";
import type { Draw } from "./schema";
import type { SecondDraw } from "./schema.packages";

/** The id of the main pool; a second draw's pool has the second draw's own id. */
export const mainPoolId = "main";

/** By whose clock a page tells times: the draw's, and Toronto's where the draw is no longer shown. */
export function timeZoneOf(draw: Pick<Draw, "timeZone"> | null): string {
  return draw?.timeZone ?? "America/Toronto";
}

/** Whether cash may be taken for a draw; one that was stored before the field existed takes it. */
export function allowsCash({ terminal }: { terminal: { allowCash?: boolean | undefined } }): boolean {
  return terminal.allowCash !== false;
}

/** Instants of a draw: sales open, sales close, the draw itself, and the early birds between. */
export type Schedule = { opensAt: Date; closesAt: Date; drawsAt: Date; earlyBirds: Date[] };

/** `time_state` (docs/design.md, Time state of a draw). */
export type TimeState = "Not Started" | "Started" | "Ended";

/**
 * Counters of one pool: tickets issued, voided and held, money in cents. `sold` keeps voided numbers: they are never
 * sold again, and count as no ticket (`ticketsInDraw`).
 */
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
  /** When sales of this pool end before those of the draw, else null. */
  cutOffAt: Date | null;
};

/** Why nothing can be bought now; each is a refusal reason. */
export type SaleStop =
  | "draw-not-found"
  | "draw-upcoming"
  | "draw-closed"
  | "sold-out"
  | "jackpot-reached"
  | "all-held"
  | "provider-unsupported";

/** What decides whether a draw sells: its definition, an admin's close, and the main pool's counters. */
export type SaleFacts = { draw: Draw; closedAt: Date | null; counters: PoolCounters };

/** When the last grand prize is drawn, by the dates of the prizes; null where none has one. */
export function grandPrizeDateOf({ prizes }: Pick<Draw, "prizes">): Date | null {
  const times = (prizes["Grand Prize"] ?? []).flatMap(({ drawDate }) => (drawDate ? [Date.parse(drawDate)] : []));
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

/** What the dates of a draw are read from. */
export type DatedDraw = Pick<Draw, "dates" | "startDate" | "endDate" | "prizes">;

/**
 * Reads the schedule: `dates`, where present, wins over `startDate` and `endDate`. Without them the draw is on the date
 * of its grand prize, else at the end of sales (docs/design.md, Draw schedule).
 */
export function scheduleOf(draw: DatedDraw): Schedule {
  const dates = draw.dates.map((date) => new Date(date));
  const [first, ...rest] = dates;
  const drawsAt = rest.pop();
  const closesAt = rest.pop();
  if (!first || !drawsAt) {
    const end = new Date(draw.endDate);
    return { opensAt: new Date(draw.startDate), closesAt: end, drawsAt: grandPrizeDateOf(draw) ?? end, earlyBirds: [] };
  }
  return { opensAt: first, closesAt: closesAt ?? drawsAt, drawsAt, earlyBirds: rest };
}

/** When a second draw is drawn: on its own date, else on that of its grand prize; null where neither is said. */
export function secondDrawsAt(second: Pick<SecondDraw, "drawDate" | "prizes">): Date | null {
  return second.drawDate ? new Date(second.drawDate) : grandPrizeDateOf(second);
}

/** Early birds: the draw's own dates between sale and draw, and those that a prize names. */
export function earlyBirdsOf(draw: DatedDraw): Date[] {
  const named = (draw.prizes["Early Bird"] ?? []).flatMap(({ drawDate }) => (drawDate ? [new Date(drawDate)] : []));
  const times = [...scheduleOf(draw).earlyBirds, ...named].map((date) => date.getTime());
  return [...new Set(times)].sort((left, right) => left - right).map((time) => new Date(time));
}

/** The draw's time state at `now`; an admin's close wins over the dates. */
export function timeStateAt(schedule: Schedule, closedAt: Date | null, now: Date): TimeState {
  if (closedAt && closedAt <= now) return "Ended";
  if (now < schedule.opensAt) return "Not Started";
  return now < schedule.closesAt ? "Started" : "Ended";
}

/** Active: now is after the start and before the end (docs/design.md, Time state of a draw). */
export function isActive(schedule: Schedule, closedAt: Date | null, now: Date): boolean {
  return timeStateAt(schedule, closedAt, now) === "Started";
}

/** Purchases in a day that make a draw hot. */
export const hotPurchases = 2;

/** Hot: at least two purchases a day while active (docs/design.md, Hot draws). */
export function isHot(purchasesPerDay: number, active: boolean): boolean {
  return active && purchasesPerDay >= hotPurchases;
}

/** Sold out: the numbers issued reach the most there may be; null is unlimited (docs/design.md, Sold out). */
export function isSoldOut(counters: Pick<PoolCounters, "sold" | "maxTickets">): boolean {
  return counters.maxTickets !== null && counters.sold >= counters.maxTickets;
}

/** What decides whether the jackpot of a pool has room for what it sells. */
type JackpotCounters = Pick<PoolCounters, "jackpotBaseCents" | "salesCents" | "maxJackpotCents">;

/** Whether sales have brought a pool so close to its `maxJackpot` that the cheapest that it sells would exceed it. */
export function isJackpotReached(counters: JackpotCounters, cheapestCents: number): boolean {
  const { maxJackpotCents } = counters;
  return maxJackpotCents !== null && potCents(counters) + cheapestCents > maxJackpotCents;
}

/** The least that anything sold in the main pool adds to its pot, in cents: a package, or a bundle's share. */
function cheapestInMain({ ticketPriceInfo, ticketPools, bundles }: Draw): number {
  const packages = [...ticketPriceInfo, ...ticketPools.flatMap((group) => group.ticketPriceInfo)];
  const shares = bundles.flatMap(({ items }) => {
    const own = items.filter(({ poolId }) => poolId === mainPoolId);
    return own.length > 0 ? own.reduce((sum, { price }) => sum + toCents(price), 0) : [];
  });
  return Math.min(...packages.map(({ price }) => toCents(price)), ...shares);
}

/** True when all that may be sold is sold: every number, or all that `maxJackpot` leaves room for. */
export function isAllSold(stop: SaleStop | null | undefined): boolean {
  return stop === "sold-out" || stop === "jackpot-reached";
}

/** True when nothing more can be taken from the main pool, now or ever; who holds tickets of it may still pay. */
export function isAllTaken(stop: SaleStop | null | undefined): boolean {
  return isAllSold(stop) || stop === "all-held";
}

/** Tickets that can still be taken, null when the pool is unlimited; held tickets are not left. */
export function ticketsLeft(counters: PoolCounters): number | null {
  return counters.maxTickets === null ? null : Math.max(0, counters.maxTickets - counters.sold - counters.reserved);
}

/** Tickets that take part in the draw, as the regulator's report counts them: issued and not given back. */
export function ticketsInDraw({ sold, voided }: Pick<PoolCounters, "sold" | "voided">): number {
  return sold - voided;
}

/** The pot in cents: what it held before sales plus finalized sales less refunds. */
export function potCents(counters: Pick<PoolCounters, "jackpotBaseCents" | "salesCents">): number {
  return counters.jackpotBaseCents + counters.salesCents;
}

/** The prize of a 50/50 pool in cents: half of the pot, rounded down to the cent (docs/design.md, Pot and prize). */
export function prizeCents(pot: number): number {
  return Math.floor(pot / 2);
}

/** Sales are open when this is null; otherwise the first reason why not. Defined here and nowhere else. */
export function whyNotOnSale({ draw, closedAt, counters }: SaleFacts, now: Date): SaleStop | null {
  if (draw.state.approval_state !== "Approved") return "draw-not-found";
  const timeState = timeStateAt(scheduleOf(draw), closedAt, now);
  if (timeState === "Not Started") return "draw-upcoming";
  if (timeState === "Ended") return "draw-closed";
  if (draw.paymentProvider !== "bambora") return "provider-unsupported";
  if (isSoldOut(counters)) return "sold-out";
  const cheapestCents = cheapestInMain(draw);
  if (isJackpotReached(counters, cheapestCents)) return "jackpot-reached";
  // Held money is in the pot once it is paid.
  const held = { ...counters, salesCents: counters.salesCents + counters.reservedCents };
  return ticketsLeft(counters) === 0 || isJackpotReached(held, cheapestCents) ? "all-held" : null;
}

/** A help line for people who worry about gambling; shown as dialled. */
export type HelpLine = { name: string; phone: string };

/** Help lines that a regulator asks for by name; Ontario wants ConnexOntario on every electronic raffle ticket. */
const helpLines: Partial<Record<ProvinceCode, HelpLine>> = {
  ON: { name: "ConnexOntario", phone: "1-866-531-2600" },
};

/** The help line of a province, where the regulator names one. */
export function helpLineOf(province: ProvinceCode): HelpLine | undefined {
  return helpLines[province];
}
