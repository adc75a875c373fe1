import { setTimeout as wait } from "node:timers/promises";

import type { OrderView } from "@/lib/orders/rules";
import { createBuyer, tokenFor } from "./buyer";
import type { Server } from "./server";

/** What was sold until somebody said stop: paid orders, refusals, and the longest that one call took, in ms. */
export type Sold = { orders: OrderView[]; refused: (string | undefined)[]; slowestMs: number };

/** Buyers who buy one after the other, three at a time, until `stop`, which gives what came of it. */
export function sellSteadily(server: Server, instanceId: string): { stop: () => Promise<Sold> } {
  const sold: Sold = { orders: [], refused: [], slowestMs: 0 };
  let isOpen = true;

  async function timed<Result>(call: Promise<Result>): Promise<Result> {
    const startedMs = performance.now();
    const result = await call;
    sold.slowestMs = Math.max(sold.slowestMs, performance.now() - startedMs);
    return result;
  }

  async function buy(): Promise<void> {
    const buyer = createBuyer(server);
    const token = await tokenFor(server.sandboxUrl);
    const placed = await timed(buyer.placeOrder({ instanceId }));
    const paid = placed.status === 201 ? await timed(buyer.pay(placed.body.order, token)) : placed;
    if (paid.status === 200) sold.orders.push(paid.body.order);
    else sold.refused.push(paid.body.reason);
  }

  const lines = [1, 2, 3].map(async () => {
    while (isOpen) {
      await buy();
      await wait(20);
    }
  });
  const stop = async () => {
    isOpen = false;
    await Promise.all(lines);
    return sold;
  };
  return { stop };
}
