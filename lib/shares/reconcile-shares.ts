import "server-only";

import type { Context } from "@/lib/context";
import { logFailure } from "@/lib/platform/server/log";

import { findWrongShares, recountShares } from "./store.upkeep";

/** Recounts shares that differ from the open orders, because a counter that is too high refuses buyers. */
export async function reconcileShares({ db }: Pick<Context, "db">): Promise<void> {
  const wrongShares = await findWrongShares(db);
  for (const drawId of new Set(wrongShares.map((share) => share.drawId))) {
    logFailure("Shares of unpaid tickets were recounted.", `Wrong counters in ${drawId}.`);
    await recountShares(
      db,
      drawId,
      wrongShares.filter((share) => share.drawId === drawId),
    );
  }
}
