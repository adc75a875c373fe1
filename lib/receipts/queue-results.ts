import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { QueuedPool } from "./store.results";
import { countBulk, listQueuedPools, queueResultBatch } from "./store.results";

type QueueContext = Pick<Context, "db" | "now" | "random" | "wait">;

/**
 * So many mails of a draw wait at most, for a result may be corrected before it is sent a million times; no other draw
 * waits for one that is held. So many lines are looked at in one statement; a run takes nothing more after `runMs`.
 */
const pace = { ahead: 3000, batch: 500, runMs: 20_000 } as const;

async function queuePool(ctx: QueueContext, pool: QueuedPool, mayGoOn: () => boolean): Promise<number> {
  let total = 0;
  while (mayGoOn() && (await countBulk(ctx.db, pool.drawId, pace.ahead)) < pace.ahead) {
    const batch = { ...pool, now: ctx.now(), most: pace.batch };
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
  const endsAtMs = ctx.now().getTime() + pace.runMs;
  const mayGoOn = () => !stopping?.aborted && ctx.now().getTime() < endsAtMs;
  let total = 0;
  for (const pool of await listQueuedPools(ctx.db)) total += await queuePool(ctx, pool, mayGoOn);
  return total;
}
