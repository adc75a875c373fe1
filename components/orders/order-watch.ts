"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useRef } from "react";
import { clearSession, readSession } from "@/components/order-form/checkout-session";
import { growingWaits } from "@/components/payment/follow-order";
import { shownKey } from "@/components/payment/order-state";
import { forgetOwnOrder } from "@/components/payment/own-order";
import { orderQuery } from "@/lib/payments/client";

/** Renders nothing: refreshes the page once money of its order has arrived or was refused. */
export function RefundWatch({ instanceId, orderId, shown }: { instanceId: string; orderId: string; shown: string }) {
  useOrderChanges(instanceId, orderId, shown);
  return null;
}

/** Whether the last look reached the server, when it was, and a look at once. */
export type OrderChanges = { isReached: boolean; polledAt: Date | null; pollNow: () => void };

/** Refreshes a page that shows `shown` (`shownKey`) once its order would show something else. */
export function useOrderChanges(instanceId: string, orderId: string, shown: string): OrderChanges {
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that is shown begins with short waits
  const { wake, ...waits } = useMemo(() => {
    const anew = growingWaits();
    anew.wake();
    return anew;
  }, [shown]);
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...orderQuery({ instanceId, orderId }),
    ...waits,
    // The server has just built the page: the first look waits.
    initialData: null,
    refetchOnMount: false,
    // Each look that finds a change refreshes the page.
    structuralSharing: false,
  });
  useEffect(() => {
    if (data && shownKey(data) !== shown) router.refresh();
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
  /** The page answers what its reader just did; a page after a load announces nothing. */
  isAnswer: boolean;
};

/**
 * Renders nothing: when the focused button disappears with a change of state, the focus moves to the new state.
 * Otherwise it stays, and the head announces itself.
 */
export function StateFocus({ state, targetId, isAnswer }: StateFocusProps) {
  const last = useRef(isAnswer ? null : state);
  useEffect(() => {
    if (last.current === state) return;
    const preventScroll = last.current === null;
    last.current = state;
    const { activeElement, body } = document;
    if (!activeElement || activeElement === body) document.getElementById(targetId)?.focus({ preventScroll });
  }, [state, targetId]);
  return null;
}

type ForgetPurchaseProps = { instanceId: string; orderId: string };

/**
 * Renders nothing: this tab forgets the purchase of a paid order once it is on the screen, but no other order's. Not
 * earlier: if the page did not arrive, an empty form would invite to pay again.
 */
export function ForgetPurchase({ instanceId, orderId }: ForgetPurchaseProps) {
  useEffect(() => {
    if (readSession(instanceId).orderId === orderId) clearSession(instanceId);
    forgetOwnOrder(orderId);
  }, [instanceId, orderId]);
  return null;
}
