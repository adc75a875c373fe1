"use client";

import { useOrderChanges } from "./use-order-changes";

/** Draws nothing: has the page made anew once the money of its order has arrived, or was refused. */
export function RefundWatch({ instanceId, orderId, shown }: { instanceId: string; orderId: string; shown: string }) {
  useOrderChanges(instanceId, orderId, shown);
  return null;
}
