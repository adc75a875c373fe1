import "server-only";
import { createHash } from "node:crypto";
import { auditActorOf } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { toCrockford } from "@/lib/crockford";
import { mayTakeMoney } from "@/lib/draws/account/rules";
import type { Sale } from "@/lib/draws/read-sale";
import { readSale } from "@/lib/draws/read-sale";
import type { SaleStop } from "@/lib/draws/rules";
import { isAllTaken, whyNotOnSale } from "@/lib/draws/rules";
import type { PoolCapacity } from "@/lib/draws/rules.catalogue";
import { remainingCapacity } from "@/lib/draws/rules.catalogue";
import { poolsOf } from "@/lib/draws/rules.packages";
import type { Draw } from "@/lib/draws/schema";
import type { DrawRecord } from "@/lib/draws/store";
import type { LocationRefusal } from "@/lib/eligibility/check-location";
import { checkLocation } from "@/lib/eligibility/check-location";
import type { LocationRecord } from "@/lib/eligibility/rules";
import { sellsTo } from "@/lib/eligibility/rules";
import { findCaller } from "@/lib/limits/find-caller";
import { toCents } from "@/lib/money";
import { checkParent } from "@/lib/orders/check-operator";
import { projectOrder, requireOrder } from "@/lib/orders/read-order";
import type { OrderView } from "@/lib/orders/rules";
import { holdLimits } from "@/lib/orders/rules";
import { keptBuyer, orderCodeBytes, orderCodeLength, orderIdBytes } from "@/lib/orders/rules.identity";
import type { PlaceOrderInput } from "@/lib/orders/schema";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { holdersOf } from "@/lib/shares/rules";
import type { ObstacleRefusal } from "./find-obstacle";
import type { PricedBasket } from "./rules";
import { holdEndsOf, priceBasket, sizesOf, whyGone } from "./rules";
import type { Reservation, Written } from "./store";
import type { Prepared, RepeatableCall } from "./take-tickets";
import { takeTickets } from "./take-tickets";

type BuyerRefusal = Refusal<"buyer-required" | "province-not-eligible" | "invalid-input">;
type AmountRefusal = Refusal<"payment-unavailable" | "amount-above-card-limit">;
type BasketRefusal = Exclude<ReturnType<typeof priceBasket>, PricedBasket>;
type PrepareRefusal =
  | (Refusal<SaleStop> | BuyerRefusal | AmountRefusal | BasketRefusal)
  | (NonNullable<ReturnType<typeof whyGone>> | Refusal<LocationRefusal>);

export type PlaceRefusal = SellerRefusal | PrepareRefusal | ObstacleRefusal | Refusal<"service-unavailable">;

type Placed = { ok: true; order: OrderView };

/**
 * Reserves tickets for a buyer: all of the basket or nothing, for 15 minutes. The same key and body get the same order
 * as it now is, and so does a call that is tried again after a lost connection. A device sells its parent's draws, to a
 * buyer who may still be unknown.
 */
export function placeOrder(
  ctx: Context,
  input: PlaceOrderInput,
  idempotencyKey: string,
): Promise<Placed | PlaceRefusal> {
  return withRetry(ctx, () => placeOnce(ctx, input, idempotencyKey));
}

async function placeOnce(ctx: Context, input: PlaceOrderInput, idempotencyKey: string): Promise<Placed | PlaceRefusal> {
  const stop = await checkSeller(ctx, input);
  if (stop) return stop;
  const { instanceId } = input;
  const call = { drawId: instanceId, idempotencyKey, requestHash: hashOf(input) };
  const holding = await takeTickets(ctx, call, (reading) => prepareOrder(ctx, input, call, reading));
  if (!holding.ok) return holding;
  const { reserved, orderId } = holding;
  return { ok: true, order: reserved ? toPlaced(ctx, reserved) : await requireOrder(ctx, { instanceId, orderId }) };
}

/** A call that is tried again may come from a few steps further; a position is kept in no form, nor as a hash. */
function hashOf({ position: _position, ...input }: PlaceOrderInput): string {
  return createHash("sha256").update(JSON.stringify(input)).digest("base64url");
}

/**
 * Whether the payment may name the buyer: Apple's sheet does, and at a terminal the buyer is asked once the payment
 * method is known.
 */
function mayTellLater({ applePay, actor }: Context): boolean {
  return applePay !== null || actor.kind === "device";
}

function checkBuyer(ctx: Context, draw: Draw, { buyer, teamId }: PlaceOrderInput): BuyerRefusal | null {
  if (!buyer && !mayTellLater(ctx)) return refuse("buyer-required", [{ field: "buyer", problem: "required" }]);
  if (buyer && !sellsTo(draw, buyer.province)) {
    return refuse("province-not-eligible", [{ field: "buyer.province", problem: "not-in-draw" }]);
  }
  const teams = draw.teams.flatMap((group) => [group.id, ...group.teams.map((team) => team.id)]);
  if (teamId && !teams.includes(teamId)) return refuse("invalid-input", [{ field: "teamId", problem: "not-in-draw" }]);
  return null;
}

/**
 * What a buyer takes is paid by card; cash at a terminal has no limit, and a card there is checked when it is charged.
 */
function checkAmount({ actor }: Context, { credentials }: Sale, amountCents: number): AmountRefusal | null {
  if (actor.kind === "device") return null;
  if (!credentials) return refuse("payment-unavailable");
  return amountCents > toCents(credentials.maximumAmount) ? refuse("amount-above-card-limit") : null;
}

type Checked = { basket: PricedBasket; location: LocationRecord };

function toReservation(
  ctx: Context,
  { draw, revision }: DrawRecord,
  { basket, location }: Checked,
  input: PlaceOrderInput,
  call: RepeatableCall,
): Reservation {
  const now = ctx.now();
  const limitedPools = poolsOf(draw).filter((pool) => pool.maxTickets !== null || pool.maxJackpotCents !== null);
  const limitedIds = new Set(limitedPools.map((pool) => pool.poolId));
  const limited =
    basket.lines.some((line) => limitedIds.has(line.poolId)) &&
    ctx.actor.kind === "buyer" &&
    ctx.actor.clientKey !== "";
  return {
    drawId: draw.id,
    revision,
    orderId: toCrockford(ctx.random(orderIdBytes), 26),
    orderCode: draw.additionalOptions.uniqueOrderPrefix + toCrockford(ctx.random(orderCodeBytes), orderCodeLength),
    amountCents: basket.amountCents,
    lines: basket.lines,
    locale: input.locale,
    buyer: keptBuyer(input.buyer),
    teamId: input.teamId ?? null,
    isTest: draw.isTestDraw,
    clientKey: ctx.actor.kind === "buyer" ? ctx.actor.clientKey : "",
    idempotencyKey: call.idempotencyKey,
    requestHash: call.requestHash,
    now,
    ...holdEndsOf(now),
    holders: holdersOf(findCaller(ctx)),
    sizes: sizesOf(draw, basket.lines),
    maxHolds: limited ? holdLimits.perClient : null,
    byCard: ctx.actor.kind !== "device",
    actor: auditActorOf(ctx.actor),
    location,
  };
}

function checkSale(record: DrawRecord, ctx: Context): Refusal<SaleStop> | null {
  const stop = whyNotOnSale(record, ctx.now());
  // Held tickets are left to the reservation, which releases holds that have ended. See `whyGone` for what is sold.
  return stop && !isAllTaken(stop) ? refuse(stop) : null;
}

function roomsOf({ pools }: DrawRecord): ReadonlyMap<string, PoolCapacity> {
  return new Map([...pools].map(([poolId, counters]) => [poolId, remainingCapacity(counters)]));
}

async function prepareOrder(
  ctx: Context,
  input: PlaceOrderInput,
  call: RepeatableCall,
  reading: { isFresh: boolean },
): Promise<Prepared<PrepareRefusal>> {
  const sale = await readSale(ctx, input.instanceId, reading);
  if (!sale || !mayTakeMoney(sale.record.draw, ctx.mode)) return refuse("draw-not-found");
  const { record } = sale;
  // Of counters that may be older nothing is believed.
  const basket = priceBasket(record.draw, input, ctx.now(), reading.isFresh ? roomsOf(record) : new Map());
  if (!basket.ok) return checkSale(record, ctx) ?? basket;
  const refusal =
    checkSale(record, ctx) ??
    whyGone(basket.lines, record.pools) ??
    checkBuyer(ctx, record.draw, input) ??
    checkAmount(ctx, sale, basket.amountCents);
  if (refusal) return refusal;
  const located = await checkLocation(ctx, record.draw, input.position);
  if (!located.ok) return located;
  const checked = { basket, location: located.record };
  return { ok: true, reservation: toReservation(ctx, record, checked, input, call) };
}

function toPlaced(ctx: Context, { now, soldBy, ...reservation }: Reservation & Written): OrderView {
  const sale = { finalizedAt: null, cardType: null, cardLastFour: null, validationHash: null };
  const order = { ...reservation, status: "reserved", placedAt: now, extensions: 0, ...sale } as const;
  return projectOrder({ order, lines: reservation.lines, ranges: [], refunds: [], attempts: [], soldBy }, ctx);
}

type SellerRefusal = Refusal<"device-required" | "device-incomplete" | "draw-not-found">;

/**
 * What is to be sold at a terminal is sold by a device that knows its name, operator and printer, in a draw of its
 * parent.
 */
async function checkSeller(
  ctx: Context,
  { instanceId, atTerminal }: { instanceId: string; atTerminal?: true | undefined },
): Promise<SellerRefusal | null> {
  if (ctx.actor.kind !== "device") return atTerminal ? refuse("device-required") : null;
  if (!ctx.actor.maySell) return refuse("device-incomplete");
  return (await checkParent(ctx, instanceId)) ? null : refuse("draw-not-found");
}
