import "server-only";
import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import type { NotOnSaleReason, PoolCounters } from "@/lib/draws/rules";
import { countTicketsLeft, findNotOnSaleReason, isSoldOut, mainPoolId } from "@/lib/draws/rules";
import { getRemainingCapacity } from "@/lib/draws/rules.catalogue";
import { readDrawRecord } from "@/lib/draws/store";
import { secondsToWait } from "@/lib/limits/rules";
import { findPoolsOverCapacity, sumByPool } from "@/lib/orders/rules.lines";
import { readNow } from "@/lib/platform/db/clock";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse, refuseFor } from "@/lib/platform/http/reasons";
import type { ShareFit } from "@/lib/shares/rules";
import { computeShareFit, cookielessHolderPrefix, newBuyersHolder } from "@/lib/shares/rules";
import type { HoldFilter } from "@/lib/shares/store";
import { findNextHoldEnd, readShares } from "@/lib/shares/store";
import { toPoolFields } from "./rules";
import type { BrokenConstraint, Reservation } from "./store";

export type ReservationRefusal = Refusal<
  | NotOnSaleReason
  | ("payment-unavailable" | "not-enough-left" | "second-draw-full" | "too-many-holds" | "too-many-unpaid")
  | ("draw-changed" | "idempotency-key-reused")
>;

/** Explains a failed reservation by the constraint that it broke or, if no row was written, by the current draw. */
export async function findRefusal(
  ctx: Context,
  reservation: Reservation,
  broken: BrokenConstraint | null,
): Promise<ReservationRefusal> {
  switch (broken) {
    case null:
      return explainUnplaced(ctx, reservation);
    case "pools_capacity":
    case "pools_jackpot":
      return refuseFullPools(ctx, reservation, broken === "pools_jackpot");
    case "orders_hold_slot":
      return refuseTooManyHolds(ctx, reservation);
    case "ticket_shares_allowance":
      return refuseFullShares(ctx, reservation);
    default:
      return refuse("idempotency-key-reused");
  }
}

/** Used if no hold is left whose end would make room. */
const defaultWaitSeconds = 5;

/** A browser without a cookie gets one with this refusal, and then has a share of its own. */
const cookieWaitSeconds = 1;

/** Seconds until the next of these holds ends. If `filter` is null, all holds of the draw count. */
async function findWaitSeconds(ctx: Context, { drawId }: Reservation, filter: HoldFilter): Promise<number | null> {
  const now = ctx.now();
  const end = await findNextHoldEnd(ctx.db, { drawId, filter, now });
  return end && secondsToWait(end, now, (ctx.random(1)[0] ?? 0) / 255);
}

/** Adds the time until the next hold ends, whose tickets may be enough. */
async function addRetryAfter(
  ctx: Context,
  reservation: Reservation,
  refusal: ReservationRefusal,
  filter: HoldFilter = null,
): Promise<ReservationRefusal> {
  const wait = await findWaitSeconds(ctx, reservation, filter);
  return wait === null ? refusal : { ...refusal, retryAfterSeconds: wait };
}

function refuseTooManyHolds(ctx: Context, reservation: Reservation): Promise<ReservationRefusal> {
  const { clientKey } = reservation;
  return addRetryAfter(ctx, reservation, refuse("too-many-holds"), { clientKey });
}

async function refuseMainPool(
  ctx: Context,
  reservation: Reservation,
  counters: PoolCounters,
): Promise<ReservationRefusal> {
  if (isSoldOut(counters)) return refuse("sold-out");
  return addRetryAfter(ctx, reservation, refuse(countTicketsLeft(counters) === 0 ? "all-held" : "not-enough-left"));
}

/** The main pool has refusal reasons of its own, so this one names second draws only. */
async function refuseFullPools(
  ctx: Context,
  reservation: Reservation,
  isJackpot: boolean,
): Promise<ReservationRefusal> {
  const { drawId, lines } = reservation;
  const record = await readDrawRecord(ctx.db, drawId);
  const capacities = new Map(
    [...(record?.pools ?? [])].map(([poolId, counters]) => [poolId, getRemainingCapacity(counters)]),
  );
  const fullPools = findPoolsOverCapacity(lines, { capacities });
  const secondPools = fullPools.filter((poolId) => poolId !== mainPoolId);
  if (secondPools.length > 0 && secondPools.length === fullPools.length) {
    return addRetryAfter(ctx, reservation, refuse("second-draw-full", toPoolFields(secondPools, "too-large")));
  }
  if (isJackpot) return refuse("jackpot-reached");
  // If no pool is full any more, tickets were released in the meantime.
  return record ? refuseMainPool(ctx, reservation, record.mainPool) : refuse("draw-not-found");
}

async function explainUnplaced(ctx: Context, reservation: Reservation): Promise<ReservationRefusal> {
  const record = await readDrawRecord(ctx.db, reservation.drawId);
  const reason = record ? findNotOnSaleReason(record, await readNow(ctx.db, ctx.now())) : "draw-not-found";
  if (reason) return refuse(reason);
  if (record?.revision !== reservation.revision) return refuse("draw-changed");
  const isUnpayable = reservation.byCard && !(await readCredentials(ctx, reservation.drawId, { toCharge: true }));
  if (isUnpayable) return refuse("payment-unavailable");
  return refuseTooManyHolds(ctx, reservation);
}

async function findFullShares(ctx: Context, reservation: Reservation): Promise<Map<string, ShareFit>> {
  const { drawId, holders, lines, sizes } = reservation;
  const wanted = sumByPool(lines);
  const names = holders.newBuyer.map(({ name }) => name);
  const states = await readShares(ctx.db, { drawId, holders: names, poolIds: [...wanted.keys()] });
  const full = new Map<string, ShareFit>();
  for (const state of states) {
    const holder = holders.newBuyer.find(({ name }) => name === state.holder);
    const size = sizes.find(({ poolId }) => poolId === state.poolId) ?? null;
    const fit = holder ? computeShareFit(holder, state, wanted.get(state.poolId) ?? null, size) : "fits";
    if (fit !== "fits" && full.get(state.holder) !== "never") full.set(state.holder, fit);
  }
  return full;
}

/**
 * Returns `not-enough-left` if the order exceeds a share, `all-held` if new buyers together hold all that they may, and
 * `too-many-unpaid` if the caller's own network or browser does.
 */
async function refuseFullShares(ctx: Context, reservation: Reservation): Promise<ReservationRefusal> {
  const names = reservation.holders.newBuyer.map(({ name }) => name);
  const full = await findFullShares(ctx, reservation);
  const fullHolders = [...full.keys()].filter((name) => name !== newBuyersHolder);
  if (full.has(newBuyersHolder) && fullHolders.length === 0 && full.get(newBuyersHolder) === "later") {
    return refuseFor(
      "all-held",
      (await findWaitSeconds(ctx, reservation, { holders: [newBuyersHolder] })) ?? defaultWaitSeconds,
    );
  }
  const isCookieless = names.some((name) => name.startsWith(cookielessHolderPrefix));
  if (isCookieless && !full.has(newBuyersHolder)) return refuseFor("too-many-unpaid", cookieWaitSeconds);
  if ([...full.values()].includes("never")) return refuse("not-enough-left");
  const wait = await findWaitSeconds(ctx, reservation, { holders: fullHolders.length > 0 ? fullHolders : names });
  return refuseFor("too-many-unpaid", wait ?? defaultWaitSeconds);
}
