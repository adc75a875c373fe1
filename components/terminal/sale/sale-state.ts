import type { CheckoutReason } from "@/components/payment/checkout-reasons";
import type { OrderEvent } from "@/components/payment/purchase";
import type { OrderView } from "@/lib/orders/rules";
import { isBeingPaid } from "@/lib/orders/rules";

/** The means that an operator is offered, in this order. */
export const saleMethods = ["cash", "card", "phone"] as const;

/** How a sale is paid: into the operator's hand, by a card in this tablet, or on the buyer's own phone. */
export type SaleMethod = (typeof saleMethods)[number];

/**
 * Where a sale stands. `choosing` takes tickets and details; `collecting` has a held order and waits for its money;
 * `taking` and `charging` are calls that move it; `checking` asks what became of one whose answer was lost. `sold`
 * ends it, and `over` ends it without money: the next one is another buyer's.
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

/** State of one sale. */
export type SaleState = {
  phase: SalePhase;
  means: SaleMethod;
  /** The order whose tickets are held, null while there is none. */
  order: OrderView | null;
  /** What the operator is told, until the next step. */
  trouble: CheckoutReason | null;
  /** The sum that stood on the screen when the order was asked for, in cents. */
  shownCents: number | null;
  /**
   * Cash that was confirmed, in cents: it is taken as soon as there is an order, and told when it is sold. While a
   * phone pays that was quicker, it lies with the operator.
   */
  givenCents: number | null;
  /** Found again while its money was on its way, after somebody had left it: its buyer may have gone. */
  isLeft: boolean;
};

/** What can happen to a sale. */
export type SaleEvent =
  | OrderEvent
  | { type: "left"; means: SaleMethod }
  | { type: "chosen"; means: SaleMethod; shownCents: number }
  | { type: "means-changed"; means: SaleMethod }
  | { type: "cash-confirmed"; givenCents: number }
  | { type: "cash-returned" }
  | { type: "not-extended"; reason: CheckoutReason }
  | { type: "charging" };

/** A sale that has not begun. */
export const firstSale: SaleState = {
  phase: "choosing",
  means: "cash",
  order: null,
  trouble: null,
  shownCents: null,
  givenCents: null,
  isLeft: false,
};

/** A payment of this order is under way, here or on the buyer's phone: nothing else may pay or cancel it. */
export function isInFlight(order: Pick<OrderView, "status"> | null): boolean {
  return order !== null && isBeingPaid(order.status);
}

/**
 * The next buyer need not wait for this payment: nothing here is in an operator's hand, and the order is kept by the
 * server.
 */
export function mayBeSetAside({ phase, means, order, givenCents }: SaleState): boolean {
  if (order === null || givenCents !== null) return false;
  if (phase === "checking") return means !== "cash" || isInFlight(order);
  return phase === "collecting" && (means === "phone" || isInFlight(order));
}

/** Money may be on its way from this tablet, or lies in an operator's hand: nobody leaves that behind. */
export function isMoneyMoving({ phase, means, order, givenCents }: SaleState): boolean {
  if (phase === "taking" || phase === "charging" || phase === "checking" || givenCents !== null) return true;
  return isInFlight(order) && means !== "phone";
}

/** True where an operator may take money for the order or give its tickets back. */
export function isFree({ phase, order }: SaleState): boolean {
  return phase === "collecting" && order !== null && !isInFlight(order);
}
