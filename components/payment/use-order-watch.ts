import { useCallback, useEffect, useRef, useState } from "react";
import { readSession } from "@/components/order-form/checkout-session";
import { applePaymentTimeoutMs } from "@/lib/gateways/apple-pay/rules.times";
import { serverNow } from "@/lib/platform/http/browser/server-clock";
import type { CheckoutEvent, CheckoutState } from "./checkout-machine";
import type { OrderWatch } from "./follow-order";
import { startWatch } from "./load-server-calls";

type Dispatch = (event: CheckoutEvent) => void;

export type OrderPoll = { isReached: boolean; checkNow: () => void };

/** Apple's sheet may close before its payment is sent (docs/bambora.md, Sheets that close during a payment). */
function getLatestArrival({ method, sentAt }: CheckoutState): number {
  return method === "apple-pay" && sentAt !== null ? sentAt + applePaymentTimeoutMs : 0;
}

export function useOrderWatch(state: CheckoutState, drawId: string, dispatch: Dispatch): OrderPoll {
  const { phase, order } = state;
  const latestArrival = getLatestArrival(state);
  const watch = useRef<OrderWatch>(undefined);
  const [isReached, setReached] = useState(true);
  const knownId = order?.orderId;
  useEffect(() => {
    const orderId = knownId ?? readSession(drawId).orderId;
    if ((phase !== "checking" && phase !== "restoring") || !orderId) return;
    const mayStillArrive = () => phase === "checking" && serverNow() < latestArrival;
    const handlers = { dispatch, onContact: setReached, mayStillArrive };
    setReached(true);
    const orderWatch = startWatch(
      ({ watchOrder }) => watchOrder({ instanceId: drawId, orderId }, phase, handlers),
      () => setReached(false),
    );
    watch.current = orderWatch;
    return orderWatch.stop;
  }, [phase, knownId, drawId, dispatch, latestArrival]);
  const checkNow = useCallback(() => watch.current?.pollNow(), []);
  return { isReached, checkNow };
}
