import "server-only";
import type { Context } from "@/lib/context";
import { toCrockford } from "@/lib/crockford";
import { expireOrders } from "@/lib/orders/holds/expire-orders";
import { holdLimits } from "@/lib/orders/rules";
import { orderCodeBytes, orderCodeLength } from "@/lib/orders/rules.identity";
import { findOrderByIdempotencyKey } from "@/lib/orders/store";
import { createBatchQueues } from "@/lib/platform/db/batch-queue";
import type { Database } from "@/lib/platform/db/database";
import type { Refusal, RefusalReason } from "@/lib/platform/http/reasons";
import { refuse, refuseForNow } from "@/lib/platform/http/reasons";
import type { ReservationRefusal } from "./find-refusal";
import { findRefusal } from "./find-refusal";
import type { Reservation, ReservationResult, WrittenOrder } from "./store";
import { reserveOrder, writeOrders } from "./store";

export type IdempotentCall = Pick<Reservation, "drawId" | "idempotencyKey" | "requestHash">;

/** `reserved` is null if an earlier call with the same key made the reservation. */
export type HeldTickets = { ok: true; orderId: string; reserved: (Reservation & WrittenOrder) | null };

export type PreparedReservation<Stop extends Refusal> = { ok: true; reservation: Reservation } | Stop;

export type PrepareReservation<Stop extends Refusal> = (reading: {
  isFresh: boolean;
}) => Promise<PreparedReservation<Stop>>;

type RetryKind = "definition" | "code" | "expiry" | "slot";

/** Tries per kind, including the first. A retry of one kind resets the counts of the kinds below it. */
const maxTries: Record<RetryKind, number> = {
  /** The draw was redefined. The order is placed only if the basket still costs the same. */
  definition: 5,
  /** Another order has the same short code, which has 40 random bits. */
  code: 5,
  /** Too few tickets were left, until this call released ended holds that the job hadn't reached yet. */
  expiry: 2,
  /** A concurrent call of the same client took the slot. */
  slot: holdLimits.maxPerClient + 1,
};

/** Refusals that may no longer apply once ended holds are released. */
const expiryRefusals = new Set<RefusalReason>([
  "all-held",
  "not-enough-left",
  "jackpot-reached",
  "second-draw-full",
  "too-many-holds",
  "too-many-unpaid",
]);

/** Takes all tickets or none. Reads the draw again before it refuses, because the cached one may be outdated. */
export async function takeTickets<Stop extends Refusal>(
  ctx: Context,
  call: IdempotentCall,
  prepare: PrepareReservation<Stop>,
): Promise<HeldTickets | Stop | ReservationRefusal | Refusal<"service-unavailable">> {
  const mayRetry = createRetryCounter();
  let prepared = await prepare({ isFresh: false });
  let cents: number | null = null;
  for (;;) {
    const tried = prepared.ok ? await reserveWithRetry(ctx, prepared.reservation, mayRetry) : null;
    if (prepared.ok && !tried) return refuseForNow(ctx);
    if (tried?.written) {
      return { ok: true, orderId: tried.reservation.orderId, reserved: { ...tried.reservation, ...tried.written } };
    }
    // A concurrent call with the same key may have been faster.
    const repeated = await findEarlierOrder(ctx, call);
    if (repeated) return repeated;
    prepared = await prepare({ isFresh: true });
    if (!prepared.ok) return prepared;
    const { revision, amountCents } = prepared.reservation;
    cents ??= amountCents;
    if (amountCents !== cents) return refuse("draw-changed");
    if (tried?.reservation.revision !== revision && mayRetry("definition")) continue;
    if (!tried) return refuse("draw-changed");
    const refusal = await findRefusal(ctx, tried.reservation, tried.broken);
    const mayFree = expiryRefusals.has(refusal.reason) && mayRetry("expiry");
    if (mayFree && (await expireOrders(ctx, call.drawId)) > 0) continue;
    if (refusal.reason !== "draw-changed" || !mayRetry("definition")) return refusal;
  }
}

/** `maxBatch` reservations go into one statement. `maxWaiting` per draw and process is about a second of work. */
const queueLimits = { maxBatch: 64, maxWaiting: 1000 } as const;

const getQueue = createBatchQueues<Reservation, ReservationResult>((db) => ({
  ...queueLimits,
  writeAll: async (reservations) => {
    const written = await writeOrders(db, reservations);
    return written.map((order) => ({ written: order, broken: null }));
  },
  writeOne: (reservation) => reserveOrder(db, reservation),
}));

/** Joins the next statement for this draw in this process, tablets first. Null if too many are waiting. */
export async function reserveTogether(db: Database, reservation: Reservation): Promise<ReservationResult | null> {
  const queue = getQueue(db, `${reservation.drawId} ${reservation.revision}`);
  return queue.join(reservation, reservation.actor.kind === "device");
}

function createRetryCounter(): (kind: RetryKind) => boolean {
  const kinds = Object.keys(maxTries) as RetryKind[];
  const remaining = { ...maxTries };
  return (kind) => {
    remaining[kind] -= 1;
    for (const inner of kinds.slice(kinds.indexOf(kind) + 1)) remaining[inner] = maxTries[inner];
    return remaining[kind] > 0;
  };
}

function withNewCode(ctx: Context, reservation: Reservation): Reservation {
  const prefix = reservation.orderCode.slice(0, -orderCodeLength);
  return { ...reservation, orderCode: prefix + toCrockford(ctx.random(orderCodeBytes), orderCodeLength) };
}

async function findEarlierOrder(
  ctx: Context,
  call: IdempotentCall,
): Promise<HeldTickets | Refusal<"idempotency-key-reused"> | null> {
  const earlier = await findOrderByIdempotencyKey(ctx.db, call.drawId, call.idempotencyKey);
  if (!earlier) return null;
  const isSame = earlier.requestHash === call.requestHash;
  return isSame ? { ok: true, orderId: earlier.orderId, reserved: null } : refuse("idempotency-key-reused");
}

/** Null if too many reservations are waiting. */
async function reserveWithRetry(
  ctx: Context,
  reservation: Reservation,
  mayRetry: (kind: RetryKind) => boolean,
): Promise<(ReservationResult & { reservation: Reservation }) | null> {
  for (let current = reservation; ; ) {
    const tried = await reserveTogether(ctx.db, current);
    if (tried?.broken === "orders_hold_slot" && mayRetry("slot")) continue;
    if (tried?.broken !== "orders_code") return tried && { ...tried, reservation: current };
    if (!mayRetry("code")) throw tried.error;
    current = withNewCode(ctx, current);
  }
}
