import { sealEntries } from "@/lib/audit/seal-entries";
import { closeDraw } from "@/lib/draws/close-draw";
import { expireOrders } from "@/lib/orders/holds/expire-orders";
import { matchPayments } from "@/lib/payments/reconcile/match-payments";
import { reconcilePayments } from "@/lib/payments/reconcile/reconcile-payments";
import { deliverMail } from "@/lib/receipts/delivery/deliver-mail";
import { reconcileRefunds } from "@/lib/refunds/reconcile-refunds";
import { requestRefund } from "@/lib/refunds/request-refund";
import { sendRefunds } from "@/lib/refunds/send-refund";

import { revokeDevice } from "@/lib/terminal/device/revoke-device";
import type { Device } from "./device-calls";
import { admin, drawId } from "./draw";
import type { Facts } from "./facts";
import type { adminActionNames, jobNames } from "./scenario";
import type { World } from "./world";
import { startCall } from "./world";

type Job = (typeof jobNames)[number];
type AdminAction = (typeof adminActionNames)[number];

const works: Record<Job, Parameters<typeof startCall>[2]> = {
  expire: (ctx) => expireOrders(ctx),
  reconcile: (ctx) => reconcilePayments(ctx),
  match: (ctx) => matchPayments(ctx, 1),
  "send-refunds": (ctx) => sendRefunds(ctx),
  "ask-refunds": (ctx) => reconcileRefunds(ctx),
  mail: (ctx) => deliverMail(ctx),
  seal: (ctx) => sealEntries(ctx),
};

/** Runs the job as if its lease were free. */
export async function runJob(world: World, name: Job, process: number): Promise<void> {
  await startCall(world, { name, process, actor: admin }, works[name]);
}

/** Prefers an order with numbers. */
export async function actAsAdmin(world: World, facts: Facts, action: AdminAction, pick: number): Promise<void> {
  const issued = facts.orders.filter(({ ranges }) => ranges.length > 0);
  const orders = issued.length > 0 && pick % 8 > 0 ? issued : facts.orders;
  const order = orders[pick % Math.max(1, orders.length)];
  if (!order) return;
  const { line = 1 } = order.lines[pick % order.lines.length] ?? {};
  const input = action === "refund-line" ? { lines: [line] } : {};
  const key = { instanceId: drawId, orderId: order.orderId };
  await startCall(world, { name: action, process: pick % 2, actor: admin }, (ctx) => requestRefund(ctx, key, input));
}

/** Calls after the answer must change nothing. */
export function revoke(world: World, device: Device): Promise<void> {
  return startCall(
    world,
    { name: "revoke", process: 0, actor: admin },
    (ctx) => revokeDevice(ctx, device.deviceId),
    (answer) => {
      device.isRevoked ||= answer.ok;
    },
  );
}

export function closeSales(world: World): Promise<void> {
  return startCall(world, { name: "close", process: 0, actor: admin }, (ctx) => closeDraw(ctx, drawId));
}
