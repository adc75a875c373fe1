import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import type { SessionStore } from "@/components/order-form/session-store";
import { useOneAtATime } from "@/components/ui/use-one-at-a-time";
import type { OrderEvent } from "./purchase";

type OrderSession = {
  drawId: string;
  sessions: SessionStore;
  orderId: string | null;
  /** The purchase no longer has an order. Omit it if the caller ends its session. */
  isFinished?: boolean;
  takesHandover?: boolean;
  dispatch: (event: OrderEvent) => void;
};

function useRestoredOrder({ drawId, sessions, takesHandover = true, dispatch }: OrderSession): void {
  useLayoutEffect(() => {
    if (takesHandover) sessions.takeHandover(drawId);
    if (sessions.read(drawId).orderId) dispatch({ type: "restoring" });
    if (!takesHandover) return;
    // A hand-over link opened in a tab of this page changes only the fragment.
    const onHandover = () => {
      if (sessions.takeHandover(drawId)) window.location.reload();
    };
    window.addEventListener("hashchange", onHandover);
    return () => window.removeEventListener("hashchange", onHandover);
  }, [drawId, sessions, takesHandover, dispatch]);
}

function useRenewal({ drawId, sessions, orderId, isFinished = false }: OrderSession): void {
  const latestOrderId = useRef(orderId);
  useEffect(() => {
    if (orderId) latestOrderId.current = orderId;
  }, [orderId]);
  useEffect(() => {
    const storedOrderId = sessions.read(drawId).orderId;
    if (isFinished && storedOrderId && (latestOrderId.current === null || storedOrderId === latestOrderId.current))
      sessions.renew(drawId);
  }, [isFinished, drawId, sessions]);
}

/**
 * Restores an earlier order, renews the key of a finished one, and reloads a page from the back-forward cache. Returns
 * a lock for calls that change the order: they run one at a time, and an exception counts as a lost answer.
 */
export function useOrderSession(session: OrderSession): (work: () => Promise<void>) => Promise<void> {
  const { dispatch } = session;
  const oneAtATime = useOneAtATime();
  useRestoredOrder(session);
  useRenewal(session);
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload();
    };
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, []);
  return useCallback(
    (work) =>
      oneAtATime(() =>
        work().catch((error) => {
          console.error("The purchase failed.", error);
          dispatch({ type: "refused", reason: "unreachable" });
        }),
      ),
    [oneAtATime, dispatch],
  );
}
