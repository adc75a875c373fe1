import type { Context } from "@/lib/context";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import type { OrderKey } from "@/lib/orders/schema";
import { checkOutcome } from "@/lib/payments/reconcile/check-outcome";
import { settleCash } from "@/lib/payments/settle/settle-cash";
import type { Refusal } from "@/lib/platform/http/reasons";
import { reprintReceipt } from "@/lib/receipts/reprint-receipt";
import { resendReceipt } from "@/lib/receipts/resend-receipt";
import { requestRefund } from "@/lib/refunds/request-refund";
import { viewSummary } from "@/lib/terminal/summary/view-summary";

import { basketAt, payHanded } from "./buyers";
import type { Device, Floor } from "./device-calls";
import { callAsDevice } from "./device-calls";
import { list, takeNextStep } from "./device-list";
import { drawId } from "./draw";
import type { deviceActionNames } from "./scenario";
import { checkSummary } from "./till";
import { note } from "./world";

type Action = (floor: Floor, device: Device, pick: number) => Promise<void>;

function placeAgain({ world }: Floor, device: Device, pick: number): Promise<void> {
  const { key = "", input = basketAt(world, pick) } = device.click ?? {};
  return callAsDevice(
    world,
    device,
    { name: "sell", pick },
    (ctx) => placeOrder(ctx, input, key),
    (answer) => {
      if (!answer.ok) return;
      const { orderId } = answer.order;
      device.orders = [...device.orders.filter((one) => one.orderId !== orderId), { instanceId: drawId, orderId }];
    },
  );
}

/** Two of three sales are without a name. */
function sell(floor: Floor, device: Device, pick: number): Promise<void> {
  const { buyer, ...basket } = basketAt(floor.world, pick);
  const named = pick % 3 === 0 ? { buyer } : {};
  device.presses += 1;
  const key = `press-${device.who}-${String(device.presses).padStart(8, "0")}`;
  device.click = { key, input: { ...basket, ...named, atTerminal: true } };
  return placeAgain(floor, device, pick);
}

/** When an order is over, operators mostly start again. */
function findLatest({ facts }: Floor, device: Device, pick: number): OrderKey | undefined {
  const key = device.orders.at(-1);
  const order = facts().orders.find(({ orderId }) => orderId === key?.orderId);
  const isOver = order && !["reserved", "paying", "unknown"].includes(order.status);
  return isOver && pick % 4 > 0 ? undefined : key;
}

/** Most sales don't record the cash received. Some first record too little. */
function cashGivenFor(pick: number): { givenCents?: number } {
  if (pick % 7 === 0) return { givenCents: 500 };
  return pick % 7 === 1 ? { givenCents: 20_000 } : {};
}

function takeFor({ world }: Floor, device: Device, pick: number, key: OrderKey): Promise<void> {
  return callAsDevice(world, device, { name: "cash", pick }, (ctx) => settleCash(ctx, key, cashGivenFor(pick)));
}

const cash: Action = (floor, device, pick) => {
  const key = findLatest(floor, device, pick);
  return key ? takeFor(floor, device, pick, key) : sell(floor, device, pick);
};

/** An order of any device or browser, by its code, mostly in a wanted state. */
function anyOrder({ facts }: Floor, pick: number, wanted: readonly string[]): OrderKey | undefined {
  const { orders } = facts();
  const fitting = orders.filter(({ status }) => wanted.includes(status));
  const among = fitting.length > 0 && pick % 8 > 0 ? fitting : orders;
  const order = among[pick % Math.max(1, among.length)];
  return order && { instanceId: drawId, orderId: order.orderId };
}

type Work = (ctx: Context, key: OrderKey) => Promise<{ ok: true } | Refusal>;

/** Acts on an order in one of these states. Without one, the device sells. */
function withOrder(name: string, wanted: readonly string[], work: Work): Action {
  return (floor, device, pick) => {
    const key = anyOrder(floor, pick, wanted);
    if (!key) return sell(floor, device, pick);
    return callAsDevice(floor.world, device, { name, pick }, (ctx) => work(ctx, key));
  };
}

/** Hands the order over to a phone. Half of the operators try cash meanwhile. */
const handOver: Action = async (floor, device, pick) => {
  const key = findLatest(floor, device, pick);
  const order = floor.facts().orders.find(({ orderId }) => orderId === key?.orderId);
  const buyer = floor.buyers[pick % floor.buyers.length];
  if (!key || !order || !buyer) return sell(floor, device, pick);
  await payHanded(floor.world, buyer, pick, { ...key, amount: order.amountCents / 100 });
  if (pick % 2 === 0) await takeFor(floor, device, pick, key);
};

const summary: Action = ({ world }, device, pick) =>
  callAsDevice(
    world,
    device,
    { name: "summary", pick },
    (ctx) => viewSummary(ctx, drawId),
    (answer) => {
      if (answer.ok) note(world, checkSummary(world.till, device.deviceId, answer.summary));
    },
  );

/** Refunds this device's last sale, and sometimes another's. */
function refund(name: string, input: unknown): Action {
  const other = withOrder(name, ["finalized"], (ctx, key) => requestRefund(ctx, key, input));
  return (floor, device, pick) => {
    const sold = new Set(floor.facts().orders.flatMap((one) => (one.status === "finalized" ? one.orderId : [])));
    const key = device.orders.findLast(({ orderId }) => sold.has(orderId));
    if (!key || pick % 8 === 0) return other(floor, device, pick);
    return callAsDevice(floor.world, device, { name, pick }, (ctx) => requestRefund(ctx, key, input));
  };
}

export const deviceActions: Record<(typeof deviceActionNames)[number], Action> = {
  sell,
  "sell-again": (floor, device, pick) => (device.click ? placeAgain : sell)(floor, device, pick),
  cash,
  "cash-twice": async (floor, device, pick) => {
    await cash(floor, device, pick);
    await cash(floor, device, pick + 1);
  },
  "cash-any": (floor, device, pick) => {
    const key = anyOrder(floor, pick, ["reserved"]);
    return key ? takeFor(floor, device, pick, key) : sell(floor, device, pick);
  },
  "hand-over": handOver,
  cancel: withOrder("cancel", ["reserved"], cancelOrder),
  check: withOrder("check", ["paying", "unknown"], checkOutcome),
  reprint: withOrder("reprint", ["finalized"], reprintReceipt),
  resend: withOrder("resend", ["finalized"], resendReceipt),
  refund: refund("refund", {}),
  "refund-line": refund("refund-line", { lines: [1] }),
  list: (floor, device, pick) => list(floor, device, pick),
  "next-step": takeNextStep,
  summary,
};
