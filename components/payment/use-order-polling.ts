import { useCallback, useEffect, useRef, useState } from "react";
import { readSession } from "@/components/order-form/checkout-session";
import { applePaymentTimeoutMs } from "@/lib/gateways/apple-pay/rules.times";
import { serverNow } from "@/lib/platform/http/browser/server-clock";
import type { CheckoutEvent, CheckoutState } from "./checkout-machine";
import { startPolling } from "./load-server-calls";
import type { OrderPolling } from "./poll-order";

type Dispatch = (event: CheckoutEvent) => void;

export type OrderPollStatus = { isReached: boolean; pollNow: () => void };

/** Apple's sheet may close before its payment is sent (docs/bambora.md, Sheets that close during a payment). */
function getLatestArrival({ method, sentAt }: CheckoutState): number {
  return method === "apple-pay" && sentAt !== null ? sentAt + applePaymentTimeoutMs : 0;
}

export function useOrderPolling(state: CheckoutState, drawId: string, dispatch: Dispatch): OrderPollStatus {
  const { phase, order } = state;
  const latestArrival = getLatestArrival(state);
  const pollingRef = useRef<OrderPolling>(undefined);
  const [isReached, setReached] = useState(true);
  const knownId = order?.orderId;
  useEffect(() => {
    const orderId = knownId ?? readSession(drawId).orderId;
    if ((phase !== "checking" && phase !== "restoring") || !orderId) return;
    const mayStillArrive = () => phase === "checking" && serverNow() < latestArrival;
    const handlers = { dispatch, onContact: setReached, mayStillArrive };
    setReached(true);
    const polling = startPolling(
      ({ pollCheckoutOrder }) => pollCheckoutOrder({ instanceId: drawId, orderId }, phase, handlers),
      () => setReached(false),
    );
    pollingRef.current = polling;
    return polling.stop;
  }, [phase, knownId, drawId, dispatch, latestArrival]);
  const pollNow = useCallback(() => pollingRef.current?.pollNow(), []);
  return { isReached, pollNow };
}
