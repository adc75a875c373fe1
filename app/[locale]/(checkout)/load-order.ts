import "server-only";

import { cache } from "react";
import { readOrder } from "@/lib/orders/read-order";
import { createContext } from "@/lib/wiring/create-context";
import { loadDraw } from "./load-draw";

/** Reads an order and its draw for a page; the draw is null when it is no longer shown. Null: no such order. */
export const loadOrder = cache(async (instanceId: string, orderId: string) => {
  const ctx = await createContext("reads");
  const [read, found] = await Promise.all([readOrder(ctx, { instanceId, orderId }), loadDraw(instanceId)]);
  return read.ok ? { order: read.order, draw: found.ok ? found.draw : null } : null;
});
