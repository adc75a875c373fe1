import type { Context } from "@/lib/context";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import type { OrderKey } from "@/lib/orders/schema";
import { checkOutcome } from "@/lib/payments/reconcile/check-outcome";
import { settleCash } from "@/lib/payments/settle/settle-cash";
import type { Refusal, RefusalReason } from "@/lib/platform/http/reasons";
import { listOrders } from "@/lib/terminal/orders/list-orders";
import type { NextStep, TerminalOrderRow } from "@/lib/terminal/orders/rules";

import { isSelling } from "./check-steps";
import type { Device, Floor } from "./device-calls";
import { callAsDevice } from "./device-calls";
import { drawId } from "./draw";
import type { Order } from "./facts";
import { note } from "./world";

const beingPaid = new Set(["paying", "unknown"]);

/** Lists unfinalized orders with their safe next step. `then` acts on one. */
export function list(floor: Floor, device: Device, pick: number, then: () => void = () => undefined): Promise<void> {
  const { world } = floor;
  return callAsDevice(
    world,
    device,
    { name: "list", pick },
    (ctx) => listOrders(ctx, { instanceId: drawId, status: "unfinalized" }),
    (answer) => {
      if (!answer.ok) return;
      note(world, checkRows(floor, answer.orders, answer.nextCursor === null));
      device.list = { rows: answer.orders, seenBefore: world.seen.length };
      then();
    },
  );
}

/** Takes the next step of a listed order. Without one, fetches a list first. */
export function takeNextStep(floor: Floor, device: Device, pick: number): Promise<void> {
  const row = chooseRow(device, pick);
  if (row) return takeStep(floor, device, pick, row);
  return list(floor, device, pick, () => {
    const listed = chooseRow(device, pick);
    if (listed) void takeStep(floor, device, pick, listed);
  });
}

/** Rows match their orders, and a complete list has every order whose money is on its way. */
function checkRows({ facts }: Floor, rows: TerminalOrderRow[], isWhole: boolean): string[] {
  const { orders } = facts();
  const found = rows.filter(({ orderId, status }) => {
    const order = orders.find((one) => one.orderId === orderId);
    return order?.status !== status && !(order?.status === "reserved" && status === "expired");
  });
  const listed = new Set(rows.map(({ orderId }) => orderId));
  const omitted = isWhole ? orders.filter(({ orderId, status }) => beingPaid.has(status) && !listed.has(orderId)) : [];
  return [
    ...found.map(({ orderId, status }) => `${orderId} stands in a list as ${status}`),
    ...omitted.map(({ orderId, status }) => `${orderId} is ${status} and stands in no list of open orders`),
  ];
}

type ListedStep = { row: TerminalOrderRow; order: Order; states: string[]; floor: Floor; deviceId: string };

const reachedState =
  (...wanted: string[]) =>
  ({ states }: ListedStep) =>
    states.some((state) => wanted.includes(state));

const ended = ({ order, floor }: ListedStep) => !isSelling(floor.facts(), order, floor.world.clock.now());

const causes: Partial<Record<RefusalReason, (since: ListedStep) => boolean>> = {
  "order-being-paid": reachedState("paying", "unknown"),
  "order-finalized": reachedState("finalized"),
  "cash-taken-elsewhere": reachedState("finalized"),
  "order-cancelled": reachedState("cancelled"),
  "order-refunded": reachedState("refunded"),
  "order-expired": (since) => reachedState("expired")(since) || since.order.expiresAt <= since.floor.world.clock.now(),
  "payment-not-open": reachedState("finalized", "reserved", "expired", "refunded"),
  "draw-closed": ended,
  "second-draw-closed": ended,
  "device-revoked": ({ floor, deviceId }) => floor.facts().revoked.includes(deviceId),
  // A resumed sale can still ask for the buyer.
  "buyer-required": ({ row }) => row.nextStep === "resume" && row.buyer === null,
};

function checkRefusal(since: ListedStep, { reason }: Refusal): string[] {
  if (causes[reason]?.(since)) return [];
  const { row, states } = since;
  return [
    `${row.orderId}: the list said ${row.nextStep}, it was refused as ${reason} after ${states.join() || "nothing"}`,
  ];
}

const works: Record<NextStep, ((ctx: Context, key: OrderKey) => Promise<{ ok: true } | Refusal>) | null> = {
  resume: (ctx, key) => settleCash(ctx, key),
  "take-cash": (ctx, key) => settleCash(ctx, key),
  "ask-bank": checkOutcome,
  cancel: cancelOrder,
  "complete-device": null,
  wait: null,
  none: null,
};

function chooseRow({ list: shown }: Device, pick: number): TerminalOrderRow | undefined {
  const possible = (shown?.rows ?? []).filter(({ nextStep }) => works[nextStep] !== null);
  return possible[pick % Math.max(1, possible.length)];
}

async function takeStep(floor: Floor, device: Device, pick: number, row: TerminalOrderRow): Promise<void> {
  const { world, facts } = floor;
  const { orderId, nextStep } = row;
  const seenBefore = device.list?.seenBefore ?? 0;
  const work = works[nextStep];
  if (!work) return;
  return callAsDevice(
    world,
    device,
    { name: `step ${nextStep}`, pick },
    (ctx) => work(ctx, { instanceId: drawId, orderId }),
    (answer) => {
      const order = facts().orders.find((one) => one.orderId === orderId);
      if (answer.ok || !order) return;
      const since = world.seen.slice(seenBefore).filter((one) => one.orderId === orderId);
      const states = since.map(({ status }) => status);
      note(world, checkRefusal({ row, order, states, floor, deviceId: device.deviceId }, answer));
    },
  );
}
