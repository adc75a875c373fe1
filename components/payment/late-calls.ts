import type { OrderView } from "@/lib/orders/rules";
import { isBeingPaid } from "@/lib/orders/rules";
import { readOrder } from "@/lib/payments/client";
import { serverNow } from "@/lib/platform/http/browser/server-clock";
import type { OrderEvent } from "./purchase";
import * as purchase from "./purchase";
import { releaseOrder } from "./purchase";
import * as watching from "./watch-order";

/** One chunk, as each further one costs the page that names it. */
export const lateCalls = { ...purchase, ...watching, settleFoundOrder };

/** Numbers paid longer ago are of a buyer who has left, in ms. */
const buyerStaysMs = 2 * 60_000;

function isAwaited({ status, finalizedAt }: OrderView): boolean {
  if (isBeingPaid(status)) return true;
  return status === "finalized" && finalizedAt !== null && serverNow() - Date.parse(finalizedAt) < buyerStaysMs;
}

/**
 * After a reload of a shared tablet its buyer may be gone: the outcome of a payment is shown, unpaid tickets are
 * released, and nothing else is told.
 */
export async function settleFoundOrder(order: OrderView): Promise<OrderEvent> {
  if (isAwaited(order)) return { type: "order-read", order };
  if (order.status !== "reserved") return { type: "released" };
  const released = await releaseOrder(order);
  if (released.type === "released") return released;
  // A payment may have reached the server in between.
  const answer = await readOrder(order);
  return answer.ok && isAwaited(answer.order) ? { type: "order-read", order: answer.order } : { type: "released" };
}
