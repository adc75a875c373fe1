"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useMemo } from "react";
import { growingWaits } from "@/components/payment/follow-order";
import { shownKey } from "@/components/payment/order-state";
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
