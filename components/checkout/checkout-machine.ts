import type { RefusalReason } from "@/lib/http/reasons";
import type { OrderView } from "@/lib/orders/rules";

/** Why something did not go through: a refusal of the server, or what only the browser can know. */
export type CheckoutReason =
  | RefusalReason
  | "unreachable"
  | "card-fields-incomplete"
  | "card-token-failed"
  | "card-token-silent";

/** What the buyer is told, and beside which part of the page. */
export type Trouble = { reason: CheckoutReason; about: "card" | "order" };

/**
 * Where the purchase stands. Only `editing` takes input; `checking` asks what became of a payment whose answer was lost;
 * `leaving` opens another page and never ends.
 */
export type Phase =
  | "editing"
  | "restoring"
  | "placing"
  | "tokenizing"
  | "paying"
  | "checking"
  | "cancelling"
  | "leaving";

/** The page that a purchase ends on. */
export type Destination = "success" | "order";

/** State of one purchase. `order` is the reservation that the next press pays, null while there is none. */
export type CheckoutState = {
  phase: Phase;
  order: OrderView | null;
  /** The order was there before this press: the buyer sees it as held and pays or changes it. */
  held: boolean;
  trouble: Trouble | null;
  /** When the latest payment was sent, by the server's clock in ms. */
  sentAt: number | null;
  destination: Destination | null;
};

/** What can happen to a purchase. */
export type CheckoutEvent =
  | { type: "restoring" }
  | { type: "submitted" }
  | { type: "placed"; order: OrderView }
  | { type: "payment-sent"; at: number }
  | { type: "paid"; order: OrderView }
  | { type: "payment-open"; order: OrderView }
  | { type: "answer-lost" }
  | { type: "refused"; reason: CheckoutReason }
  | { type: "order-read"; order: OrderView }
  | { type: "extended"; order: OrderView }
  | { type: "cancelling" }
  | { type: "released" }
  | { type: "time-over" }
  | { type: "edited" };

/** A purchase that has not begun. */
export const firstState: CheckoutState = {
  phase: "editing",
  order: null,
  held: false,
  trouble: null,
  sentAt: null,
  destination: null,
};

const cardReasons = new Set<CheckoutReason>([
  "declined",
  "card-number-invalid",
  "card-expiry-invalid",
  "card-security-code-wrong",
  "card-type-unsupported",
  "card-details-expired",
  "card-authentication-required",
  "payment-details-invalid",
  "card-fields-incomplete",
  "card-token-failed",
  "card-token-silent",
]);

/** Refusals after which the order is no longer there to be paid. */
const endingReasons = new Set<CheckoutReason>([
  "order-not-found",
  "order-expired",
  "order-cancelled",
  "idempotency-key-reused",
]);

/** Refusals that the order's own page explains better. */
const orderPageReasons = new Set<CheckoutReason>([
  "order-finalized",
  "order-being-paid",
  "order-refunded",
  "payment-returned",
]);

function leave(state: CheckoutState, destination: Destination, order: OrderView | null): CheckoutState {
  return { ...state, phase: "leaving", order, trouble: null, destination };
}

function edit(state: CheckoutState, order: OrderView | null, reason: CheckoutReason | null): CheckoutState {
  const about = reason && cardReasons.has(reason) ? "card" : "order";
  return { ...state, phase: "editing", order, held: order !== null, trouble: reason ? { reason, about } : null };
}

function refuse(state: CheckoutState, reason: CheckoutReason): CheckoutState {
  if (reason === "unreachable") {
    if (state.phase === "paying") return { ...state, phase: "checking" };
    // Nobody knows what became of that order: it is asked about until somebody does.
    if (state.phase === "restoring" || state.phase === "checking") return state;
  }
  if (orderPageReasons.has(reason) && state.order) return leave(state, "order", state.order);
  return edit(state, endingReasons.has(reason) ? null : state.order, reason);
}

/** Goes where an order that was read leads; a reserved one is paid here, `next` says how it goes on. */
function follow(state: CheckoutState, order: OrderView, next: CheckoutState): CheckoutState {
  if (order.status === "reserved") return next;
  if (order.status === "expired") return edit(state, null, "order-expired");
  if (order.status === "cancelled") return edit(state, null, "order-cancelled");
  return leave(state, "order", order);
}

function readAgain(state: CheckoutState, order: OrderView): CheckoutState {
  const reason = state.phase === "checking" ? "payment-not-made" : (state.trouble?.reason ?? null);
  return follow(state, order, edit(state, order, reason));
}

/** What `event` makes of `state`; an event that cannot happen in a phase changes nothing. */
export function checkoutReducer(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  const { phase } = state;
  if (phase === "leaving") return state;
  switch (event.type) {
    case "restoring":
      return phase === "editing" ? { ...state, phase: "restoring" } : state;
    case "submitted":
      if (phase !== "editing") return state;
      return { ...state, phase: state.order ? "tokenizing" : "placing", trouble: null };
    case "placed":
      return phase === "placing"
        ? follow(state, event.order, { ...state, phase: "tokenizing", order: event.order })
        : state;
    case "payment-sent":
      return phase === "tokenizing" ? { ...state, phase: "paying", sentAt: event.at } : state;
    case "paid":
      return leave(state, "success", event.order);
    case "payment-open":
      // Another press's payment may have been refused meanwhile: the order is free to be paid again.
      return follow(state, event.order, edit(state, event.order, "payment-not-made"));
    case "answer-lost":
      return phase === "paying" ? { ...state, phase: "checking" } : state;
    case "refused":
      return refuse(state, event.reason);
    case "order-read":
      return readAgain(state, event.order);
    case "extended":
      if (phase !== "editing" || state.order?.orderId !== event.order.orderId) return state;
      return follow(state, event.order, { ...state, order: event.order });
    case "cancelling":
      return phase === "editing" && state.order ? { ...state, phase: "cancelling", trouble: null } : state;
    case "released":
      return edit(state, null, null);
    case "time-over":
      // By this browser's clock; another tab may be paying the order, and the server knows.
      return phase === "editing" && state.order ? { ...state, phase: "restoring" } : state;
    case "edited":
      return phase === "editing" && state.trouble?.about === "order" && !state.order
        ? { ...state, trouble: null }
        : state;
  }
}
