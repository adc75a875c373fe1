import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import { tryLeaseMs } from "@/lib/receipts/delivery/rules";

import {
  countBulk,
  listCancelledDraws,
  listChosenDraws,
  listQueuedPools,
  queueCancelledBatch,
  queueDatesBatch,
  queueResultBatch,
} from "./store.bulk";

type QueueContext = Pick<Context, "db" | "now" | "random" | "wait">;

/** At most `ahead` bulk emails of a draw wait at a time, so that a result can be corrected before all are sent. */
const bulkLimits = { ahead: 3000, batch: 500, runMs: 20_000 } as const;

/** Queues only a little ahead of delivery. Several processes may run it at once. Returns the number queued. */
export async function queueResults(ctx: QueueContext, stopping?: AbortSignal): Promise<number> {
  const canContinue = createDeadline(ctx, stopping);
  let total = 0;
  for (const pool of await listQueuedPools(ctx.db)) {
    total += await queueBatches(ctx, pool.drawId, canContinue, (size) =>
      queueResultBatch(ctx.db, { ...pool, ...size }),
    );
  }
  return total;
}

/** Tells buyers whose receipts show other dates (decision 062), once receipts in delivery are recorded as sent. */
export async function queueDates(ctx: QueueContext, stopping?: AbortSignal): Promise<number> {
  const canContinue = createDeadline(ctx, stopping);
  const chosenBefore = new Date(ctx.now().getTime() - tryLeaseMs);
  let total = 0;
  for (const drawId of await listChosenDraws(ctx.db, chosenBefore)) {
    total += await queueBatches(ctx, drawId, canContinue, (size) => queueDatesBatch(ctx.db, { drawId, ...size }));
  }
  return total;
}

/** Tells the buyers of cancelled draws, once each. */
export async function queueCancellations(ctx: QueueContext, stopping?: AbortSignal): Promise<number> {
  const canContinue = createDeadline(ctx, stopping);
  let total = 0;
  for (const drawId of await listCancelledDraws(ctx.db)) {
    total += await queueBatches(ctx, drawId, canContinue, (size) => queueCancelledBatch(ctx.db, { drawId, ...size }));
  }
  return total;
}

function createDeadline(ctx: QueueContext, stopping?: AbortSignal): () => boolean {
  const endsAtMs = ctx.now().getTime() + bulkLimits.runMs;
  return () => !stopping?.aborted && ctx.now().getTime() < endsAtMs;
}

type QueueBatch = (size: { now: Date; limit: number }) => Promise<{ scanned: number; queued: number }>;

async function queueBatches(
  ctx: QueueContext,
  drawId: string,
  canContinue: () => boolean,
  queueBatch: QueueBatch,
): Promise<number> {
  let total = 0;
  while (canContinue() && (await countBulk(ctx.db, drawId, bulkLimits.ahead)) < bulkLimits.ahead) {
    const size = { now: ctx.now(), limit: bulkLimits.batch };
    const { scanned, queued } = await withRetry(ctx, () => queueBatch(size));
    total += queued;
    if (scanned === 0) return total;
  }
  return total;
}
