import { useCallback, useEffect, useRef, useState } from "react";

import type { CheckoutEvent, CheckoutState } from "./checkout-machine";
import { readSession } from "./checkout-session";
import { loadServerCalls } from "./server-calls";

type Dispatch = (event: CheckoutEvent) => void;

/** What is known while an order is looked for: whether the last look reached the server, and a look at once. */
export type OrderLook = { isReached: boolean; checkNow: () => void };

/** How long to wait before the script that looks is fetched again, in ms. */
const fetchAgainMs = { first: 1000, longest: 15_000 };

/**
 * Looks what an order is, again and again until there is an answer: an earlier order of this tab while `restoring`, the
 * order of a payment whose answer was lost while `checking`.
 */
export function useOrderWatch({ phase, order }: CheckoutState, drawId: string, dispatch: Dispatch): OrderLook {
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
      const watch = watchOrder({ instanceId: drawId, orderId }, phase, { dispatch, onContact: setReached });
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
  }, [phase, knownId, drawId, dispatch]);
  const checkNow = useCallback(() => lookNow.current(), []);
  return { isReached, checkNow };
}
