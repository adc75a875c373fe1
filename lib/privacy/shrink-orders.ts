import "server-only";

import type { Context } from "@/lib/context";
import { daysAfter } from "@/lib/days";
import { expireOrders } from "@/lib/orders/expire-orders";
import { withRetry } from "@/lib/platform/db/errors";
import { stubDays } from "./rules";
import { listStubWalks, shrinkNext } from "./store.stubs";

/** Orders that one run looks at: 14,400,000 a day at a run in ten minutes. */
const ordersOfRun = 100_000;

/**
 * Shrinks orders that ended without anyone trying to pay them to stubs, a day after they were placed. One run is
 * bounded and starts nothing more when `stopping`; what is left is for the next. Gives how many were shrunk.
 */
export async function shrinkOrders(ctx: Context, stopping?: AbortSignal): Promise<number> {
  const now = ctx.now();
  const before = daysAfter(now, -stubDays);
  // After a stop of days, holds may still wait to be ended: a walk comes to each order once.
  await expireOrders(ctx);
  let [seen, shrunk] = [0, 0];
  for (const walk of await withRetry(ctx, () => listStubWalks(ctx.db, before))) {
    for (let isMore = true; isMore && seen < ordersOfRun && !stopping?.aborted; ) {
      const batch = await withRetry(ctx, () => shrinkNext(ctx.db, walk, { before, now }));
      seen += batch.seen;
      shrunk += batch.shrunk;
      isMore = batch.seen > 0;
    }
  }
  return shrunk;
}
