import "server-only";

import type { Context } from "@/lib/context";
import { daysAfter } from "@/lib/durations";
import { expireOrders } from "@/lib/orders/holds/expire-orders";
import { withRetry } from "@/lib/platform/db/errors";

import { runTasks } from "./erase-expired";
import { stubDays } from "./rules";
import { listStubWalks, shrinkNext } from "./store.stubs";

/** Bounds a run. At a run every ten minutes, these are 14,400,000 orders a day. */
const ordersPerRun = 100_000;

/**
 * Reduces expired and cancelled orders without a payment attempt to stubs. Starts nothing new once `stopping` is
 * aborted.
 */
export async function shrinkOrders(ctx: Context, stopping?: AbortSignal): Promise<number> {
  const now = ctx.now();
  const before = daysAfter(now, -stubDays);
  // Expire overdue holds first (jobs may have been down): the scan never returns to an order it passed.
  await expireOrders(ctx);
  const walks = await withRetry(ctx, () => listStubWalks(ctx.db, before));
  const tasks = walks.map((walk) => () => shrinkNext(ctx.db, walk, { before, now }));
  return runTasks(ctx, tasks, { ordersPerRun, stopping });
}
