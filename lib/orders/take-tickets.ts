import "server-only";

import type { Context } from "@/lib/context";
import type { PoolCounters } from "@/lib/draws/rules";
import { isSoldOut, mainPoolId, ticketsLeft, whyNotOnSale } from "@/lib/draws/rules";
import { roomOf } from "@/lib/draws/rules.catalogue";
import { readDrawRecord } from "@/lib/draws/store";
import { readNow } from "@/lib/platform/db/clock";
import { brokenConstraint } from "@/lib/platform/db/errors";
import type { Refusal, RefusalReason } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { findWait } from "@/lib/shares/find-wait";
import type { HeldBy } from "@/lib/shares/store.waits";
import { checkShares } from "./check-shares";
import { expireOrders } from "./expire-orders";
import { findRepeat } from "./find-repeat";
import { poolFields } from "./rules.basket";
import { lackingPools } from "./rules.lines";
import type { Reservation } from "./store.reserve";
import { reserveOrder } from "./store.reserve";

/** The id of the order that holds the tickets, or why they were not taken. */
export type Taken = { ok: true; orderId: string } | Refusal;

/** Refusals that end when holds whose time is over are freed. */
const freedByExpiry = new Set<RefusalReason>([
  "all-held",
  "not-enough-left",
  "jackpot-reached",
  "second-draw-full",
  "too-many-holds",
  "too-many-unpaid",
]);

/** Says when to call again, where holds that end may make room. */
async function refuseUntilFreed(
  ctx: Context,
  { drawId }: Reservation,
  refusal: Refusal,
  heldBy: HeldBy = null,
): Promise<Refusal> {
  const wait = await findWait(ctx, drawId, heldBy);
  return wait === null ? refusal : { ...refusal, retryAfterSeconds: wait };
}

function refuseHolds(ctx: Context, reservation: Reservation): Promise<Refusal> {
  const { clientKey } = reservation;
  return refuseUntilFreed(ctx, reservation, refuse("too-many-holds"), { clientKey });
}

/** Says why the main pool is full: all sold, all held by others, or fewer left than were asked for. */
async function explainMain(ctx: Context, reservation: Reservation, counters: PoolCounters): Promise<Refusal> {
  if (isSoldOut(counters)) return refuse("sold-out");
  return refuseUntilFreed(ctx, reservation, refuse(ticketsLeft(counters) === 0 ? "all-held" : "not-enough-left"));
}

/** Says which pools are full, tickets or jackpot: the main one has reasons of its own, second draws are named. */
async function explainFull(ctx: Context, reservation: Reservation, constraint: string): Promise<Refusal> {
  const { drawId, lines } = reservation;
  const record = await readDrawRecord(ctx.db, drawId);
  const rooms = new Map([...(record?.pools ?? [])].map(([poolId, counters]) => [poolId, roomOf(counters)]));
  const lacking = lackingPools(lines, { rooms });
  const seconds = lacking.filter((poolId) => poolId !== mainPoolId);
  if (seconds.length > 0 && seconds.length === lacking.length) {
    return refuseUntilFreed(ctx, reservation, refuse("second-draw-full", poolFields(seconds, "too-large")));
  }
  if (constraint === "pools_jackpot") return refuse("jackpot-reached");
  // What was full a moment ago may have room again: then there was too little of it for this order.
  return record ? explainMain(ctx, reservation, record.counters) : refuse("draw-not-found");
}

async function explainNothingTaken(ctx: Context, reservation: Reservation): Promise<Refusal> {
  const record = await readDrawRecord(ctx.db, reservation.drawId);
  const stop = record ? whyNotOnSale(record, await readNow(ctx.db, ctx.now())) : "draw-not-found";
  if (stop) return refuse(stop);
  if (record?.revision !== reservation.revision) return refuse("draw-changed");
  return refuseHolds(ctx, reservation);
}

async function explainBroken(ctx: Context, reservation: Reservation, error: unknown): Promise<Refusal> {
  const constraint = brokenConstraint(error);
  if (constraint === "pools_capacity" || constraint === "pools_jackpot")
    return explainFull(ctx, reservation, constraint);
  if (constraint === "orders_hold_slot") return refuseHolds(ctx, reservation);
  if (constraint === "ticket_shares_allowance") return checkShares(ctx, reservation);
  throw error;
}

/**
 * Reserves, and again when a call of the same client was quicker with the same slot. Each collision fills a slot, so
 * that a client has a hold or no slot is left after as many tries as there are slots, unless holds end in between.
 */
async function reserveWithSlot(ctx: Context, reservation: Reservation): Promise<boolean> {
  for (let collisions = 0; ; collisions += 1) {
    try {
      return await reserveOrder(ctx.db, reservation);
    } catch (error) {
      const mayTryAgain = collisions < (reservation.mostHolds ?? 0);
      if (!mayTryAgain || brokenConstraint(error) !== "orders_hold_slot") throw error;
    }
  }
}

/** Tries to take the tickets; what the same key has taken before is answered again. */
async function takeOnce(ctx: Context, reservation: Reservation): Promise<Taken> {
  let refusal: Refusal;
  try {
    if (await reserveWithSlot(ctx, reservation)) return { ok: true, orderId: reservation.orderId };
    refusal = await explainNothingTaken(ctx, reservation);
  } catch (error) {
    refusal =
      brokenConstraint(error) === "orders_idempotency"
        ? refuse("idempotency-key-reused")
        : await explainBroken(ctx, reservation, error);
  }
  // A call of the same key may have been quicker and taken what this one missed.
  return (await findRepeat(ctx, reservation)) ?? refusal;
}

/**
 * Takes the tickets of a reservation: all of them or none. What the same key took before is answered again. Refusals:
 * why the draw does not sell, `sold-out`, `all-held`, `not-enough-left`, `jackpot-reached`, `second-draw-full` naming
 * the pools, `too-many-holds`, `too-many-unpaid`, `draw-changed`, `idempotency-key-reused`.
 */
export async function takeTickets(ctx: Context, reservation: Reservation): Promise<Taken> {
  const taken = await takeOnce(ctx, reservation);
  if (taken.ok || !freedByExpiry.has(taken.reason)) return taken;
  // Holds that have ended may not have been freed by the job yet; their tickets are free to take.
  const freed = await expireOrders(ctx, reservation.drawId);
  return freed > 0 ? takeOnce(ctx, reservation) : taken;
}
