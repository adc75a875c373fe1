import "server-only";

import type { Context } from "@/lib/context";
import { daysAfter } from "@/lib/durations";
import { withRetry } from "@/lib/platform/db/errors";

import { getLastDate } from "./rules";
import type { Batch } from "./store.walks";
import { drawsAtOnce, eraseBuyers, eraseUnpaid, eraseWaiting, listEndedDraws, listUnpaidWalks } from "./store.walks";

/** Bounds a run. At a run every ten minutes, 2,000,000 orders take a day and a half. */
const ordersPerRun = 10_000;

/**
 * Erases buyers whose retention period is over. Starts nothing new once `stopping` is aborted. Returns how many orders
 * were erased.
 */
export async function eraseExpired(ctx: Context, stopping?: AbortSignal): Promise<number> {
  const tasks = await withRetry(ctx, () => listTasks(ctx));
  return runTasks(ctx, tasks, { ordersPerRun, stopping });
}

export type Task = () => Promise<Batch>;

export async function runTasks(
  ctx: Context,
  tasks: readonly Task[],
  limits: { ordersPerRun: number; stopping: AbortSignal | undefined },
): Promise<number> {
  let [scanned, changed] = [0, 0];
  for (const task of tasks) {
    for (let isMore = true; isMore && scanned < limits.ordersPerRun && !limits.stopping?.aborted; ) {
      const batch = await withRetry(ctx, task);
      scanned += batch.scanned;
      changed += batch.changed;
      isMore = batch.scanned > 0;
    }
  }
  return changed;
}

async function listTasks({ db, now: clock, retention }: Context): Promise<Task[]> {
  const now = clock();
  const before = daysAfter(now, -retention.unpaidDays);
  const walks = await listUnpaidWalks(db, before, retention.unpaidDays);
  const drawIds = await listExpiredDraws(db, daysAfter(now, -retention.buyersDays));
  return [
    () => eraseWaiting(db, now),
    ...walks.map((walk) => () => eraseUnpaid(db, walk, { before, now })),
    ...drawIds.map((drawId) => () => eraseBuyers(db, drawId, now)),
  ];
}

/** The store lists draws by when they closed, although their last date may be later. */
async function listExpiredDraws(db: Context["db"], before: Date): Promise<string[]> {
  const expired: string[] = [];
  for (let after = ""; expired.length < drawsAtOnce; ) {
    const page = await listEndedDraws(db, before, after);
    expired.push(...page.filter((draw) => getLastDate(draw) <= before).map(({ id }) => id));
    if (page.length < drawsAtOnce) break;
    after = page.at(-1)?.id ?? "";
  }
  return expired;
}
