import type { CheckoutReason } from "@/components/checkout/checkout-reasons";
import { endingReasons, movedReasons } from "@/components/checkout/checkout-reasons";
import type { OrderEvent } from "@/components/checkout/order-event";
import { toCents } from "@/lib/money";
import type { OrderView } from "@/lib/orders/rules";
import { isBeingPaid } from "@/lib/orders/rules";
import { refusalOfStatus } from "@/lib/orders/rules.refusal";

/** The means that an operator is offered, in this order. */
export const saleMeans = ["cash", "card", "phone"] as const;

/** How a sale is paid: into the operator's hand, by a card in this tablet, or on the buyer's own phone. */
export type SaleMeans = (typeof saleMeans)[number];

/**
 * Where a sale stands. `choosing` takes tickets and details; `collecting` has a held order and waits for its money;
 * `taking` and `charging` are calls that move it; `checking` asks what became of one whose answer was lost; `sold` ends.
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
  | "sold";

/** State of one sale. */
export type SaleState = {
  phase: SalePhase;
  means: SaleMeans;
  /** The order whose tickets are held, null while there is none. */
  order: OrderView | null;
  /** What the operator is told, until the next step. */
  trouble: CheckoutReason | null;
  /** The sum that stood on the screen when the order was asked for, in cents. */
  shownCents: number | null;
  /**
   * Cash that was confirmed, in cents: it is taken as soon as there is an order, and told when it is sold. While a phone pays
   * that was quicker, it lies with the operator.
   */
  givenCents: number | null;
};

/** What can happen to a sale. */
export type SaleEvent =
  | OrderEvent
  | { type: "chosen"; means: SaleMeans; shownCents: number }
  | { type: "means-changed"; means: SaleMeans }
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
};

/** A payment of this order is under way, here or on the buyer's phone: nothing else may pay or cancel it. */
export function isInFlight(order: Pick<OrderView, "status"> | null): boolean {
  return order !== null && isBeingPaid(order.status);
}

/** The next buyer need not wait for this payment: nothing here is in an operator's hand, and the order is kept by the server. */
export function mayBeSetAside({ phase, means, order, givenCents }: SaleState): boolean {
  if (order === null || givenCents !== null) return false;
  if (phase === "checking") return means !== "cash" || isInFlight(order);
  return phase === "collecting" && (means === "phone" || isInFlight(order));
}

function choose(state: SaleState, trouble: CheckoutReason | null): SaleState {
  return { ...firstSale, means: state.means, trouble };
}

function collect(state: SaleState, order: OrderView, trouble: CheckoutReason | null): SaleState {
  const givenCents = isInFlight(order) ? state.givenCents : null;
  return { ...state, phase: "collecting", order, trouble, givenCents };
}

/** Why an order that was being paid is free to be paid again. */
function whyNotPaid({ lastPayment }: OrderView): CheckoutReason {
  return lastPayment?.state === "declined" ? "declined" : "payment-not-made";
}

/** Goes where an order that was read leads; `trouble` is told where it still waits for its money. */
function follow(state: SaleState, order: OrderView, trouble: CheckoutReason | null): SaleState {
  switch (order.status) {
    case "finalized":
      return { ...state, phase: "sold", order, trouble: null };
    case "expired":
    case "cancelled":
    case "refunded":
      return choose(state, refusalOfStatus(order.status));
    default:
      return collect(state, order, trouble);
  }
}

/**
 * Cash that was confirmed while the tickets were being reserved is taken at once, if the sum is the one that was shown. An
 * order of an earlier try that was paid since is not this buyer's.
 */
function placed(state: SaleState, order: OrderView): SaleState {
  if (order.status === "finalized") return choose(state, "order-finalized");
  const isOtherSum = state.shownCents !== null && toCents(order.amount) !== state.shownCents;
  const next = follow(state, order, isOtherSum ? "amount-mismatch" : null);
  const mayTake = next.phase === "collecting" && state.givenCents !== null && !next.trouble && !isInFlight(order);
  return mayTake ? { ...next, phase: "taking", givenCents: state.givenCents } : next;
}

function readAgain(state: SaleState, order: OrderView): SaleState {
  const mayMove = ["restoring", "checking", "collecting"].includes(state.phase);
  if (!mayMove) return state;
  const wasMoving = state.phase === "checking" || isInFlight(state.order);
  const trouble = wasMoving && !isInFlight(order) ? whyNotPaid(order) : state.trouble;
  return follow(state, order, isInFlight(order) ? null : trouble);
}

/** A call is under way that moves money or tickets: without its answer nobody knows where they are. */
const movingPhases = new Set<SalePhase>(["taking", "charging", "cancelling"]);

function refuse(state: SaleState, reason: CheckoutReason): SaleState {
  const { phase, order } = state;
  if (reason === "unreachable") {
    // Nobody knows what became of that call: it is asked about until somebody does.
    if (movingPhases.has(phase)) return { ...state, phase: "checking" };
    if (phase === "restoring" || phase === "checking") return state;
  }
  if (!order || endingReasons.has(reason)) return choose(state, reason);
  // What became of it elsewhere is looked at.
  if (movedReasons.has(reason)) return { ...state, phase: "restoring", trouble: reason };
  return collect(state, order, reason);
}

/** True where an operator may take money for the order or give its tickets back. */
function isFree({ phase, order }: SaleState): boolean {
  return phase === "collecting" && order !== null && !isInFlight(order);
}

/** What `event` makes of `state`; an event that cannot happen in a phase changes nothing. */
export function saleReducer(state: SaleState, event: SaleEvent): SaleState {
  const { phase } = state;
  if (phase === "sold") return state;
  switch (event.type) {
    case "restoring":
      return phase === "choosing" ? { ...state, phase: "restoring" } : state;
    case "chosen": {
      const { means, shownCents } = event;
      return phase === "choosing" ? { ...firstSale, phase: "placing", means, shownCents } : state;
    }
    case "placed":
      return phase === "placing" ? placed(state, event.order) : state;
    case "means-changed":
      return isFree(state) ? { ...state, means: event.means, trouble: null } : state;
    case "cash-confirmed": {
      const { givenCents } = event;
      if (phase === "placing") return { ...state, givenCents };
      return isFree(state) ? { ...state, phase: "taking", trouble: null, givenCents } : state;
    }
    case "cash-returned":
      return phase === "collecting" ? { ...state, givenCents: null } : state;
    case "charging":
      return isFree(state) ? { ...state, phase: "charging", trouble: null } : state;
    case "payment-sent":
      return state;
    case "paid":
      return follow(state, event.order, null);
    case "payment-open":
      return follow(state, event.order, isInFlight(event.order) ? null : whyNotPaid(event.order));
    case "answer-lost":
      return movingPhases.has(phase) ? { ...state, phase: "checking" } : state;
    case "refused":
      return refuse(state, event.reason);
    case "order-read":
      return readAgain(state, event.order);
    case "extended":
      return phase === "collecting" && state.order?.orderId === event.order.orderId
        ? follow(state, event.order, null)
        : state;
    case "not-extended":
      // Cash or a card may have been taken since: what becomes of that is the answer.
      return phase === "collecting" ? refuse(state, event.reason) : state;
    case "cancelling":
      return isFree(state) ? { ...state, phase: "cancelling", trouble: null } : state;
    case "released":
      return choose(state, null);
    case "time-over":
      // By this tablet's clock; the buyer may be paying on a phone, and the server knows.
      return phase === "collecting" ? { ...state, phase: "restoring" } : state;
    case "edited":
      return phase === "choosing" && state.trouble ? { ...state, trouble: null } : state;
  }
}
