import "server-only";

import type { Context } from "@/lib/context";
import { toCrockford } from "@/lib/crockford";
import type { Refusal, RefusalReason } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import { expireOrders } from "./expire-orders";
import { findObstacle } from "./find-obstacle";
import { holdLimits } from "./rules";
import { orderCodeBytes, orderCodeLength } from "./rules.identity";
import { findOrderByKey } from "./store";
import type { Reservation, Written } from "./store.reserve";
import { reserveOrder } from "./store.reserve";

/** A call that may have been made before: its key, and the hash of what it asks for. */
type RepeatableCall = Pick<Reservation, "drawId" | "idempotencyKey" | "requestHash">;

/** The order that holds the tickets, and its reservation where this call made it; or why they were not taken. */
export type Taken = { ok: true; orderId: string; reserved: (Reservation & Written) | null } | Refusal;

/** What a basket is reserved by, as the draw now stands. */
export type Prepared = { ok: true; reservation: Reservation } | Refusal;

/** What may be tried again. */
type Again = "definition" | "code" | "expiry" | "slot";

/** How often each is tried, the first time included; trying one again gives those below it all of their tries anew. */
const maxTries: Record<Again, number> = {
  /** The draw was defined anew in between: priced anew, as long as the basket costs what it did. */
  definition: 5,
  /** Another order of the draw has the short code: with another one. 40 random bits collide rarely. */
  code: 5,
  /** Too little was left, and holds whose time was over, which the job had not freed yet, were freed. */
  expiry: 2,
  /** A call of the same client was quicker with the same slot, and filled it: the same again, until none is free. */
  slot: holdLimits.perClient + 1,
};

/** Refusals that end when holds whose time is over are freed. */
const freedByExpiry = new Set<RefusalReason>([
  "all-held",
  "not-enough-left",
  "jackpot-reached",
  "second-draw-full",
  "too-many-holds",
  "too-many-unpaid",
]);

/** Counts what is tried again, and tells whether it still may be. */
function countTries(): (again: Again) => boolean {
  const kinds = Object.keys(maxTries) as Again[];
  const left = { ...maxTries };
  return (again) => {
    left[again] -= 1;
    for (const narrower of kinds.slice(kinds.indexOf(again) + 1)) left[narrower] = maxTries[narrower];
    return left[again] > 0;
  };
}

function withOtherCode(ctx: Context, reservation: Reservation): Reservation {
  const prefix = reservation.orderCode.slice(0, -orderCodeLength);
  return { ...reservation, orderCode: prefix + toCrockford(ctx.random(orderCodeBytes), orderCodeLength) };
}

/** The order that the same call placed before, null when its key is new. Refusal: `idempotency-key-reused`. */
async function findRepeat(ctx: Context, call: RepeatableCall): Promise<Taken | null> {
  const earlier = await findOrderByKey(ctx.db, call.drawId, call.idempotencyKey);
  if (!earlier) return null;
  const isSame = earlier.requestHash === call.requestHash;
  return isSame ? { ok: true, orderId: earlier.orderId, reserved: null } : refuse("idempotency-key-reused");
}

/**
 * Takes the tickets of a call: all of them or none, as `prepare` prices them, and tries again what `maxTries` lists.
 * What the same key took before is answered again. Refusals: those of `prepare` and `findObstacle`.
 */
export async function takeTickets(
  ctx: Context,
  call: RepeatableCall,
  prepare: () => Promise<Prepared>,
): Promise<Taken> {
  const earlier = await findRepeat(ctx, call);
  if (earlier) return earlier;
  const first = await prepare();
  if (!first.ok) return first;
  const mayTryAgain = countTries();
  for (let { reservation } = first; ; ) {
    const { orderId } = reservation;
    const { written, broken, error } = await reserveOrder(ctx.db, reservation);
    if (written) return { ok: true, orderId, reserved: { ...reservation, ...written } };
    if (broken === "orders_hold_slot" && mayTryAgain("slot")) continue;
    if (broken === "orders_code") {
      if (!mayTryAgain("code")) throw error;
      reservation = withOtherCode(ctx, reservation);
      continue;
    }
    const refusal = await findObstacle(ctx, reservation, broken);
    // A call of the same key may have been quicker and taken what this one missed.
    const repeated = await findRepeat(ctx, call);
    if (repeated) return repeated;
    const mayFree = freedByExpiry.has(refusal.reason) && mayTryAgain("expiry");
    if (mayFree && (await expireOrders(ctx, call.drawId)) > 0) continue;
    if (refusal.reason !== "draw-changed" || !mayTryAgain("definition")) return refusal;
    const next = await prepare();
    if (!next.ok) return next;
    if (next.reservation.amountCents !== first.reservation.amountCents) return refusal;
    reservation = next.reservation;
  }
}
