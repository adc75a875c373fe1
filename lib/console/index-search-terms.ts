import "server-only";

import type { Context } from "@/lib/context";
import { addNextSearchTerms, listUnindexedDraws, ordersPerBatch } from "@/lib/orders/store.search-terms";
import { withRetry } from "@/lib/platform/db/errors";

/** No payment's transaction takes longer than this, so no order is committed after the index has passed it. */
const maxCommitMs = 60_000;

/** Holds more than all draws sell between two runs. With more draws than this, each gets one batch. */
const batchesPerRun = 100;

/**
 * Adds the search terms of orders paid at least a minute ago, one batch of each draw in turn. Starts no further batch
 * once `stopping` is aborted.
 */
export async function indexSearchTerms(ctx: Context, stopping?: AbortSignal): Promise<number> {
  const paidBefore = new Date(ctx.now().getTime() - maxCommitMs);
  const drawIds = await withRetry(ctx, () => listUnindexedDraws(ctx.db, paidBefore));
  const maxBatches = Math.max(batchesPerRun, drawIds.length);
  let added = 0;
  for (let batches = 0; batches < maxBatches && !stopping?.aborted; batches += 1) {
    const drawId = drawIds.shift();
    if (drawId === undefined) break;
    const orders = await withRetry(ctx, () => addNextSearchTerms(ctx.db, drawId, paidBefore));
    added += orders;
    if (orders === ordersPerBatch) drawIds.push(drawId);
  }
  return added;
}
