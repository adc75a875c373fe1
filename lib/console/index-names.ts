import "server-only";

import type { Context } from "@/lib/context";
import { addWords, listWordDraws } from "@/lib/orders/store.words";
import { withRetry } from "@/lib/platform/db/errors";

/** In ms: no payment's transaction takes longer, so that none commits behind the walk. */
const commitMs = 60_000;

/** 500 each: more than a draw sells between two runs. */
const batchesPerRun = 100;

/** Adds the words of orders paid a minute ago or earlier. Starts nothing once `stopping`. */
export async function indexNames(ctx: Context, stopping?: AbortSignal): Promise<number> {
  const before = new Date(ctx.now().getTime() - commitMs);
  let [batches, added] = [0, 0];
  for (const drawId of await withRetry(ctx, () => listWordDraws(ctx.db, before))) {
    for (let isMore = true; isMore && batches < batchesPerRun && !stopping?.aborted; batches += 1) {
      const orders = await withRetry(ctx, () => addWords(ctx.db, drawId, before));
      added += orders;
      isMore = orders > 0;
    }
  }
  return added;
}
