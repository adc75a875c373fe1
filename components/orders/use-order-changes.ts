"use client";

import { useRouter } from "next/navigation";
import { useCallback, useState } from "react";

import { useLooks } from "@/components/ui/use-looks";
import { readOrder } from "@/lib/orders/client";
import type { OrderView } from "@/lib/orders/rules";
import { followOrder } from "./follow-order";
import { shownKey } from "./order-state";

/** What a page knows of its order while it watches: whether the last look reached the server, when it was, and a look at once. */
export type OrderChanges = { isReached: boolean; lookedAt: Date | null; lookNow: () => void };

/** Watches the order of a page that shows `shown` (`shownKey`), and has the page made anew once it would show something else. */
export function useOrderChanges(instanceId: string, orderId: string, shown: string): OrderChanges {
  const router = useRouter();
  const [look, setLook] = useState<Pick<OrderChanges, "isReached" | "lookedAt">>({ isReached: true, lookedAt: null });
  const begin = useCallback(() => {
    const refreshIfChanged = (order: OrderView) => {
      if (shownKey(order) !== shown) router.refresh();
    };
    return followOrder(
      { instanceId, orderId },
      {
        read: readOrder,
        onAnswer(answer) {
          setLook(({ lookedAt }) => ({ isReached: answer.ok, lookedAt: answer.ok ? new Date() : lookedAt }));
          if (answer.ok) refreshIfChanged(answer.order);
        },
      },
    );
  }, [instanceId, orderId, shown, router]);
  return { ...look, lookNow: useLooks(begin) };
}
