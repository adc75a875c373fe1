import type { OrderView } from "@/lib/orders/rules";
import { isBeingPaid } from "@/lib/orders/rules";
import { readOrder } from "@/lib/payments/client";
import { serverNow } from "@/lib/platform/http/server-clock";
import type { OrderEvent } from "./purchase";
import * as purchase from "./purchase";
import { releaseOrder } from "./purchase";
import * as watching from "./watch-order";

/** What talks to the server about an order, as one piece: each piece more costs the page that names it. */
export const lateCalls = { ...purchase, ...watching, settleFoundOrder };

/** Numbers that were paid longer ago than this belong to somebody who has left, in ms. */
const buyerStaysMs = 2 * 60_000;

/** An outcome that whoever stands at the tablet may be waiting for. */
function isAwaited({ status, finalizedAt }: OrderView): boolean {
  if (isBeingPaid(status)) return true;
  return status === "finalized" && finalizedAt !== null && serverNow() - Date.parse(finalizedAt) < buyerStaysMs;
}

/**
 * What becomes of an order that a shared tablet finds after a reload, when its buyer may be gone: a payment's outcome
 * is shown, unpaid tickets go back on sale, and of everything else nothing is told.
 */
export async function settleFoundOrder(order: OrderView): Promise<OrderEvent> {
  if (isAwaited(order)) return { type: "order-read", order };
  if (order.status !== "reserved") return { type: "released" };
  const released = await releaseOrder(order);
  if (released.type === "released") return released;
  // A payment may have reached the server in between.
  const read = await readOrder(order);
  return read.ok && isAwaited(read.order) ? { type: "order-read", order: read.order } : { type: "released" };
}
