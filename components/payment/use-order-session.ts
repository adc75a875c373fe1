import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import type { SessionKeeper } from "@/components/order-form/session-keeper";
import { useOneAtATime } from "@/components/ui/use-one-at-a-time";
import type { OrderEvent } from "./purchase";

type OrderSession = {
  drawId: string;
  sessions: SessionKeeper;
  /** The order of the purchase, while it has one. */
  orderId: string | null;
  /** The purchase has come to stand without an order again; left out where whoever runs it ends its session. */
  isOver?: boolean;
  /** An order may be handed over in the fragment of the address. */
  takesHandover?: boolean;
  dispatch: (event: OrderEvent) => void;
};

/** Finds an order again that this session was about, or that the address hands over. */
function useRestoring({ drawId, sessions, takesHandover = true, dispatch }: OrderSession): void {
  useLayoutEffect(() => {
    if (takesHandover) sessions.takeHandover(drawId);
    if (sessions.read(drawId).orderId) dispatch({ type: "restoring" });
    if (!takesHandover) return;
    // A hand-over link that is opened in a tab of this very page changes nothing but the fragment.
    const onHandover = () => {
      if (sessions.takeHandover(drawId)) window.location.reload();
    };
    window.addEventListener("hashchange", onHandover);
    return () => window.removeEventListener("hashchange", onHandover);
  }, [drawId, sessions, takesHandover, dispatch]);
}

/**
 * A purchase that is over takes its key along, but not that of another tab, which may hold the session's order by now.
 */
function useRenewal({ drawId, sessions, orderId, isOver = false }: OrderSession): void {
  const latest = useRef(orderId);
  useEffect(() => {
    if (orderId) latest.current = orderId;
  }, [orderId]);
  useEffect(() => {
    const kept = sessions.read(drawId).orderId;
    if (isOver && kept && (latest.current === null || kept === latest.current)) sessions.renew(drawId);
  }, [isOver, drawId, sessions]);
}

/**
 * Keeps a purchase and its session together: an earlier order is found again, one that is over takes its key along, and
 * a page that comes back from the browser's memory is not left showing what has ended. Gives a lock for the calls that
 * move the order: one at a time, and a failure of the page's own counts as an answer that was lost.
 */
export function useOrderSession(held: OrderSession): (work: () => Promise<void>) => Promise<void> {
  const { dispatch } = held;
  const oneAtATime = useOneAtATime();
  useRestoring(held);
  useRenewal(held);
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
