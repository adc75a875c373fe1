"use client";

import { useRouter } from "next/navigation";
import { useCallback, useState } from "react";
import { followOrder } from "@/components/payment/follow-order";
import { shownKey } from "@/components/payment/order-state";
import { useLooks } from "@/components/ui/use-looks";
import type { OrderView } from "@/lib/orders/rules";
import { readOrder } from "@/lib/payments/client";

/**
 * What a page knows of its order while it watches: whether the last look reached the server, when it was, and a look at
 * once.
 */
export type OrderChanges = { isReached: boolean; lookedAt: Date | null; lookNow: () => void };

/**
 * Watches the order of a page that shows `shown` (`shownKey`), and has the page made anew once it would show something
 * else.
 */
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
