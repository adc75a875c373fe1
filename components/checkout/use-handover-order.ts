import { useEffect, useLayoutEffect, useState } from "react";
import { tabSessions } from "@/components/order-form/checkout-session";
import { takeHandoverOrderId } from "@/components/order-form/session-store";
import { loadServerCalls } from "@/components/payment/load-server-calls";
import { clearOwnOrder } from "@/components/payment/own-order";
import type { OrderEvent } from "@/components/payment/purchase";
import type { HandoverState } from "./handover-order";

export type HandoverOrder = {
  state: HandoverState | null;
  accept: () => void;
  decline: () => void;
  retry: () => void;
};

type HandoverOrderInput = {
  drawId: string;
  isEnabled: boolean;
  canStartOrder: boolean;
  openOrder: (orderId: string) => void;
  dispatch: (event: OrderEvent) => void;
};

/** An order from a link becomes this tab's only if the buyer accepts it, and never while the tab has one. */
export function useHandoverOrder(settings: HandoverOrderInput): HandoverOrder | null {
  const { drawId, isEnabled, canStartOrder, openOrder, dispatch } = settings;
  const [offeredId, setOfferedId] = useState<string | null>(null);
  const [result, setResult] = useState<{ orderId: string; state: HandoverState } | null>(null);
  const [retryCount, setRetryCount] = useState(0);
  useLayoutEffect(() => {
    if (!isEnabled) return;
    const onHandover = () => setOfferedId(takeOfferedOrderId(drawId));
    onHandover();
    // A link opened in a tab of this page changes only the fragment.
    window.addEventListener("hashchange", onHandover);
    return () => window.removeEventListener("hashchange", onHandover);
  }, [drawId, isEnabled]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `retryCount` reads the same order again
  useEffect(() => {
    if (!offeredId || !canStartOrder) return;
    let isCancelled = false;
    const load = async () => {
      const [{ readHandoverOrder }] = await Promise.all([import("./handover-order"), loadServerCalls()]);
      const state = await readHandoverOrder(drawId, offeredId);
      if (isCancelled) return;
      if (state.kind !== "over") return setResult({ orderId: offeredId, state });
      tabSessions.change(drawId, { offeredId: null });
      openOrder(offeredId);
    };
    load().catch(() => isCancelled || setResult({ orderId: offeredId, state: { kind: "unreachable" } }));
    return () => {
      isCancelled = true;
    };
  }, [offeredId, canStartOrder, drawId, openOrder, retryCount]);
  if (!offeredId) return null;
  const state = result?.orderId === offeredId ? result.state : null;
  return {
    state,
    accept() {
      tabSessions.renew(drawId);
      tabSessions.change(drawId, { orderId: offeredId, offeredId: null });
      setOfferedId(null);
      dispatch({ type: "restoring" });
    },
    decline() {
      tabSessions.change(drawId, { offeredId: null });
      clearOwnOrder(offeredId);
      setOfferedId(null);
    },
    retry() {
      setResult(null);
      setRetryCount((count) => count + 1);
    },
  };
}

function takeOfferedOrderId(drawId: string): string | null {
  const fragmentId = takeHandoverOrderId();
  const { orderId, offeredId } = tabSessions.read(drawId);
  const linkId = fragmentId ?? offeredId ?? null;
  const nextId = linkId === orderId ? null : linkId;
  if (nextId !== (offeredId ?? null)) tabSessions.change(drawId, { offeredId: nextId });
  return nextId;
}
