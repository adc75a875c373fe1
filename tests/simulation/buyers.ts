import type { Actor } from "@/lib/actor";
import type { Context } from "@/lib/context";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { extendOrder } from "@/lib/orders/holds/extend-order";
import { readOrder } from "@/lib/orders/read-order";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import type { OrderView } from "@/lib/orders/rules";
import type { OrderKey, PlaceOrderInput } from "@/lib/orders/schema";
import { payOrder } from "@/lib/payments/pay/pay-order";
import type { PayOrderInput } from "@/lib/payments/schema";
import type { Refusal } from "@/lib/platform/http/reasons";
import { resendReceipt } from "@/lib/receipts/resend-receipt";
import type { PaidOrder } from "@/tests/support/core/orders";
import { createBasket, createPayment } from "@/tests/support/core/orders";

import { drawId, team } from "./draw";
import type { buyerActionNames } from "./scenario";
import type { World } from "./world";
import { startCall } from "./world";

/** A browser's last click, its orders as last shown, and its last payment and token. */
export type Buyer = {
  who: number;
  click: { key: string; input: PlaceOrderInput } | null;
  orders: OrderView[];
  payment: { order: PaidOrder; token: string } | null;
  clicks: number;
};

export function createBuyer(who: number): Buyer {
  return { who, click: null, orders: [], payment: null, clicks: 0 };
}

type Action = (world: World, buyer: Buyer, pick: number) => Promise<void>;

function createCaller({ who }: Buyer, name: string, pick: number) {
  const actor: Actor = { kind: "buyer", clientKey: `browser-${who}`, ipAddress: null };
  return { name, process: pick % 2, actor };
}

function freshText(buyer: Buyer, what: string): string {
  buyer.clicks += 1;
  return `${what}-${buyer.who}-${String(buyer.clicks).padStart(8, "0")}`;
}

function remember(buyer: Buyer, answer: { ok: true; order: OrderView } | { ok: false }): void {
  if (!answer.ok) return;
  buyer.orders = [...buyer.orders.filter(({ orderId }) => orderId !== answer.order.orderId), answer.order];
}

/** One or two packages, sometimes of the second draw, sometimes for the team. */
export function basketAt(world: World, pick: number): PlaceOrderInput {
  const quantity = 1 + (pick % 2);
  const main = { poolId: "main", packageId: pick % 7 === 6 ? "five" : "one", quantity };
  const second = { poolId: "second", packageId: "one", quantity: 1 };
  const lines = pick % 3 === 0 && world.scenario.secondMaxTickets !== null ? [main, second] : [main];
  return createBasket(drawId, 1, { lines, ...(pick % 5 < 3 ? { teamId: team.id } : {}) });
}

function send(world: World, buyer: Buyer, pick: number, input: PlaceOrderInput): Promise<void> {
  const key = buyer.click?.key ?? "";
  return startCall(
    world,
    createCaller(buyer, "place", pick),
    (ctx) => placeOrder(ctx, input, key),
    (answer) => remember(buyer, answer),
  );
}

function place(world: World, buyer: Buyer, pick: number): Promise<void> {
  buyer.click = { key: freshText(buyer, "key"), input: basketAt(world, pick) };
  return send(world, buyer, pick, buyer.click.input);
}

function placeAgain(world: World, buyer: Buyer, pick: number): Promise<void> {
  return buyer.click ? send(world, buyer, pick, buyer.click.input) : place(world, buyer, pick);
}

function placeOtherwise(world: World, buyer: Buyer, pick: number): Promise<void> {
  return buyer.click ? send(world, buyer, pick, { ...buyer.click.input, locale: "fr" }) : place(world, buyer, pick);
}

function createNamedPayment(order: PaidOrder, token: string): PayOrderInput {
  const sent = createPayment(order, token);
  const billing = { name: "Louis Gagnon", email_address: "louis@example.com", province: "ON" };
  return { ...sent, payment: { ...sent.payment, billing } } as PayOrderInput;
}

function payAgain(world: World, buyer: Buyer, pick: number): Promise<void> {
  if (!buyer.payment) return buyer.orders.length > 0 ? pay(world, buyer, pick) : placeAgain(world, buyer, pick);
  const { order, token } = buyer.payment;
  return startCall(
    world,
    createCaller(buyer, "pay", pick),
    (ctx) => payOrder(ctx, createNamedPayment(order, token)),
    (answer) => remember(buyer, answer),
  );
}

/** When an order is over, buyers mostly start again. */
function isOver(order: OrderView | undefined): boolean {
  return order !== undefined && !["reserved", "paying", "unknown"].includes(order.status);
}

function pay(world: World, buyer: Buyer, pick: number, order = buyer.orders.at(-1)): Promise<void> {
  if (isOver(order) && pick % 4 > 0) return place(world, buyer, pick);
  if (order) buyer.payment = { order, token: freshText(buyer, "token") };
  return payAgain(world, buyer, pick);
}

export function payHanded(world: World, buyer: Buyer, pick: number, order: PaidOrder): Promise<void> {
  buyer.payment = { order, token: freshText(buyer, "token") };
  return payAgain(world, buyer, pick);
}

async function doubleClick(world: World, buyer: Buyer, pick: number): Promise<void> {
  if (buyer.orders.length === 0) {
    await place(world, buyer, pick);
    return placeAgain(world, buyer, pick + 1);
  }
  await pay(world, buyer, pick);
  return payAgain(world, buyer, pick + (pick % 3));
}

type OrderWork = (ctx: Context, key: OrderKey) => Promise<{ ok: true; order: OrderView } | Refusal>;

/** Returns the order after the work, as the routes do. */
function workThenRead(work: (ctx: Context, key: OrderKey) => Promise<{ ok: true } | Refusal>): OrderWork {
  return async (ctx, key) => {
    const done = await work(ctx, key);
    return done.ok ? readOrder(ctx, key) : done;
  };
}

function withOrder(name: string, work: OrderWork): Action {
  return (world, buyer, pick) => {
    const order = buyer.orders[pick % Math.max(1, buyer.orders.length)];
    if (!order) return placeAgain(world, buyer, pick);
    const { instanceId, orderId } = order;
    const caller = createCaller(buyer, name, pick);
    return startCall(
      world,
      caller,
      (ctx) => work(ctx, { instanceId, orderId }),
      (answer) => remember(buyer, answer),
    );
  };
}

/** A buyer without an order to act on places one. */
export const buyerActions: Record<(typeof buyerActionNames)[number], Action> = {
  place,
  "place-again": placeAgain,
  "place-otherwise": placeOtherwise,
  pay,
  "pay-again": payAgain,
  "double-click": doubleClick,
  "pay-earlier": (world, buyer, pick) => pay(world, buyer, pick, buyer.orders[pick % Math.max(1, buyer.orders.length)]),
  cancel: withOrder("cancel", workThenRead(cancelOrder)),
  extend: withOrder("extend", workThenRead(extendOrder)),
  reload: withOrder("reload", readOrder),
  resend: withOrder("resend", workThenRead(resendReceipt)),
};
