import { useEffect, useState } from "react";
import type { OrderView } from "@/lib/orders/rules";
import type { OrderAnswer } from "@/lib/payments/client";
import { readOrder } from "@/lib/payments/client";
import { followOrder } from "./follow-order";
import { orderStateOf } from "./order-state";

/** The order as it is now: asked about for as long as nobody knows what became of its payment. */
export function useFollowedOrder(first: OrderView): OrderView {
  const [order, setOrder] = useState(first);
  const isAsking = orderStateOf(order) === "asking";
  const { instanceId, orderId } = order;
  useEffect(() => {
    if (!isAsking) return;
    const onAnswer = (answer: OrderAnswer) => {
      if (answer.ok) setOrder(answer.order);
    };
    const watch = followOrder({ instanceId, orderId }, { read: readOrder, onAnswer });
    return () => watch.stop();
  }, [isAsking, instanceId, orderId]);
  return order;
}
