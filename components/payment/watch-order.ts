import { observeQuery } from "@/components/ui/query-client";
import type { OrderView } from "@/lib/orders/rules";
import type { OrderAddress, OrderAnswer } from "@/lib/payments/client";
import { orderQuery, pendingPaymentQuery } from "@/lib/payments/client";
import type { PendingPayment } from "@/lib/payments/pay/find-pending-payment";
import type { Phase } from "./checkout-machine";
import type { OrderWatch } from "./follow-order";
import { followOrder, growingWaits } from "./follow-order";
import type { OrderEvent } from "./purchase";

/** A payment whose answer was lost may still be on its way to the server. */
const firstPollMs = { afterPayment: 2000, earlier: 0 };

/** While `mayStillArrive`, an unpaid order is not a final answer. */
type WatchOwner = {
  dispatch: (event: OrderEvent) => void;
  onContact: (isReached: boolean) => void;
  mayStillArrive: () => boolean;
};

function eventOf(answer: OrderAnswer, phase: Phase, mayStillArrive: boolean): OrderEvent | null {
  if (answer.ok && answer.order.status === "reserved" && mayStillArrive) return null;
  if (answer.ok) return { type: "order-read", order: answer.order };
  // An order that was being paid exists, so `order-not-found` is not believed.
  return answer.reason === "order-not-found" && phase === "restoring" ? { type: "released" } : null;
}

export function watchOrder(address: OrderAddress, phase: Phase, { dispatch, onContact, mayStillArrive }: WatchOwner) {
  const watch = followOrder(orderQuery(address), {
    firstMs: phase === "checking" ? firstPollMs.afterPayment : firstPollMs.earlier,
    onAnswer(answer) {
      onContact(answer.ok || answer.reason !== "unreachable");
      const event = eventOf(answer, phase, mayStillArrive());
      if (!event) return;
      watch.stop();
      dispatch(event);
    },
  });
  return watch;
}

export function followShownOrder(address: OrderAddress, onOrder: (order: OrderView) => void): OrderWatch {
  return followOrder(orderQuery(address), { onAnswer: (answer) => answer.ok && onOrder(answer.order) });
}

/**
 * Looks for an open payment of this browser: once, whenever the page is shown again, and repeatedly while there is one.
 * `undefined`: no answer came. Returns a stop function.
 */
export function watchPendingPayment(
  drawId: string,
  onAnswer: (payment: PendingPayment | null | undefined) => void,
): () => void {
  const { wake, refetchInterval, refetchOnReconnect } = growingWaits();
  const { stop } = observeQuery(
    {
      ...pendingPaymentQuery(drawId),
      refetchOnWindowFocus: wake,
      refetchOnReconnect,
      refetchInterval: (query) => (query.state.data?.payment ? refetchInterval(query) : false),
    },
    { onData: (body) => onAnswer(body?.payment), onRefused: () => onAnswer(undefined) },
  );
  return stop;
}
