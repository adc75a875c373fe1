import type { CheckoutReason } from "@/components/payment/checkout-reasons";
import type { OrderEvent } from "@/components/payment/purchase";
import type { OrderView } from "@/lib/orders/rules";
import { isBeingPaid } from "@/lib/orders/rules";

export const saleMethods = ["cash", "card", "phone"] as const;

export type SaleMethod = (typeof saleMethods)[number];

/**
 * In `choosing` the operator enters tickets and details. In `collecting` a held order waits for its money. In `taking`
 * and `charging` a call moves it, and in `checking` its answer was lost. `sold` and `over` (without money) end the
 * sale, because the next one is another buyer's.
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
  /** The amount that was on the screen when the order was requested. */
  shownCents: number | null;
  /**
   * Confirmed cash is taken as soon as there is an order. If a phone pays first, the operator holds this cash.
   */
  givenCents: number | null;
  /** True if the sale was restored with money on its way after somebody left, because its buyer may have gone. */
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

/**
 * True while a payment is under way, here or on the buyer's phone, because nothing else may pay or cancel the order.
 */
export function isInFlight(order: Pick<OrderView, "status"> | null): boolean {
  return order !== null && isBeingPaid(order.status);
}

/** True if the next buyer need not wait, because no money lies with the operator and the server keeps the order. */
export function canBeSetAside({ phase, method, order, givenCents }: SaleState): boolean {
  if (order === null || givenCents !== null) return false;
  if (phase === "checking") return method !== "cash" || isInFlight(order);
  return phase === "collecting" && (method === "phone" || isInFlight(order));
}

/** True if money may be on its way from this tablet, or lies with an operator, so that nobody may leave. */
export function isMoneyMoving({ phase, method, order, givenCents }: SaleState): boolean {
  if (phase === "taking" || phase === "charging" || phase === "checking" || givenCents !== null) return true;
  return isInFlight(order) && method !== "phone";
}

export function isPayable({ phase, order }: SaleState): boolean {
  return phase === "collecting" && order !== null && !isInFlight(order);
}
