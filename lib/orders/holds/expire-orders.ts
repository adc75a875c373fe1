import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import { logFailure } from "@/lib/platform/server/log";
import type { DueHold, DueHoldsQuery, HoldKey } from "./store";
import { expireHolds } from "./store";

/** Orders that one statement expires. */
const batchSize = 200;

/** Returns the number of expired holds. Holds in a pool with wrong counters stay and are logged. */
export async function expireOrders(
  ctx: Pick<Context, "db" | "now" | "random" | "wait">,
  drawId: string | null = null,
): Promise<number> {
  let total = 0;
  let after: HoldKey | null = null;
  for (;;) {
    const next: DueHoldsQuery = { now: ctx.now(), drawId, after, limit: batchSize };
    const due = await withRetry(ctx, () => expireHolds(ctx.db, next));
    logStuckHolds(due);
    total += due.filter((hold) => hold.ended).length;
    after = due.at(-1) ?? null;
    if (due.length < batchSize) return total;
  }
}

/** Counters are wrong only because of a bug, so the log names the draws in which to look for it. */
function logStuckHolds(due: DueHold[]): void {
  const stuck = due.filter((hold) => !hold.ended);
  if (stuck.length === 0) return;
  const draws = [...new Set(stuck.map((hold) => hold.drawId))].join(", ");
  logFailure(`${stuck.length} expired holds still keep their tickets.`, `Wrong pool counters in ${draws}.`);
}
