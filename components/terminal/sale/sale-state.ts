import type { CheckoutReason } from "@/components/payment/checkout-reasons";
import type { OrderEvent } from "@/components/payment/purchase";
import type { OrderView } from "@/lib/orders/rules";
import { isBeingPaid } from "@/lib/orders/rules";

export const saleMethods = ["cash", "card", "phone"] as const;

export type SaleMethod = (typeof saleMethods)[number];

/**
 * `choosing`: tickets and details. `collecting`: a held order waits for its money. `taking`, `charging`: a call moves
 * it. `checking`: its answer was lost. `sold` and `over` (without money) end the sale: the next one is another buyer's.
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
  trouble: CheckoutReason | null;
  /** On the screen when the order was requested, in cents. */
  shownCents: number | null;
  /** Confirmed cash in cents, taken as soon as there is an order. If a phone pays first, it lies with the operator. */
  givenCents: number | null;
  /** Restored with money on its way, after somebody left: its buyer may have gone. */
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

export const firstSale: SaleState = {
  phase: "choosing",
  method: "cash",
  order: null,
  trouble: null,
  shownCents: null,
  givenCents: null,
  isLeft: false,
};

/** A payment is under way, here or on the buyer's phone: nothing else may pay or cancel the order. */
export function isInFlight(order: Pick<OrderView, "status"> | null): boolean {
  return order !== null && isBeingPaid(order.status);
}

/** The next buyer need not wait: no money lies with the operator, and the server keeps the order. */
export function mayBeSetAside({ phase, method, order, givenCents }: SaleState): boolean {
  if (order === null || givenCents !== null) return false;
  if (phase === "checking") return method !== "cash" || isInFlight(order);
  return phase === "collecting" && (method === "phone" || isInFlight(order));
}

/** Money may be on its way from this tablet, or lies with an operator: nobody may leave. */
export function isMoneyMoving({ phase, method, order, givenCents }: SaleState): boolean {
  if (phase === "taking" || phase === "charging" || phase === "checking" || givenCents !== null) return true;
  return isInFlight(order) && method !== "phone";
}

export function isFree({ phase, order }: SaleState): boolean {
  return phase === "collecting" && order !== null && !isInFlight(order);
}
