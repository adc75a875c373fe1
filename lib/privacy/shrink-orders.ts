import "server-only";

import type { Context } from "@/lib/context";
import { daysAfter } from "@/lib/days";
import { expireOrders } from "@/lib/orders/holds/expire-orders";
import { withRetry } from "@/lib/platform/db/errors";

import { runTasks } from "./erase-expired";
import { stubDays } from "./rules";
import { listStubWalks, shrinkNext } from "./store.stubs";

/** Orders of one run: 14,400,000 a day at a run in ten minutes. */
const ordersPerRun = 100_000;

/**
 * Shrinks orders to stubs that ended without anyone trying to pay them, a day after they were placed. One run is
 * bounded and starts nothing more when `stopping`. Gives how many were shrunk.
 */
export async function shrinkOrders(ctx: Context, stopping?: AbortSignal): Promise<number> {
  const now = ctx.now();
  const before = daysAfter(now, -stubDays);
  // After days without the jobs, holds may not have ended yet, and a walk comes to each order once.
  await expireOrders(ctx);
  const walks = await withRetry(ctx, () => listStubWalks(ctx.db, before));
  const tasks = walks.map((walk) => () => shrinkNext(ctx.db, walk, { before, now }));
  return runTasks(ctx, tasks, { ordersPerRun, stopping });
}
