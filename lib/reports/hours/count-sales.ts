import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import { countNext, entriesPerBatch, listUncountedDraws } from "./store";

/** A run stops after this time and leaves the rest of a backlog to the next one, some seconds later. */
const maxRunMs = 15_000;

/**
 * Adds up sealed sales and refunds by half hours, one batch of each draw in turn, and returns the number of entries
 * read. Starts no further batch once `stopping` is aborted.
 */
export async function countSales(ctx: Context, stopping?: AbortSignal): Promise<number> {
  const endsMs = ctx.now().getTime() + maxRunMs;
  const drawIds = await withRetry(ctx, () => listUncountedDraws(ctx.db));
  let counted = 0;
  while (!stopping?.aborted && ctx.now().getTime() < endsMs) {
    const drawId = drawIds.shift();
    if (drawId === undefined) break;
    const entries = await withRetry(ctx, () => countNext(ctx.db, drawId));
    counted += entries;
    if (entries === entriesPerBatch) drawIds.push(drawId);
  }
  return counted;
}
