"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useRef } from "react";
import { clearSession, readSession } from "@/components/order-form/checkout-session";
import { growingWaits } from "@/components/payment/follow-order";
import { shownKey } from "@/components/payment/order-state";
import { forgetOwnOrder } from "@/components/payment/own-order";
import { orderQuery } from "@/lib/payments/client";

/** Draws nothing: has the page made anew once the money of its order has arrived, or was refused. */
export function RefundWatch({ instanceId, orderId, shown }: { instanceId: string; orderId: string; shown: string }) {
  useOrderChanges(instanceId, orderId, shown);
  return null;
}

/**
 * What a page knows of its order while it watches: whether the last look reached the server, when it was, and a look at
 * once.
 */
export type OrderChanges = { isReached: boolean; polledAt: Date | null; pollNow: () => void };

/**
 * Watches the order of a page that shows `shown` (`shownKey`), and has the page made anew once it would show something
 * else.
 */
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
    // The page was just made by the server: the first look waits.
    initialData: null,
    refetchOnMount: false,
    // Each look that finds something else asks for the page.
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
  /** The page is the answer to what its reader did a moment ago: a page that was just loaded announces nothing. */
  isAnswer: boolean;
};

/**
 * Draws nothing: when the page says something else and takes the focused button along, the focus goes to what it says
 * now. A reader whose place is still there stays: the head announces itself.
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
 * Draws nothing: once a paid order is on the screen, this tab forgets its purchase, but not that of another order, from
 * which a link may have led here. Not before: a page that did not arrive would leave the buyer with an empty form and
 * the thought of paying again.
 */
export function ForgetPurchase({ instanceId, orderId }: ForgetPurchaseProps) {
  useEffect(() => {
    if (readSession(instanceId).orderId === orderId) clearSession(instanceId);
    forgetOwnOrder(orderId);
  }, [instanceId, orderId]);
  return null;
}
