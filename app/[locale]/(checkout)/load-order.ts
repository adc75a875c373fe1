import "server-only";

import { cache } from "react";
import { readOrder } from "@/lib/orders/read-order";
import { orderKeyOf } from "@/lib/orders/rules.identity";
import { createContext } from "@/lib/wiring/create-context";
import { loadDraw } from "./load-draw";

/**
 * Reads an order for a page, with its draw and live state: null when that is no longer shown. Null: no such order;
 * `corrected`: its address needs a second secret.
 */
export const loadOrder = cache(async (instanceId: string, orderId: string) => {
  const ctx = await createContext("reads");
  const [read, found] = await Promise.all([readOrder(ctx, orderKeyOf({ instanceId, orderId })), loadDraw(instanceId)]);
  if (!read.ok) return read.reason === "order-corrected" ? "corrected" : null;
  return { order: read.order, draw: found.ok ? found.draw : null, live: found.ok ? found.live : null };
});
