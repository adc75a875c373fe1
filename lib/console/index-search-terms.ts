import "server-only";

import type { Context } from "@/lib/context";
import { addNextSearchTerms, listUnindexedDraws, ordersPerBatch } from "@/lib/orders/store.search-terms";
import { withRetry } from "@/lib/platform/db/errors";

/** In ms. No payment's transaction takes longer, so none commits an order that the index has already passed. */
const commitMs = 60_000;

/** This many batches hold more than all draws sell between two runs. With more draws than this, each gets one batch. */
const batchesPerRun = 100;

/**
 * Adds the search terms of orders paid at least a minute ago, one batch of each draw in turn. It starts no batch once
 * `stopping` is aborted.
 */
export async function indexSearchTerms(ctx: Context, stopping?: AbortSignal): Promise<number> {
  const before = new Date(ctx.now().getTime() - commitMs);
  const waiting = await withRetry(ctx, () => listUnindexedDraws(ctx.db, before));
  const most = Math.max(batchesPerRun, waiting.length);
  let added = 0;
  for (let batches = 0; batches < most && !stopping?.aborted; batches += 1) {
    const drawId = waiting.shift();
    if (drawId === undefined) break;
    const orders = await withRetry(ctx, () => addNextSearchTerms(ctx.db, drawId, before));
    added += orders;
    if (orders === ordersPerBatch) waiting.push(drawId);
  }
  return added;
}
