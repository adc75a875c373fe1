"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useRef } from "react";
import { clearSession, readSession } from "@/components/order-form/checkout-session";
import { getDisplayKey } from "@/components/payment/order-state";
import { clearOwnOrder } from "@/components/payment/own-order";
import { createBackoff } from "@/components/payment/poll-order";
import { orderQuery } from "@/lib/orders/client";

export function RefundPoller({ instanceId, orderId, shown }: { instanceId: string; orderId: string; shown: string }) {
  useOrderChanges(instanceId, orderId, shown);
  return null;
}

export type OrderChanges = { isReached: boolean; polledAt: Date | null; pollNow: () => void };

/** Refreshes the page once its order would show something other than `shown` (`getDisplayKey`). */
export function useOrderChanges(instanceId: string, orderId: string, shown: string): OrderChanges {
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that is shown begins with short intervals
  const { wake, ...backoff } = useMemo(() => {
    const newBackoff = createBackoff();
    newBackoff.wake();
    return newBackoff;
  }, [shown]);
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...orderQuery({ instanceId, orderId }),
    ...backoff,
    initialData: null,
    refetchOnMount: false,
    structuralSharing: false,
  });
  useEffect(() => {
    if (data && getDisplayKey(data) !== shown) router.refresh();
  }, [data, shown, router]);
  return {
    isReached: error === null,
    polledAt: data ? new Date(dataUpdatedAt) : null,
    pollNow() {
      wake();
      refetch({ cancelRefetch: false });
    },
  };
}

type StateFocusProps = {
  state: string;
  targetId: string;
  /** The page answers an action of its reader. After a load, it announces nothing. */
  isAnswer: boolean;
};

/** When a change of state removes the focused button, the focus moves to the new state. Renders nothing. */
export function StateFocus({ state, targetId, isAnswer }: StateFocusProps) {
  const lastState = useRef(isAnswer ? null : state);
  useEffect(() => {
    if (lastState.current === state) return;
    const preventScroll = lastState.current === null;
    lastState.current = state;
    const { activeElement, body } = document;
    if (!activeElement || activeElement === body) document.getElementById(targetId)?.focus({ preventScroll });
  }, [state, targetId]);
  return null;
}

type ForgetPurchaseProps = { instanceId: string; orderId: string };

/**
 * Clears the session only once a paid order is on the screen. If its page didn't arrive, an empty form would invite the
 * buyer to pay again.
 */
export function ForgetPurchase({ instanceId, orderId }: ForgetPurchaseProps) {
  useEffect(() => {
    if (readSession(instanceId).orderId === orderId) clearSession(instanceId);
    clearOwnOrder(orderId);
  }, [instanceId, orderId]);
  return null;
}
