import { useCallback, useEffect, useRef, useState } from "react";
import { readSession } from "@/components/order-form/checkout-session";
import { applePaymentTimeoutMs } from "@/lib/gateways/apple-pay/rules.times";
import { serverNow } from "@/lib/platform/http/browser/server-clock";
import type { CheckoutEvent, CheckoutState } from "./checkout-machine";
import type { OrderWatch } from "./follow-order";
import { loadServerCalls } from "./load-server-calls";

type Dispatch = (event: CheckoutEvent) => void;

export type OrderPoll = { isReached: boolean; checkNow: () => void };

/** Apple's sheet may close before its payment is sent (docs/bambora.md, Sheets that close during a payment). */
function arrivesUntil({ method, sentAt }: CheckoutState): number {
  return method === "apple-pay" && sentAt !== null ? sentAt + applePaymentTimeoutMs : 0;
}

export function useOrderWatch(state: CheckoutState, drawId: string, dispatch: Dispatch): OrderPoll {
  const { phase, order } = state;
  const arrivesBy = arrivesUntil(state);
  const watch = useRef<OrderWatch>(undefined);
  const [isReached, setReached] = useState(true);
  const knownId = order?.orderId;
  useEffect(() => {
    const orderId = knownId ?? readSession(drawId).orderId;
    if ((phase !== "checking" && phase !== "restoring") || !orderId) return;
    const mayStillArrive = () => phase === "checking" && serverNow() < arrivesBy;
    const owner = { dispatch, onContact: setReached, mayStillArrive };
    setReached(true);
    const running = runLoaded(
      ({ watchOrder }) => watchOrder({ instanceId: drawId, orderId }, phase, owner),
      () => setReached(false),
    );
    watch.current = running;
    return running.stop;
  }, [phase, knownId, drawId, dispatch, arrivesBy]);
  const checkNow = useCallback(() => watch.current?.pollNow(), []);
  return { isReached, checkNow };
}

const fetchAgainMs = { first: 1000, longest: 15_000 };

type ServerCalls = Awaited<ReturnType<typeof loadServerCalls>>;

export function runLoaded(begin: (calls: ServerCalls) => OrderWatch, onFailed: () => void): OrderWatch {
  let running: OrderWatch | undefined;
  let isOver = false;
  let waitMs = fetchAgainMs.first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const load = async () => {
    try {
      const calls = await loadServerCalls();
      if (!isOver) running = begin(calls);
    } catch {
      if (isOver) return;
      onFailed();
      timer = setTimeout(load, waitMs);
      waitMs = Math.min(waitMs * 2, fetchAgainMs.longest);
    }
  };
  load();
  return {
    pollNow: () => running?.pollNow(),
    stop() {
      isOver = true;
      clearTimeout(timer);
      running?.stop();
    },
  };
}
