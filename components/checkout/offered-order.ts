import { isOwnOrder } from "@/components/payment/own-order";
import type { OrderView } from "@/lib/orders/rules";
import { readOrder } from "@/lib/payments/client";

/**
 * What a link that brings an order is good for. `payable`: sold by a tablet, or opened from its own page in this tab.
 * `over`: nothing of it is left to pay, its own page says the rest. `foreign`: not this tab's, who knows whose.
 */
export type Offer = { kind: "payable"; order: OrderView } | { kind: "over" | "foreign" | "unreachable" };

/** Reads the order of a link and says what the link is good for. */
export async function readOffer(drawId: string, orderId: string): Promise<Offer> {
  const answer = await readOrder({ instanceId: drawId, orderId });
  if (!answer.ok) return { kind: answer.reason === "order-not-found" ? "foreign" : "unreachable" };
  const { order } = answer;
  if (order.status !== "reserved") return { kind: "over" };
  return order.soldBy === null && !isOwnOrder(orderId) ? { kind: "foreign" } : { kind: "payable", order };
}
