import "server-only";
import { createHash } from "node:crypto";
import { toAuditActor } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { toCrockford } from "@/lib/crockford";
import { canTakeMoney } from "@/lib/draws/account/rules";
import type { SellableDraw } from "@/lib/draws/read-sellable-draw";
import { readSellableDraw } from "@/lib/draws/read-sellable-draw";
import type { NotOnSaleReason } from "@/lib/draws/rules";
import { findNotOnSaleReason, isAllTaken } from "@/lib/draws/rules";
import type { PoolCapacity } from "@/lib/draws/rules.catalogue";
import { getRemainingCapacity } from "@/lib/draws/rules.catalogue";
import { listPools } from "@/lib/draws/rules.packages";
import type { Draw } from "@/lib/draws/schema";
import type { DrawRecord } from "@/lib/draws/store";
import type { LocationRefusal } from "@/lib/eligibility/check-location";
import { checkLocation } from "@/lib/eligibility/check-location";
import type { LocationRecord } from "@/lib/eligibility/rules";
import { findCaller } from "@/lib/limits/find-caller";
import { toCents } from "@/lib/money";
import { isWithinDeviceParent } from "@/lib/orders/check-operator";
import { projectOrder, requireOrder } from "@/lib/orders/read-order";
import type { OrderView } from "@/lib/orders/rules";
import { holdLimits } from "@/lib/orders/rules";
import type { BuyerRefusal } from "@/lib/orders/rules.buyer";
import { checkBuyer } from "@/lib/orders/rules.buyer";
import { orderCodeBytes, orderCodeLength, orderIdBytes, toStoredBuyer } from "@/lib/orders/rules.identity";
import type { PlaceOrderInput } from "@/lib/orders/schema";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { listHolders } from "@/lib/shares/rules";
import type { ReservationRefusal } from "./find-refusal";
import type { PricedBasket } from "./rules";
import { computeHoldEnds, findSoldOutReason, listPoolSizes, priceBasket } from "./rules";
import type { Reservation, WrittenOrder } from "./store";
import type { IdempotentCall, PreparedReservation } from "./take-tickets";
import { takeTickets } from "./take-tickets";

type DetailsRefusal = BuyerRefusal | Refusal<"buyer-required" | "invalid-input">;
type AmountRefusal = Refusal<"payment-unavailable" | "amount-above-card-limit">;
type BasketRefusal = Exclude<ReturnType<typeof priceBasket>, PricedBasket>;
type PrepareRefusal =
  | (Refusal<NotOnSaleReason> | DetailsRefusal | AmountRefusal | BasketRefusal)
  | (NonNullable<ReturnType<typeof findSoldOutReason>> | Refusal<LocationRefusal>);

export type PlaceRefusal = SellerRefusal | PrepareRefusal | ReservationRefusal | Refusal<"service-unavailable">;

type PlacedOrder = { ok: true; order: OrderView };

/** Reserves the whole basket or nothing. The same key and body return the same order in its current state. */
export function placeOrder(
  ctx: Context,
  input: PlaceOrderInput,
  idempotencyKey: string,
): Promise<PlacedOrder | PlaceRefusal> {
  return withRetry(ctx, () => placeOnce(ctx, input, idempotencyKey));
}

async function placeOnce(
  ctx: Context,
  input: PlaceOrderInput,
  idempotencyKey: string,
): Promise<PlacedOrder | PlaceRefusal> {
  const refusal = await checkSeller(ctx, input);
  if (refusal) return refusal;
  const { instanceId } = input;
  const call = { drawId: instanceId, idempotencyKey, requestHash: hashRequest(input) };
  const holding = await takeTickets(ctx, call, (reading) => prepareOrder(ctx, input, call, reading));
  if (!holding.ok) return holding;
  const { reserved, orderId } = holding;
  return {
    ok: true,
    order: reserved ? projectPlacedOrder(ctx, reserved) : await requireOrder(ctx, { instanceId, orderId }),
  };
}

/** Leaves out the position, which is never stored, not even hashed. A retry may also send another one. */
function hashRequest({ position: _position, ...input }: PlaceOrderInput): string {
  return createHash("sha256").update(JSON.stringify(input)).digest("base64url");
}

/** Apple's sheet names the buyer; a terminal asks for it after the payment method was chosen. */
function canNameBuyerLater({ applePay, actor }: Context): boolean {
  return applePay !== null || actor.kind === "device";
}

function checkDetails(ctx: Context, draw: Draw, { buyer, teamId }: PlaceOrderInput): DetailsRefusal | null {
  if (!buyer && !canNameBuyerLater(ctx)) return refuse("buyer-required", [{ field: "buyer", problem: "required" }]);
  const refusal = buyer ? checkBuyer(draw, buyer, "buyer") : null;
  if (refusal) return refusal;
  const teams = draw.teams.flatMap((group) => [group.id, ...group.teams.map((team) => team.id)]);
  if (teamId && !teams.includes(teamId)) return refuse("invalid-input", [{ field: "teamId", problem: "not-in-draw" }]);
  return null;
}

/** Cash at a terminal has no limit; a card there is checked when it is charged. */
function checkAmount({ actor }: Context, { credentials }: SellableDraw, amountCents: number): AmountRefusal | null {
  if (actor.kind === "device") return null;
  if (!credentials) return refuse("payment-unavailable");
  return amountCents > toCents(credentials.maximumAmount) ? refuse("amount-above-card-limit") : null;
}

type CheckedOrder = { basket: PricedBasket; location: LocationRecord };

function toReservation(
  ctx: Context,
  { draw, revision }: DrawRecord,
  { basket, location }: CheckedOrder,
  input: PlaceOrderInput,
  call: IdempotentCall,
): Reservation {
  const now = ctx.now();
  const limitedPools = listPools(draw).filter((pool) => pool.maxTickets !== null || pool.maxJackpotCents !== null);
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
    buyer: toStoredBuyer(input.buyer),
    teamId: input.teamId ?? null,
    isTest: draw.isTestDraw,
    clientKey: ctx.actor.kind === "buyer" ? ctx.actor.clientKey : "",
    idempotencyKey: call.idempotencyKey,
    requestHash: call.requestHash,
    now,
    ...computeHoldEnds(now),
    holders: listHolders(findCaller(ctx)),
    sizes: listPoolSizes(draw, basket.lines),
    maxHolds: limited ? holdLimits.maxPerClient : null,
    byCard: ctx.actor.kind !== "device",
    actor: toAuditActor(ctx.actor),
    location,
  };
}

function checkSale(record: DrawRecord, ctx: Context): Refusal<NotOnSaleReason> | null {
  const reason = findNotOnSaleReason(record, ctx.now());
  // A hold may have ended, so only the reservation decides about held tickets. `findSoldOutReason` checks sold ones.
  return reason && !isAllTaken(reason) ? refuse(reason) : null;
}

function getCapacities({ pools }: DrawRecord): ReadonlyMap<string, PoolCapacity> {
  return new Map([...pools].map(([poolId, counters]) => [poolId, getRemainingCapacity(counters)]));
}

async function prepareOrder(
  ctx: Context,
  input: PlaceOrderInput,
  call: IdempotentCall,
  reading: { isFresh: boolean },
): Promise<PreparedReservation<PrepareRefusal>> {
  const sale = await readSellableDraw(ctx, input.instanceId, reading);
  if (!sale || !canTakeMoney(sale.record.draw, ctx.mode)) return refuse("draw-not-found");
  const { record } = sale;
  // A full second draw isn't required. Cached counters may be outdated, so they don't count here.
  const basket = priceBasket(record.draw, input, ctx.now(), reading.isFresh ? getCapacities(record) : new Map());
  if (!basket.ok) return checkSale(record, ctx) ?? basket;
  const refusal =
    checkSale(record, ctx) ??
    findSoldOutReason(basket.lines, record.pools) ??
    checkDetails(ctx, record.draw, input) ??
    checkAmount(ctx, sale, basket.amountCents);
  if (refusal) return refusal;
  const locationCheck = await checkLocation(ctx, record.draw, input.position);
  if (!locationCheck.ok) return locationCheck;
  const checked = { basket, location: locationCheck.record };
  return { ok: true, reservation: toReservation(ctx, record, checked, input, call) };
}

function projectPlacedOrder(ctx: Context, { now, soldBy, ...reservation }: Reservation & WrittenOrder): OrderView {
  const sale = { finalizedAt: null, cardType: null, cardLastFour: null, validationHash: null };
  const order = { ...reservation, status: "reserved", placedAt: now, extensions: 0, ...sale } as const;
  return projectOrder({ order, lines: reservation.lines, ranges: [], refunds: [], attempts: [], soldBy }, ctx);
}

type SellerRefusal = Refusal<"device-required" | "device-incomplete" | "draw-not-found">;

/** A terminal's order needs a device with name, operator and printer, in a draw of its parent. */
async function checkSeller(
  ctx: Context,
  { instanceId, atTerminal }: { instanceId: string; atTerminal?: true | undefined },
): Promise<SellerRefusal | null> {
  if (ctx.actor.kind !== "device") return atTerminal ? refuse("device-required") : null;
  if (!ctx.actor.maySell) return refuse("device-incomplete");
  return (await isWithinDeviceParent(ctx, instanceId)) ? null : refuse("draw-not-found");
}
