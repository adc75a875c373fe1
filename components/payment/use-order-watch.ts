import { useCallback, useEffect, useRef, useState } from "react";
import { readSession } from "@/components/order-form/checkout-session";
import { applePaymentTimeoutMs } from "@/lib/gateways/apple-pay/rules.session";
import { serverNow } from "@/lib/platform/http/fetch-json";
import type { CheckoutEvent, CheckoutState } from "./checkout-machine";
import { loadServerCalls } from "./server-calls";

type Dispatch = (event: CheckoutEvent) => void;

/** What is known while an order is looked for: whether the last look reached the server, and a look at once. */
export type OrderLook = { isReached: boolean; checkNow: () => void };

/** How long to wait before the script that looks is fetched again, in ms. */
const fetchAgainMs = { first: 1000, longest: 15_000 };

/**
 * A sheet can go away while its payment has not even reached the server (docs/bambora.md, Sheets that close during a
 * payment); a card's call has ended.
 */
function onItsWayUntil({ means, sentAt }: CheckoutState): number {
  return means === "apple-pay" && sentAt !== null ? sentAt + applePaymentTimeoutMs : 0;
}

/**
 * Looks what an order is, again and again until there is an answer: an earlier order of this tab while `restoring`, the
 * order of a payment whose answer was lost while `checking`.
 */
export function useOrderWatch(state: CheckoutState, drawId: string, dispatch: Dispatch): OrderLook {
  const { phase, order } = state;
  const onItsWay = onItsWayUntil(state);
  const lookNow = useRef<() => void>(() => undefined);
  const [isReached, setReached] = useState(true);
  const knownId = order?.orderId;
  useEffect(() => {
    const orderId = knownId ?? readSession(drawId).orderId;
    if ((phase !== "checking" && phase !== "restoring") || !orderId) return;
    let stop: () => void = () => undefined;
    let isOver = false;
    let wait = fetchAgainMs.first;
    const begin = async () => {
      const { watchOrder } = await loadServerCalls();
      if (isOver) return;
      const mayBeOnItsWay = () => phase === "checking" && serverNow() < onItsWay;
      const owner = { dispatch, onContact: setReached, mayBeOnItsWay };
      const watch = watchOrder({ instanceId: drawId, orderId }, phase, owner);
      stop = watch.stop;
      lookNow.current = watch.lookNow;
    };
    const beginAgain = () => {
      if (isOver) return;
      setReached(false);
      retry = setTimeout(() => begin().catch(beginAgain), wait);
      wait = Math.min(wait * 2, fetchAgainMs.longest);
    };
    let retry: ReturnType<typeof setTimeout> | undefined;
    setReached(true);
    begin().catch(beginAgain);
    return () => {
      isOver = true;
      clearTimeout(retry);
      stop();
    };
  }, [phase, knownId, drawId, dispatch, onItsWay]);
  const checkNow = useCallback(() => lookNow.current(), []);
  return { isReached, checkNow };
}
