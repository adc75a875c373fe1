import type { TerminalOrderAnswer } from "@/lib/terminal/client";
import type { OrderAction, TerminalOrder } from "@/lib/terminal/rules.orders";

/** An action that is carried out here; a reprint is counted where it is printed. */
export type OrderCall = Exclude<OrderAction, "reprint">;

/** What became of an action; names the words of `terminalOrders.outcomes`. */
export type OutcomeKey =
  | "cash"
  | "cancel"
  | "resend"
  | "refunded"
  | "refund-under-way"
  | "bank-approved"
  | "bank-declined"
  | "bank-missing"
  | "bank-returned"
  | "bank-silent";

/** An action that was carried out on an order, or the reason why it was not. */
export type Outcome =
  | { isDone: true; key: OutcomeKey; order: TerminalOrder; amount: number }
  | { isDone: false; reason: Extract<TerminalOrderAnswer, { ok: false }>["reason"] };

function checkedKey({ status, lastPayment, numbers }: TerminalOrder): OutcomeKey {
  if (status === "paying" || status === "unknown") return "bank-silent";
  if (status === "finalized") return "bank-approved";
  if (status === "refunded") return numbers.length > 0 ? "bank-approved" : "bank-returned";
  return lastPayment?.state === "missing" ? "bank-missing" : "bank-declined";
}

function keyOf(action: OrderCall, order: TerminalOrder): OutcomeKey {
  if (action === "check") return checkedKey(order);
  if (action !== "refund") return action;
  return order.refunds.at(-1)?.state === "under-way" ? "refund-under-way" : "refunded";
}

/** What to tell of an answer. `amount` in dollars: what a refund gave back, else what the order costs. */
export function outcomeOf(action: OrderCall, answer: TerminalOrderAnswer): Outcome {
  if (!answer.ok) return { isDone: false, reason: answer.reason };
  const { order } = answer;
  const amount = action === "refund" ? (order.refunds.at(-1)?.amount ?? order.amount) : order.amount;
  return { isDone: true, key: keyOf(action, order), order, amount };
}
