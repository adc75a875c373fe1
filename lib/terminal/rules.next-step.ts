import type { OrderStatus } from "@/lib/orders/rules";

import type { NextStep, OrderAction } from "./rules.orders";

/** What decides what a device may do with an order: its own state, the draw's rules and what the device knows of itself. */
export type OrderFacts = {
  status: OrderStatus;
  hasBuyer: boolean;
  /** Whether the draw lets devices give money back. */
  allowsRefund: boolean;
  /** Whether the device may sell at all. */
  maySell: boolean;
};

/** The one safe thing to do next with an order. */
export function nextStepOf(status: OrderStatus): NextStep {
  if (status === "reserved") return "resume";
  if (status === "paying") return "wait";
  return status === "unknown" ? "ask-bank" : "none";
}

/** What a device may do with an order now. */
export function actionsOf({ status, hasBuyer, allowsRefund, maySell }: OrderFacts): OrderAction[] {
  if (!maySell) return [];
  if (status === "reserved") return ["cash", "cancel"];
  if (status === "paying" || status === "unknown") return ["check"];
  if (status !== "finalized") return [];
  return ["reprint", ...(hasBuyer ? (["resend"] as const) : []), ...(allowsRefund ? (["refund"] as const) : [])];
}
