import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import { bulkPace } from "./rules";
import type { QueuedPool } from "./store.results";
import { countBulk, listQueuedPools, queueResultBatch } from "./store.results";

type QueueContext = Pick<Context, "db" | "now" | "random" | "wait">;

async function queuePool(ctx: QueueContext, pool: QueuedPool, mayGoOn: () => boolean): Promise<number> {
  let total = 0;
  while (mayGoOn() && (await countBulk(ctx.db, pool.drawId, bulkPace.ahead)) < bulkPace.ahead) {
    const batch = { ...pool, now: ctx.now(), most: bulkPace.batch };
    const { seen, queued } = await withRetry(ctx, () => queueResultBatch(ctx.db, batch));
    total += queued;
    if (seen === 0) return total;
  }
  return total;
}

/**
 * Puts mails with final results into the outbox, one for each order, in the order of the numbers and only so many ahead
 * of their delivery. Several processes may do so side by side. Gives how many were queued.
 */
export async function queueResults(ctx: QueueContext, stopping?: AbortSignal): Promise<number> {
  const endsAtMs = ctx.now().getTime() + bulkPace.runMs;
  const mayGoOn = () => !stopping?.aborted && ctx.now().getTime() < endsAtMs;
  let total = 0;
  for (const pool of await listQueuedPools(ctx.db)) total += await queuePool(ctx, pool, mayGoOn);
  return total;
}
