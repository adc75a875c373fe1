import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import { drainQueue } from "@/lib/platform/jobs/drain-queue";
import { reconcileAttempt } from "./reconcile-attempt";
import { leaseFrom } from "./rules.reconcile-schedule";
import type { ClaimedAttempt } from "./store.reconcile-schedule";
import { claimAttempt } from "./store.reconcile-schedule";

type Reconciler = Pick<Context, "db" | "gateway" | "sealer" | "now" | "random" | "wait" | "mode">;

/** How many payments of one draw are asked for at once. */
const ofOneDraw = 2;

async function claimNext(ctx: Reconciler, except: string[]): Promise<ClaimedAttempt | null> {
  const now = ctx.now();
  const claim = { now, leasedUntil: leaseFrom(now), except };
  return withRetry(ctx, () => claimAttempt(ctx.db, claim));
}

/**
 * Asks the gateway what became of every attempt that is due to be asked for, and settles what it tells: numbers, a
 * decline, money that goes back, or an order that is freed once two looks found nothing. Gives how many were asked for.
 * Safe to run in several processes at once: each attempt is leased to one look.
 */
export function reconcilePayments(ctx: Reconciler): Promise<number> {
  return drainQueue(ctx, {
    ofOneDraw,
    claim: (except) => claimNext(ctx, except),
    work: (claimed) => reconcileAttempt(ctx, claimed),
    failure: "A payment could not be settled yet.",
  });
}
