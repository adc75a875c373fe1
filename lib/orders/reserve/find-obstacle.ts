import "server-only";
import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import type { PoolCounters, SaleStop } from "@/lib/draws/rules";
import { isSoldOut, mainPoolId, ticketsLeft, whyNotOnSale } from "@/lib/draws/rules";
import { remainingCapacity } from "@/lib/draws/rules.catalogue";
import { readDrawRecord } from "@/lib/draws/store";
import { secondsToWait } from "@/lib/limits/rules";
import { lackingPools, sumByPool } from "@/lib/orders/rules.lines";
import { readNow } from "@/lib/platform/db/clock";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse, refuseFor } from "@/lib/platform/http/reasons";
import type { Fit } from "@/lib/shares/rules";
import { everyone, fitIn, newcomersHolder } from "@/lib/shares/rules";
import type { HeldBy } from "@/lib/shares/store";
import { findNextEnd, readShares } from "@/lib/shares/store";
import { poolFields } from "./rules";
import type { Obstacle, Reservation } from "./store";

export type ObstacleRefusal = Refusal<
  | SaleStop
  | ("payment-unavailable" | "not-enough-left" | "second-draw-full" | "too-many-holds" | "too-many-unpaid")
  | ("draw-changed" | "idempotency-key-reused")
>;

/** Finds out what was in the way of a reservation, by the constraint that it broke; null where no row was written. */
export async function findObstacle(
  ctx: Context,
  reservation: Reservation,
  broken: Obstacle | null,
): Promise<ObstacleRefusal> {
  switch (broken) {
    case null:
      return refuseUntaken(ctx, reservation);
    case "pools_capacity":
    case "pools_jackpot":
      return refuseFull(ctx, reservation, broken === "pools_jackpot");
    case "orders_hold_slot":
      return refuseHolds(ctx, reservation);
    case "ticket_shares_allowance":
      return refuseShares(ctx, reservation);
    default:
      return refuse("idempotency-key-reused");
  }
}

/** The obstacle has disappeared in the meantime. */
const anyTimeSeconds = 5;

/**
 * A browser that came without a cookie gets one from its refusal, and is then counted elsewhere: it may retry right
 * away.
 */
const newcomerSeconds = 1;

/** After how many seconds the next of these holds ends, of all of the draw where `heldBy` is null; null without one. */
async function findWait(ctx: Context, { drawId }: Reservation, heldBy: HeldBy): Promise<number | null> {
  const now = ctx.now();
  const end = await findNextEnd(ctx.db, { drawId, heldBy, now });
  return end && secondsToWait(end, now, (ctx.random(1)[0] ?? 0) / 255);
}

/** Says when to call again, where holds that end may make room. */
async function refuseUntilFreed(
  ctx: Context,
  reservation: Reservation,
  refusal: ObstacleRefusal,
  heldBy: HeldBy = null,
): Promise<ObstacleRefusal> {
  const wait = await findWait(ctx, reservation, heldBy);
  return wait === null ? refusal : { ...refusal, retryAfterSeconds: wait };
}

function refuseHolds(ctx: Context, reservation: Reservation): Promise<ObstacleRefusal> {
  const { clientKey } = reservation;
  return refuseUntilFreed(ctx, reservation, refuse("too-many-holds"), { clientKey });
}

/** Says why the main pool is full: all sold, all held by others, or fewer left than requested. */
async function refuseMain(ctx: Context, reservation: Reservation, counters: PoolCounters): Promise<ObstacleRefusal> {
  if (isSoldOut(counters)) return refuse("sold-out");
  return refuseUntilFreed(ctx, reservation, refuse(ticketsLeft(counters) === 0 ? "all-held" : "not-enough-left"));
}

/** Says which pools are full, tickets or jackpot: the main one has reasons of its own, second draws are named. */
async function refuseFull(ctx: Context, reservation: Reservation, isJackpot: boolean): Promise<ObstacleRefusal> {
  const { drawId, lines } = reservation;
  const record = await readDrawRecord(ctx.db, drawId);
  const rooms = new Map([...(record?.pools ?? [])].map(([poolId, counters]) => [poolId, remainingCapacity(counters)]));
  const lacking = lackingPools(lines, { rooms });
  const seconds = lacking.filter((poolId) => poolId !== mainPoolId);
  if (seconds.length > 0 && seconds.length === lacking.length) {
    return refuseUntilFreed(ctx, reservation, refuse("second-draw-full", poolFields(seconds, "too-large")));
  }
  if (isJackpot) return refuse("jackpot-reached");
  // What was full a moment ago may have room again: then there was too little of it for this order.
  return record ? refuseMain(ctx, reservation, record.counters) : refuse("draw-not-found");
}

async function refuseUntaken(ctx: Context, reservation: Reservation): Promise<ObstacleRefusal> {
  const record = await readDrawRecord(ctx.db, reservation.drawId);
  const stop = record ? whyNotOnSale(record, await readNow(ctx.db, ctx.now())) : "draw-not-found";
  if (stop) return refuse(stop);
  if (record?.revision !== reservation.revision) return refuse("draw-changed");
  const isUnpayable = reservation.byCard && !(await readCredentials(ctx, reservation.drawId, { toCharge: true }));
  if (isUnpayable) return refuse("payment-unavailable");
  return refuseHolds(ctx, reservation);
}

/** How an order fits in each share that has no room for it now. */
async function findCrowded(ctx: Context, reservation: Reservation): Promise<Map<string, Fit>> {
  const { drawId, holders, lines, sizes } = reservation;
  const wanted = sumByPool(lines);
  const names = holders.unknown.map(({ name }) => name);
  const states = await readShares(ctx.db, { drawId, holders: names, poolIds: [...wanted.keys()] });
  const crowded = new Map<string, Fit>();
  for (const state of states) {
    const holder = holders.unknown.find(({ name }) => name === state.holder);
    const size = sizes.find(({ poolId }) => poolId === state.poolId) ?? null;
    const fit = holder ? fitIn(holder, state, wanted.get(state.poolId) ?? null, size) : "fits";
    if (fit !== "fits" && crowded.get(state.holder) !== "never") crowded.set(state.holder, fit);
  }
  return crowded;
}

/**
 * Says which share had no room: `not-enough-left` when the order is larger than a share, whatever is held; with the
 * time to call again `all-held` when unknown clients together hold what they may, `too-many-unpaid` when it is the
 * caller's own network or browser.
 */
async function refuseShares(ctx: Context, reservation: Reservation): Promise<ObstacleRefusal> {
  const names = reservation.holders.unknown.map(({ name }) => name);
  const crowded = await findCrowded(ctx, reservation);
  const own = [...crowded.keys()].filter((name) => name !== everyone);
  if (crowded.has(everyone) && own.length === 0 && crowded.get(everyone) === "later") {
    return refuseFor("all-held", (await findWait(ctx, reservation, { holders: [everyone] })) ?? anyTimeSeconds);
  }
  const isNewcomer = names.some((name) => name.startsWith(newcomersHolder));
  if (isNewcomer && !crowded.has(everyone)) return refuseFor("too-many-unpaid", newcomerSeconds);
  if ([...crowded.values()].includes("never")) return refuse("not-enough-left");
  const wait = await findWait(ctx, reservation, { holders: own.length > 0 ? own : names });
  return refuseFor("too-many-unpaid", wait ?? anyTimeSeconds);
}
