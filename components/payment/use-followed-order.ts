import { useEffect, useState } from "react";

import type { OrderView } from "@/lib/orders/rules";
import { orderStateOf } from "./order-state";
import { runLoaded } from "./run-loaded";

/** The order as it is now: asked about for as long as nobody knows what became of its payment. */
export function useFollowedOrder(first: OrderView): OrderView {
  const [order, setOrder] = useState(first);
  const isAsking = orderStateOf(order) === "asking";
  const { instanceId, orderId } = order;
  useEffect(() => {
    if (!isAsking) return;
    return runLoaded(
      ({ followShownOrder }) => followShownOrder({ instanceId, orderId }, setOrder),
      () => undefined,
    ).stop;
  }, [isAsking, instanceId, orderId]);
  return order;
}
