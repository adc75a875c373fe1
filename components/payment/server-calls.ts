import { readOrder } from "@/lib/orders/client";
import type { OrderView } from "@/lib/orders/rules";
import { isBeingPaid } from "@/lib/orders/rules";
import { serverNow } from "@/lib/platform/http/browser/server-clock";
import { pollCheckoutOrder, pollShownOrder } from "./poll-order";
import type { OrderEvent } from "./purchase";
import * as purchase from "./purchase";
import { releaseOrder } from "./purchase";

/** In one chunk, because each further one costs the page that names it. */
export const serverCalls = { ...purchase, pollShownOrder, pollCheckoutOrder, resolveAbandonedOrder };

/** After this time, the buyer of paid numbers has left. */
const buyerPresenceMs = 2 * 60_000;

function isBuyerWaiting({ status, finalizedAt }: OrderView): boolean {
  if (isBeingPaid(status)) return true;
  return status === "finalized" && finalizedAt !== null && serverNow() - Date.parse(finalizedAt) < buyerPresenceMs;
}

/**
 * On a reloaded shared tablet the buyer may be gone, so a payment's outcome is shown and unpaid tickets are released.
 */
export async function resolveAbandonedOrder(order: OrderView): Promise<OrderEvent> {
  if (isBuyerWaiting(order)) return { type: "order-read", order };
  if (order.status !== "reserved") return { type: "released" };
  const event = await releaseOrder(order);
  if (event.type === "released") return event;
  const answer = await readOrder(order);
  return answer.ok && isBuyerWaiting(answer.order) ? { type: "order-read", order: answer.order } : { type: "released" };
}
