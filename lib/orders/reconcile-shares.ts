import "server-only";

import type { Context } from "@/lib/context";
import { logFailure } from "@/lib/log";

import { findWrongShares, forgetShares, recountShares } from "./store.share-upkeep";

/**
 * Forgets the shares of networks within 48 hours, and counts those anew that do not agree with the open orders: a wrong
 * counter would keep honest buyers out, and is a fault of ours.
 */
export async function reconcileShares({ db, now }: Pick<Context, "db" | "now">): Promise<void> {
  for (const drawId of await forgetShares(db, now())) await recountShares(db, drawId);
  for (const drawId of await findWrongShares(db)) {
    logFailure("Shares of unpaid tickets were counted anew.", new Error(`Wrong counters in ${drawId}.`));
    await recountShares(db, drawId);
  }
}
