import { useCallback, useEffect, useLayoutEffect, useReducer, useRef } from "react";
import type { Language } from "@/lib/i18n/routing";
import { localizedPath } from "@/lib/i18n/routing";
import type { OrderView } from "@/lib/orders/rules";

import type { Attended } from "./attended";
import { useAttended } from "./attended";
import type { CheckoutEvent, CheckoutState, Destination } from "./checkout-machine";
import { checkoutReducer, firstState } from "./checkout-machine";
import { readSession, renewSession, takeHandover } from "./checkout-session";
import type { Purchase } from "./purchase";
import { loadServerCalls } from "./server-calls";
import type { OrderLook } from "./use-order-watch";
import { useOrderWatch } from "./use-order-watch";

type Dispatch = (event: CheckoutEvent) => void;

/** The purchase of a page and what can be done with it. */
export type CheckoutControl = OrderLook & {
  state: CheckoutState;
  dispatch: Dispatch;
  pay: (purchase: Pick<Purchase, "request" | "shownCents" | "tokenize" | "billing" | "onFieldProblems">) => void;
  /** `run` is called at once, within the click: Apple's sheet opens nowhere else. */
  payByApple: (
    run: (purchase: Pick<Purchase, "order"> & { dispatch: (event: CheckoutEvent) => void }) => Promise<void>,
  ) => void;
  change: () => void;
  extend: () => void;
};

/** A full navigation: the page of an order lets in nothing of third parties, which a soft one would take along. */
function leave(destination: Destination, order: OrderView, locale: Language): void {
  const { instanceId, orderId } = order;
  const query = new URLSearchParams({ instanceId, orderId });
  if (destination === "success") window.location.assign(localizedPath(locale, `/success?${query}`));
  else window.location.replace(localizedPath(locale, `/order/${instanceId}/${orderId}`));
}

function useLeaving({ destination, order }: CheckoutState, locale: Language, attended: Attended | null): void {
  useEffect(() => {
    if (!destination || !order) return;
    if (attended) attended.onOutcome(order);
    else leave(destination, order, locale);
  }, [destination, order, locale, attended]);
  useEffect(() => {
    // A page that comes back from the browser's memory still shows a purchase that has ended.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload();
    };
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, []);
}

/** An order that is over takes its key along; the first state is not yet what the session says. */
function useRenewal(state: CheckoutState, drawId: string): void {
  const last = useRef(state);
  useEffect(() => {
    const isOver = last.current !== state && state.phase === "editing" && state.order === null;
    last.current = state;
    if (isOver && readSession(drawId).orderId) renewSession(drawId);
  }, [state, drawId]);
}

/** On a shared tablet an order that is found after a reload may be of somebody who has left. */
function useFoundOrder({ phase, order }: CheckoutState, dispatch: Dispatch, attended: Attended | null): Dispatch {
  const isStrange = attended !== null && !attended.isResumed && phase === "restoring" && order === null;
  return useCallback(
    (event) => {
      if (!isStrange || event.type !== "order-read") return dispatch(event);
      const settle = async () => {
        const { settleFoundOrder } = await loadServerCalls();
        return settleFoundOrder(event.order);
      };
      settle().then(dispatch, () => dispatch({ type: "released" }));
    },
    [isStrange, dispatch],
  );
}

/** Lets one thing at a time through, even where two presses come before the page is drawn again. */
function useLock(dispatch: Dispatch) {
  const isBusy = useRef(false);
  return useCallback(
    async (work: () => Promise<void>, first?: CheckoutEvent) => {
      if (isBusy.current) return;
      isBusy.current = true;
      if (first) dispatch(first);
      try {
        await work();
      } catch (error) {
        console.error("The purchase failed.", error);
        dispatch({ type: "refused", reason: "unreachable" });
        throw error;
      } finally {
        isBusy.current = false;
      }
    },
    [dispatch],
  );
}

/**
 * Runs the purchase of a draw: finds an earlier order again, pays, changes, extends, and leaves when it is done. On a shared
 * tablet it leaves to an outcome on the same page.
 */
export function useCheckout(drawId: string, locale: Language): CheckoutControl {
  const [state, dispatch] = useReducer(checkoutReducer, firstState);
  const attended = useAttended();
  const isShared = attended !== null;
  const lock = useLock(dispatch);
  const { order } = state;
  useLayoutEffect(() => {
    if (!isShared) takeHandover(drawId);
    if (readSession(drawId).orderId) dispatch({ type: "restoring" });
    // A hand-over link that is opened in a tab of this very page changes nothing but the fragment.
    const onHandover = () => {
      if (!isShared && takeHandover(drawId)) window.location.reload();
    };
    window.addEventListener("hashchange", onHandover);
    return () => window.removeEventListener("hashchange", onHandover);
  }, [drawId, isShared]);
  useRenewal(state, drawId);
  useLeaving(state, locale, attended);
  const look = useOrderWatch(state, drawId, useFoundOrder(state, dispatch, attended));

  return {
    ...look,
    state,
    dispatch,
    pay(purchase) {
      const run = async () => {
        const { runPurchase } = await loadServerCalls();
        await runPurchase({ ...purchase, drawId, order, dispatch });
      };
      lock(run, { type: "submitted", means: "card" });
    },
    payByApple(run) {
      lock(() => run({ order, dispatch }), { type: "submitted", means: "apple-pay" });
    },
    change() {
      const release = async () => {
        const { releaseOrder } = await loadServerCalls();
        if (order) dispatch(await releaseOrder(order));
      };
      lock(release, { type: "cancelling" });
    },
    extend() {
      lock(async () => {
        const { extendHold } = await loadServerCalls();
        if (order) dispatch(await extendHold(order));
      });
    },
  };
}
