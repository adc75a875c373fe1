import { isOwnOrder } from "@/components/payment/own-order";
import { readOrder } from "@/lib/orders/client";
import type { OrderView } from "@/lib/orders/rules";

/** `payable`: a tablet's order, or one opened from its own page in this tab. `foreign`: perhaps another buyer's. */
export type HandoverState = { kind: "payable"; order: OrderView } | { kind: "over" | "foreign" | "unreachable" };

export async function readHandoverOrder(drawId: string, orderId: string): Promise<HandoverState> {
  const answer = await readOrder({ instanceId: drawId, orderId });
  if (!answer.ok) return { kind: answer.reason === "order-not-found" ? "foreign" : "unreachable" };
  const { order } = answer;
  if (order.status !== "reserved") return { kind: "over" };
  return order.soldBy === null && !isOwnOrder(orderId) ? { kind: "foreign" } : { kind: "payable", order };
}
