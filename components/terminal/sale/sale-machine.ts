import type { CheckoutReason } from "@/components/payment/checkout-reasons";
import { changedElsewhereReasons, endingReasons } from "@/components/payment/checkout-reasons";
import { toCents } from "@/lib/money";
import type { OrderView } from "@/lib/orders/rules";
import { getStatusRefusal } from "@/lib/orders/rules";

import type { SaleEvent, SalePhase, SaleState } from "./sale-state";
import { initialSale, isInFlight, isPayable } from "./sale-state";

function returnToChoice({ method }: SaleState, refusalReason: CheckoutReason): SaleState {
  return { ...initialSale, method, refusalReason };
}

function end(refusalReason: CheckoutReason | null): SaleState {
  return { ...initialSale, phase: "over", refusalReason };
}

function collect(state: SaleState, order: OrderView, refusalReason: CheckoutReason | null): SaleState {
  const givenCents = isInFlight(order) ? state.givenCents : null;
  return { ...state, phase: "collecting", order, refusalReason, givenCents };
}

function getUnpaidReason({ lastPayment }: OrderView): CheckoutReason {
  return lastPayment?.state === "declined" ? "declined" : "payment-not-made";
}

/** If the sale was left, the next buyer may be at the tablet, so only confirmed cash continues it. */
function applyUnpaidOrder(state: SaleState, order: OrderView): SaleState {
  if (!state.isLeft) return collect(state, order, getUnpaidReason(order));
  return state.method === "cash" ? collect({ ...state, isLeft: false }, order, "payment-not-made") : end("left-unpaid");
}

function applyOrder(state: SaleState, order: OrderView, refusalReason: CheckoutReason | null): SaleState {
  switch (order.status) {
    case "finalized":
      return { ...state, phase: "sold", order, refusalReason: null };
    case "expired":
    case "cancelled":
    case "refunded":
      return end(getStatusRefusal(order.status));
    default:
      return collect(state, order, refusalReason);
  }
}

/**
 * Cash confirmed during the reservation is taken at once if the sum is the one shown. An earlier order that was paid
 * since isn't this buyer's.
 */
function applyPlacedOrder(state: SaleState, order: OrderView): SaleState {
  if (order.status === "finalized") return end("order-finalized");
  if (state.isLeft && order.status === "reserved") return applyUnpaidOrder(state, order);
  const hasOtherSum = state.shownCents !== null && toCents(order.amount) !== state.shownCents;
  const next = applyOrder(state, order, hasOtherSum ? "amount-mismatch" : null);
  const canTake = next.phase === "collecting" && state.givenCents !== null && !next.refusalReason && !isInFlight(order);
  return canTake ? { ...next, phase: "taking", givenCents: state.givenCents } : next;
}

function applyReadOrder(state: SaleState, order: OrderView): SaleState {
  const canChange = ["restoring", "checking", "collecting"].includes(state.phase);
  if (!canChange) return state;
  const wasMoving = state.isLeft || state.phase === "checking" || isInFlight(state.order);
  if (wasMoving && order.status === "reserved") return applyUnpaidOrder(state, order);
  return applyOrder(state, order, isInFlight(order) ? null : state.refusalReason);
}

/** Calls in these phases move money or tickets, so after a lost answer the outcome is unknown. */
const movingPhases = new Set<SalePhase>(["taking", "charging", "cancelling"]);

function refuse(state: SaleState, reason: CheckoutReason): SaleState {
  const { phase, order } = state;
  if (reason === "unreachable") {
    if (movingPhases.has(phase)) return { ...state, phase: "checking" };
    if (phase === "restoring" || phase === "checking") return state;
  }
  if (phase === "choosing" || phase === "placing")
    return state.isLeft ? end("left-unpaid") : returnToChoice(state, reason);
  if (!order || endingReasons.has(reason)) return end(reason);
  if (changedElsewhereReasons.has(reason)) return { ...state, phase: "restoring", refusalReason: reason };
  return collect(state, order, reason);
}

export function saleReducer(state: SaleState, event: SaleEvent): SaleState {
  const { phase } = state;
  if (phase === "sold" || phase === "over") return state;
  switch (event.type) {
    case "restoring":
      return phase === "choosing" ? { ...state, phase: "restoring" } : state;
    case "left":
      return { ...state, method: event.method, isLeft: true };
    case "chosen": {
      const { method, shownCents } = event;
      const { isLeft } = state;
      return phase === "choosing" ? { ...initialSale, phase: "placing", method, shownCents, isLeft } : state;
    }
    case "placed":
      return phase === "placing" ? applyPlacedOrder(state, event.order) : state;
    case "method-changed":
      return isPayable(state) ? { ...state, method: event.method, refusalReason: null } : state;
    case "cash-confirmed": {
      const { givenCents } = event;
      if (phase === "placing") return { ...state, givenCents };
      return isPayable(state) ? { ...state, phase: "taking", refusalReason: null, givenCents } : state;
    }
    case "cash-returned":
      return phase === "collecting" ? { ...state, givenCents: null } : state;
    case "charging":
      return isPayable(state) ? { ...state, phase: "charging", refusalReason: null } : state;
    case "payment-sent":
      return state;
    case "paid":
      return applyOrder(state, event.order, null);
    case "payment-open":
      return applyOrder(state, event.order, isInFlight(event.order) ? null : getUnpaidReason(event.order));
    case "answer-lost":
      return movingPhases.has(phase) ? { ...state, phase: "checking" } : state;
    case "refused":
      return refuse(state, event.reason);
    case "order-read":
      return applyReadOrder(state, event.order);
    case "extended":
      return phase === "collecting" && state.order?.orderId === event.order.orderId
        ? applyOrder(state, event.order, null)
        : state;
    case "not-extended":
      // Cash or a card may have been taken since, and that outcome is the answer.
      return phase === "collecting" ? refuse(state, event.reason) : state;
    case "cancelling":
      return isPayable(state) ? { ...state, phase: "cancelling", refusalReason: null } : state;
    case "released":
      return end(null);
    case "time-over":
      // The hold expired by this tablet's clock, but the buyer may be paying on a phone, so the server is asked.
      return phase === "collecting" ? { ...state, phase: "restoring" } : state;
    case "edited":
      return phase === "choosing" && state.refusalReason ? { ...state, refusalReason: null } : state;
  }
}
