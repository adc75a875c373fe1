import type { OrderView } from "@/lib/orders/rules";
import { getStatusRefusal } from "@/lib/orders/rules";

import type { CheckoutReason, CheckoutRefusal, OnlineMethod } from "./checkout-reasons";
import { changedElsewhereReasons, endingReasons, getRefusalSubject } from "./checkout-reasons";
import type { OrderEvent } from "./purchase";

/**
 * Only `editing` takes input. In `authorizing` the buyer is at Apple Pay's sheet, in `checking` the answer to a payment
 * was lost, and in `leaving` another page opens.
 */
export type Phase =
  | "editing"
  | "restoring"
  | "placing"
  | "tokenizing"
  | "authorizing"
  | "paying"
  | "checking"
  | "cancelling"
  | "leaving";

export type Destination = "success" | "order";

export type CheckoutState = {
  phase: Phase;
  order: OrderView | null;
  /** The order existed before this press. It is shown as held, to pay or change. */
  held: boolean;
  refusal: CheckoutRefusal | null;
  method: OnlineMethod;
  /** In ms, by the server's clock. */
  sentAt: number | null;
  destination: Destination | null;
};

export type CheckoutEvent = OrderEvent | { type: "submitted"; method: OnlineMethod };

export const initialState: CheckoutState = {
  phase: "editing",
  order: null,
  held: false,
  refusal: null,
  method: "card",
  sentAt: null,
  destination: null,
};

function leave(state: CheckoutState, destination: Destination, order: OrderView | null): CheckoutState {
  return { ...state, phase: "leaving", order, refusal: null, destination };
}

function edit(
  state: CheckoutState,
  order: OrderView | null,
  reason: CheckoutReason | null,
  wait: Pick<CheckoutRefusal, "retryAfterSeconds"> = {},
): CheckoutState {
  const refusal = reason ? { reason, about: getRefusalSubject(reason, state.method), ...wait } : null;
  return { ...state, phase: "editing", order, held: order !== null, refusal };
}

function getPaymentPhase(method: OnlineMethod): Phase {
  return method === "apple-pay" ? "authorizing" : "tokenizing";
}

type RefusedEvent = Extract<CheckoutEvent, { type: "refused" }>;

function refuse(state: CheckoutState, { type: _type, reason, ...wait }: RefusedEvent): CheckoutState {
  if (reason === "unreachable") {
    if (state.phase === "paying") return { ...state, phase: "checking" };
    if (state.phase === "restoring" || state.phase === "checking") return state;
  }
  if (changedElsewhereReasons.has(reason) && state.order) return leave(state, "order", state.order);
  return edit(state, endingReasons.has(reason) ? null : state.order, reason, wait);
}

function applyOrder(state: CheckoutState, order: OrderView, next: CheckoutState): CheckoutState {
  const { status } = order;
  if (status === "reserved") return next;
  if (status === "expired" || status === "cancelled") return edit(state, null, getStatusRefusal(status));
  return leave(state, "order", order);
}

function applyReadOrder(state: CheckoutState, order: OrderView): CheckoutState {
  const reason = state.phase === "checking" ? "payment-not-made" : (state.refusal?.reason ?? null);
  return applyOrder(state, order, edit(state, order, reason));
}

export function checkoutReducer(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  const { phase } = state;
  if (phase === "leaving") return state;
  switch (event.type) {
    case "restoring":
      return phase === "editing" ? { ...state, phase: "restoring" } : state;
    case "submitted": {
      if (phase !== "editing") return state;
      const { method } = event;
      return { ...state, phase: state.order ? getPaymentPhase(method) : "placing", method, refusal: null };
    }
    case "placed":
      return phase === "placing"
        ? applyOrder(state, event.order, { ...state, phase: getPaymentPhase(state.method), order: event.order })
        : state;
    case "payment-sent":
      return phase === getPaymentPhase(state.method) ? { ...state, phase: "paying", sentAt: event.at } : state;
    case "paid":
      return leave(state, "success", event.order);
    case "payment-open":
      // If another tab's payment was refused, the order can be paid again.
      return applyOrder(state, event.order, edit(state, event.order, "payment-not-made"));
    case "answer-lost":
      return phase === "paying" ? { ...state, phase: "checking" } : state;
    case "refused":
      return refuse(state, event);
    case "order-read":
      return applyReadOrder(state, event.order);
    case "extended":
      if (phase !== "editing" || state.order?.orderId !== event.order.orderId) return state;
      return applyOrder(state, event.order, { ...state, order: event.order });
    case "cancelling":
      return phase === "editing" && state.order
        ? { ...state, phase: "cancelling", method: "card", refusal: null }
        : state;
    case "released":
      return edit(state, null, null);
    case "time-over":
      // The hold expired by this browser's clock, but another tab may be paying for it, so the server is asked.
      return phase === "editing" && state.order ? { ...state, phase: "restoring", method: "card" } : state;
    case "edited":
      return phase === "editing" && state.refusal && state.refusal.about !== "card" && !state.order
        ? { ...state, refusal: null }
        : state;
  }
}
