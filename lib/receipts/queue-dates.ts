import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import { bulkPace, tryLeaseMs } from "./rules";
import { listChosenDraws, queueDatesBatch } from "./store.dates";
import { countBulk } from "./store.results";

type QueueContext = Pick<Context, "db" | "now" | "random" | "wait">;

/**
 * Puts mails with the dates of a draw into the outbox once an admin chose a reading of them (decision 062), for buyers
 * whose receipts said otherwise, and only so many ahead of their delivery. It begins when every receipt that was under
 * way then is recorded. Several processes may do so side by side. Gives how many were queued.
 */
export async function queueDates(ctx: QueueContext, stopping?: AbortSignal): Promise<number> {
  const endsAtMs = ctx.now().getTime() + bulkPace.runMs;
  const chosenBefore = new Date(ctx.now().getTime() - tryLeaseMs);
  let total = 0;
  for (const drawId of await listChosenDraws(ctx.db, chosenBefore)) {
    for (let seen = 1; seen > 0 && !stopping?.aborted && ctx.now().getTime() < endsAtMs; ) {
      if ((await countBulk(ctx.db, drawId, bulkPace.ahead)) >= bulkPace.ahead) break;
      const batch = await withRetry(ctx, () =>
        queueDatesBatch(ctx.db, { drawId, now: ctx.now(), most: bulkPace.batch }),
      );
      seen = batch.seen;
      total += batch.queued;
    }
  }
  return total;
}
