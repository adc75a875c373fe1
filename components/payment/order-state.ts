import type { OrderView } from "@/lib/orders/rules";
import { isBeingPaid } from "@/lib/orders/rules";

/** The status, refined by payments and refunds. A key of `order.states`. */
export type OrderState =
  | "confirmed"
  | "finalized"
  | "partly"
  | "asking"
  | "reserved"
  | "declined"
  | "missing"
  | "expired"
  | "lapsed"
  | "cancelled"
  | "refunded"
  | "returning"
  | "returned"
  | "stuck";

type ShownOrder = Pick<OrderView, "status" | "numbers" | "refunds" | "lastPayment">;

/** For a payment that never became numbers. `stuck` if it couldn't be refunded. */
function getReturnState({ refunds }: ShownOrder): OrderState {
  if (refunds.some(({ state }) => state === "refused")) return "stuck";
  return refunds.length > 0 && refunds.every(({ state }) => state === "done") ? "returned" : "returning";
}

function getUnpaidState({ status, lastPayment }: ShownOrder): OrderState {
  const isMissing = lastPayment?.state === "missing";
  if (status === "expired") return isMissing ? "lapsed" : "expired";
  if (status !== "reserved") return "cancelled";
  if (isMissing) return "missing";
  return lastPayment?.state === "declined" ? "declined" : "reserved";
}

export function getOrderState(order: ShownOrder, isConfirmation = false): OrderState {
  const { status, numbers } = order;
  if (isBeingPaid(status)) return "asking";
  if (status === "refunded") return numbers.length > 0 ? "refunded" : getReturnState(order);
  if (status !== "finalized") return getUnpaidState(order);
  if (numbers.some((range) => range.void)) return "partly";
  return isConfirmation ? "confirmed" : "finalized";
}

export function isChanging(order: ShownOrder): boolean {
  return getOrderState(order) === "asking" || order.refunds.some(({ state }) => state === "under-way");
}

export function getDisplayKey(order: ShownOrder): string {
  const voidCount = order.numbers.filter((range) => range.void).length;
  return [getOrderState(order), ...order.refunds.map(({ state }) => state), voidCount].join(" ");
}
