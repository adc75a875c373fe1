import "server-only";

import type { Context } from "@/lib/context";
import { daysAfter } from "@/lib/days";
import { withRetry } from "@/lib/platform/db/errors";
import { lastDateOf } from "./rules";
import { eraseWaiting } from "./store.waits";
import type { Batch } from "./store.walks";
import { drawsAtOnce, eraseBuyers, eraseUnpaid, listEndedDraws, listWalks } from "./store.walks";

/** Orders that one run looks at: 2,000,000 take a day and a half at a run in ten minutes. */
const ordersOfRun = 10_000;

/** What one draw has to erase, batch by batch. */
type Task = () => Promise<Batch>;

/** Draws whose last date is before an instant: it may be later than their close, so the others are passed over. */
async function listEnded(ctx: Context, before: Date): Promise<string[]> {
  const ended: string[] = [];
  for (let after = ""; ended.length < drawsAtOnce; ) {
    const page = await listEndedDraws(ctx.db, before, after);
    ended.push(...page.filter((draw) => lastDateOf(draw) <= before).map(({ id }) => id));
    if (page.length < drawsAtOnce) break;
    after = page.at(-1)?.id ?? "";
  }
  return ended;
}

async function listTasks(ctx: Context): Promise<Task[]> {
  const { db, now: clock, retention } = ctx;
  const now = clock();
  const before = daysAfter(now, -retention.unpaidDays);
  const walks = await listWalks(db, before, retention.unpaidDays);
  const ended = await listEnded(ctx, daysAfter(now, -retention.buyersDays));
  return [
    () => eraseWaiting(db, now),
    ...walks.map((walk) => () => eraseUnpaid(db, walk, { before, now })),
    ...ended.map((id) => () => eraseBuyers(db, id, now)),
  ];
}

/**
 * Erases buyers whose time is over, as the settings say: those of orders that nobody paid, and all of draws of long
 * ago. One run is bounded and starts nothing more when `stopping`; what is left is for the next. Gives how many were
 * erased.
 */
export async function eraseExpired(ctx: Context, stopping?: AbortSignal): Promise<number> {
  let [seen, erased] = [0, 0];
  for (const task of await withRetry(ctx, () => listTasks(ctx))) {
    for (let isMore = true; isMore && seen < ordersOfRun && !stopping?.aborted; ) {
      const batch = await withRetry(ctx, task);
      seen += batch.seen;
      erased += batch.erased;
      isMore = batch.seen > 0;
    }
  }
  return erased;
}
