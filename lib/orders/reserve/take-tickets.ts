import "server-only";
import type { Context } from "@/lib/context";
import { toCrockford } from "@/lib/crockford";
import { expireOrders } from "@/lib/orders/holds/expire-orders";
import { holdLimits } from "@/lib/orders/rules";
import { orderCodeBytes, orderCodeLength } from "@/lib/orders/rules.identity";
import { findOrderByKey } from "@/lib/orders/store";
import { createBatchQueues } from "@/lib/platform/db/batch-queue";
import type { Database } from "@/lib/platform/db/database";
import type { Refusal, RefusalReason } from "@/lib/platform/http/reasons";
import { refuse, refuseForNow } from "@/lib/platform/http/reasons";
import type { ObstacleRefusal } from "./find-obstacle";
import { findObstacle } from "./find-obstacle";
import type { Reservation, Reserved, Written } from "./store";
import { reserveOrder, writeOrders } from "./store";

/** A call that may have been made before: its key, and the hash of what it requests. */
export type RepeatableCall = Pick<Reservation, "drawId" | "idempotencyKey" | "requestHash">;

/** The order that holds the tickets, and its reservation where this call made it. */
export type Holding = { ok: true; orderId: string; reserved: (Reservation & Written) | null };

export type Prepared<Stop extends Refusal> = { ok: true; reservation: Reservation } | Stop;

export type Prepare<Stop extends Refusal> = (reading: { isFresh: boolean }) => Promise<Prepared<Stop>>;

type Again = "definition" | "code" | "expiry" | "slot";

/** How often each is tried, including the first time; retrying one resets the counts of those below it. */
const maxTries: Record<Again, number> = {
  /** The draw was redefined in between: the order is repriced, provided that the basket costs the same. */
  definition: 5,
  /** Another order of the draw has the short code: with another one. 40 random bits collide rarely. */
  code: 5,
  /** Too few were left, and ended holds that the job hadn't released yet were released. */
  expiry: 2,
  /** A call of the same client was quicker with the same slot, and filled it: the same again, until none is free. */
  slot: holdLimits.perClient + 1,
};

/** Refusals that end when ended holds are released. */
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

async function findRepeat(
  ctx: Context,
  call: RepeatableCall,
): Promise<Holding | Refusal<"idempotency-key-reused"> | null> {
  const earlier = await findOrderByKey(ctx.db, call.drawId, call.idempotencyKey);
  if (!earlier) return null;
  const isSame = earlier.requestHash === call.requestHash;
  return isSame ? { ok: true, orderId: earlier.orderId, reserved: null } : refuse("idempotency-key-reused");
}

/** Reserves; again where only the slot or the code was in the way. Null when too many wait. */
async function tryToReserve(
  ctx: Context,
  reservation: Reservation,
  mayTryAgain: (again: Again) => boolean,
): Promise<(Reserved & { reservation: Reservation }) | null> {
  for (let wanted = reservation; ; ) {
    const tried = await reserveTogether(ctx.db, wanted);
    if (tried?.broken === "orders_hold_slot" && mayTryAgain("slot")) continue;
    if (tried?.broken !== "orders_code") return tried && { ...tried, reservation: wanted };
    if (!mayTryAgain("code")) throw tried.error;
    wanted = withOtherCode(ctx, wanted);
  }
}

/**
 * Takes the tickets of a call: all of them or none, as `prepare` prices them, and tries again what `maxTries` lists.
 * The cached draw may accept but never refuses: before any refusal the draw is read. The same key gets the same order.
 */
export async function takeTickets<Stop extends Refusal>(
  ctx: Context,
  call: RepeatableCall,
  prepare: Prepare<Stop>,
): Promise<Holding | Stop | ObstacleRefusal | Refusal<"service-unavailable">> {
  const mayTryAgain = countTries();
  let prepared = await prepare({ isFresh: false });
  let cents: number | null = null;
  for (;;) {
    const tried = prepared.ok ? await tryToReserve(ctx, prepared.reservation, mayTryAgain) : null;
    if (prepared.ok && !tried) return refuseForNow(ctx);
    if (tried?.written) {
      return { ok: true, orderId: tried.reservation.orderId, reserved: { ...tried.reservation, ...tried.written } };
    }
    // A call of the same key may have been quicker, a moment ago or long before.
    const repeated = await findRepeat(ctx, call);
    if (repeated) return repeated;
    prepared = await prepare({ isFresh: true });
    if (!prepared.ok) return prepared;
    const { revision, amountCents } = prepared.reservation;
    cents ??= amountCents;
    if (amountCents !== cents) return refuse("draw-changed");
    if (tried?.reservation.revision !== revision && mayTryAgain("definition")) continue;
    if (!tried) return refuse("draw-changed");
    const refusal = await findObstacle(ctx, tried.reservation, tried.broken);
    const mayFree = freedByExpiry.has(refusal.reason) && mayTryAgain("expiry");
    if (mayFree && (await expireOrders(ctx, call.drawId)) > 0) continue;
    if (refusal.reason !== "draw-changed" || !mayTryAgain("definition")) return refusal;
  }
}

/** How many reservations one statement writes, and how many of a draw wait in a process: about a second of them. */
const limits = { maxBatch: 64, maxWaiting: 1000 } as const;

const queueOf = createBatchQueues<Reservation, Reserved>((db) => ({
  ...limits,
  writeAll: async (reservations) => {
    const written = await writeOrders(db, reservations);
    return written.map((order) => ({ written: order, broken: null }));
  },
  writeOne: (reservation) => reserveOrder(db, reservation),
}));

/**
 * Reserves what a reservation wants together with others of the same definition of its draw that wait in this process,
 * tablets first: each has its own outcome. Null when too many wait.
 */
export async function reserveTogether(db: Database, reservation: Reservation): Promise<Reserved | null> {
  const queue = queueOf(db, `${reservation.drawId} ${reservation.revision}`);
  return queue.join(reservation, reservation.actor.kind === "device");
}
