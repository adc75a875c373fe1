import type { OrderState } from "@/components/orders/order-state";
import { orderStateOf } from "@/components/orders/order-state";
import type { TerminalOrder, TerminalOrderRow } from "@/lib/terminal/rules.orders";

/** What an operator is told of an order; names the words of `terminalOrders.states`. */
export type TerminalState = Exclude<OrderState, "confirmed" | "asking"> | "paying" | "unknown";

type Listed = Pick<TerminalOrderRow, "status" | "lastPayment">;

/** The state of a listed order: what its refunds add to it stands in its details. */
export function rowStateOf({ status, lastPayment }: Listed): TerminalState {
  if (status === "expired" && lastPayment === "missing") return "lapsed";
  if (status !== "reserved") return status;
  return lastPayment === "missing" || lastPayment === "declined" ? lastPayment : "reserved";
}

/** The state of an order in its details. */
export function detailsStateOf(order: TerminalOrder): TerminalState {
  const { status } = order;
  const state = orderStateOf(order);
  if (status === "paying" || status === "unknown") return status;
  return state === "confirmed" || state === "asking" ? "finalized" : state;
}

/** How urgent a state is for an operator: done, open, or ended without a sale. */
export type Tone = "positive" | "warning" | "plain";

const open: readonly TerminalState[] = ["paying", "unknown", "missing", "declined", "reserved", "returning", "stuck"];

/** The look of a state. */
export function toneOf(state: TerminalState): Tone {
  if (state === "finalized" || state === "partly") return "positive";
  return open.includes(state) ? "warning" : "plain";
}
