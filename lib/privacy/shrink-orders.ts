import "server-only";

import type { Context } from "@/lib/context";
import { daysAfter } from "@/lib/durations";
import { expireOrders } from "@/lib/orders/holds/expire-orders";
import { withRetry } from "@/lib/platform/db/errors";

import { runTasks } from "./erase-expired";
import { stubDays } from "./rules";
import { listStubWalks, shrinkNext } from "./store.stubs";

/** With a run every ten minutes, these are 14,400,000 orders a day. */
const ordersPerRun = 100_000;

/** Shrinks orders that ended unpaid and untried. A run is bounded and starts nothing once `stopping`. */
export async function shrinkOrders(ctx: Context, stopping?: AbortSignal): Promise<number> {
  const now = ctx.now();
  const before = daysAfter(now, -stubDays);
  // After an outage of the jobs, holds may still be open, and a walk passes each order only once.
  await expireOrders(ctx);
  const walks = await withRetry(ctx, () => listStubWalks(ctx.db, before));
  const tasks = walks.map((walk) => () => shrinkNext(ctx.db, walk, { before, now }));
  return runTasks(ctx, tasks, { ordersPerRun, stopping });
}
