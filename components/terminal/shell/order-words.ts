import type { OrderState } from "@/components/payment/order-state";
import { orderStateOf } from "@/components/payment/order-state";
import { isBeingPaid } from "@/lib/orders/rules";
import type { TerminalOrder, TerminalOrderRow } from "@/lib/terminal/rules.orders";

/** What an operator is told of an order; names the words of `terminalOrders.states`. */
export type TerminalState = Exclude<OrderState, "confirmed" | "asking"> | "paying" | "unknown";

type Listed = Pick<TerminalOrderRow, "status" | "lastPayment" | "isPartlyRefunded">;

/** The state of a listed order: how far money is on its way back stands in its details. */
export function rowStateOf({ status, lastPayment, isPartlyRefunded }: Listed): TerminalState {
  if (isPartlyRefunded) return "partly";
  if (status === "expired" && lastPayment === "missing") return "lapsed";
  if (status !== "reserved") return status;
  return lastPayment === "missing" || lastPayment === "declined" ? lastPayment : "reserved";
}

/** The state of an order in its details. */
export function detailsStateOf(order: TerminalOrder): TerminalState {
  const { status } = order;
  const state = orderStateOf(order);
  if (isBeingPaid(status)) return status;
  return state === "confirmed" || state === "asking" ? "finalized" : state;
}

/** True of an order that its buyer is at on the web: nothing is done to it unless the buyer stands at the counter. */
export function waitsForBuyer({ status, nextStep }: Pick<TerminalOrder, "status" | "nextStep">): boolean {
  return status === "reserved" && nextStep === "wait";
}

/** How urgent a state is for an operator: done, open, or ended without a sale. */
export type Tone = "positive" | "warning" | "plain";

const open: readonly TerminalState[] = ["paying", "unknown", "missing", "declined", "reserved", "returning", "stuck"];

/** The look of a state. */
export function toneOf(state: TerminalState): Tone {
  if (state === "finalized" || state === "partly") return "positive";
  return open.includes(state) ? "warning" : "plain";
}
