import { useCallback, useEffect, useReducer } from "react";
import { tabSessions } from "@/components/order-form/checkout-session";
import type { CheckoutEvent, CheckoutState, Destination } from "@/components/payment/checkout-machine";
import { checkoutReducer, initialState } from "@/components/payment/checkout-machine";
import { requiresReading } from "@/components/payment/checkout-reasons";
import { loadServerCalls } from "@/components/payment/load-server-calls";
import type { OrderPollStatus } from "@/components/payment/use-order-polling";
import { useOrderPolling } from "@/components/payment/use-order-polling";
import { useOrderSession } from "@/components/payment/use-order-session";
import { useReloadHold } from "@/components/ui/update/use-reload-hold";
import { useLoggedState } from "@/components/ui/use-logged-state";
import type { OrderKey } from "@/lib/orders/schema";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { Kiosk } from "./kiosk-context";
import { useKiosk } from "./kiosk-context";
import type { HandoverOrder } from "./use-handover-order";
import { useHandoverOrder } from "./use-handover-order";

export type CheckoutControl = OrderPollStatus & {
  state: CheckoutState;
  dispatch: Dispatch;
  handover: HandoverOrder | null;
  runExclusively: (work: () => Promise<void>) => void;
  changeTickets: () => void;
  extendHold: () => void;
};

export function useCheckout(drawId: string, locale: Language): CheckoutControl {
  const [state, dispatch] = useReducer(checkoutReducer, initialState);
  const kiosk = useKiosk();
  const { phase, order } = state;
  useLoggedState("purchase", { phase, order: order?.status ?? null, reason: state.refusal?.reason ?? null });
  const isFinished = state !== initialState && phase === "editing" && order === null;
  const orderId = order?.orderId ?? null;
  const canStartOrder = phase === "editing" && order === null;
  const openOrder = useCallback(
    (endedOrderId: string) => leave("order", { instanceId: drawId, orderId: endedOrderId }, locale),
    [drawId, locale],
  );
  const handover = useHandoverOrder({ drawId, isEnabled: kiosk === null, canStartOrder, openOrder, dispatch });
  const runExclusively = useOrderSession({
    drawId,
    sessions: tabSessions,
    orderId,
    isFinished,
    takesHandover: false,
    dispatch,
  });
  useLeaveWhenDone(state, locale, kiosk);
  useReloadHold(phase !== "editing" || requiresReading(state.refusal?.reason));
  const poll = useOrderPolling(state, drawId, useFoundOrder(state, dispatch, kiosk));

  return {
    ...poll,
    state,
    dispatch,
    handover,
    runExclusively: runExclusively,
    changeTickets() {
      runExclusively(async () => {
        dispatch({ type: "cancelling" });
        const { releaseOrder } = await loadServerCalls();
        if (order) dispatch(await releaseOrder(order));
      });
    },
    extendHold() {
      runExclusively(async () => {
        const { extendHold } = await loadServerCalls();
        if (order) dispatch(await extendHold(order));
      });
    },
  };
}

type Dispatch = (event: CheckoutEvent) => void;

/** Loads a whole page, because a soft navigation would keep third-party scripts on the order's page. */
function leave(destination: Destination, order: OrderKey, locale: Language): void {
  const { instanceId, orderId } = order;
  const query = new URLSearchParams({ instanceId, orderId });
  if (destination === "success") window.location.assign(localizedPath(locale, `/success?${query}`));
  else window.location.replace(localizedPath(locale, `/order/${instanceId}/${orderId}`));
}

function useLeaveWhenDone({ destination, order }: CheckoutState, locale: Language, kiosk: Kiosk | null): void {
  useEffect(() => {
    if (!destination || !order) return;
    if (kiosk) kiosk.onOutcome(order);
    else leave(destination, order, locale);
  }, [destination, order, locale, kiosk]);
}

/** On a shared tablet, an order found after a reload may belong to a buyer who has left. */
function useFoundOrder({ phase, order }: CheckoutState, dispatch: Dispatch, kiosk: Kiosk | null): Dispatch {
  const isOwnerUnknown = kiosk !== null && !kiosk.isResumed && phase === "restoring" && order === null;
  return useCallback(
    (event) => {
      if (!isOwnerUnknown || event.type !== "order-read") return dispatch(event);
      const resolve = async () => {
        const { resolveAbandonedOrder } = await loadServerCalls();
        return resolveAbandonedOrder(event.order);
      };
      resolve().then(dispatch, () => dispatch({ type: "released" }));
    },
    [isOwnerUnknown, dispatch],
  );
}
