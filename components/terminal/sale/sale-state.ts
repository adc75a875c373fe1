import type { CheckoutReason } from "@/components/payment/checkout-reasons";
import type { OrderEvent } from "@/components/payment/purchase";
import type { OrderView } from "@/lib/orders/rules";
import { isBeingPaid } from "@/lib/orders/rules";

export const saleMethods = ["cash", "card", "phone"] as const;

export type SaleMethod = (typeof saleMethods)[number];

/**
 * `choosing`: the operator enters tickets and details. `collecting`: a held order waits for its money. `taking` and
 * `charging`: a call moves the money. `checking`: its answer was lost. `sold` and `over` (without money) end the sale.
 */
export type SalePhase =
  | "choosing"
  | "restoring"
  | "placing"
  | "collecting"
  | "taking"
  | "charging"
  | "checking"
  | "cancelling"
  | "sold"
  | "over";

export type SaleState = {
  phase: SalePhase;
  method: SaleMethod;
  order: OrderView | null;
  refusalReason: CheckoutReason | null;
  /** The amount on the screen when the order was requested. */
  shownCents: number | null;
  /**
   * Cash handed over, in cents; recorded as the payment once the order exists. If the buyer's phone pays first, the
   * operator must return it.
   */
  givenCents: number | null;
  /** The operator left the sale while money was on its way. After its return, the buyer may be gone. */
  isLeft: boolean;
};

export type SaleEvent =
  | OrderEvent
  | { type: "left"; method: SaleMethod }
  | { type: "chosen"; method: SaleMethod; shownCents: number }
  | { type: "method-changed"; method: SaleMethod }
  | { type: "cash-confirmed"; givenCents: number }
  | { type: "cash-returned" }
  | { type: "not-extended"; reason: CheckoutReason }
  | { type: "charging" };

export const initialSale: SaleState = {
  phase: "choosing",
  method: "cash",
  order: null,
  refusalReason: null,
  shownCents: null,
  givenCents: null,
  isLeft: false,
};

/** While a payment is in progress, here or on the buyer's phone, no other call may pay or cancel the order. */
export function isInFlight(order: Pick<OrderView, "status"> | null): boolean {
  return order !== null && isBeingPaid(order.status);
}

/** The next buyer need not wait: the operator has no money of this sale, and the server keeps the order. */
export function canBeSetAside({ phase, method, order, givenCents }: SaleState): boolean {
  if (order === null || givenCents !== null) return false;
  if (phase === "checking") return method !== "cash" || isInFlight(order);
  return phase === "collecting" && (method === "phone" || isInFlight(order));
}

/** Money may be on its way from this tablet, or with the operator, so the page must not be left. */
export function isMoneyMoving({ phase, method, order, givenCents }: SaleState): boolean {
  if (phase === "taking" || phase === "charging" || phase === "checking" || givenCents !== null) return true;
  return isInFlight(order) && method !== "phone";
}

export function isPayable({ phase, order }: SaleState): boolean {
  return phase === "collecting" && order !== null && !isInFlight(order);
}
