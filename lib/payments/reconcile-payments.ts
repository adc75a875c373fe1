import "server-only";

import pLimit from "p-limit";
import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import { drainQueue } from "@/lib/platform/jobs/drain-queue";
import { reconcileAttempt } from "./reconcile-attempt";
import { leaseFrom, matching } from "./rules.reconcile-schedule";
import { listCrowdedDraws } from "./store.matching";
import type { ClaimedAttempt } from "./store.reconcile-schedule";
import { claimAttempt } from "./store.reconcile-schedule";

type Reconciler = Pick<Context, "db" | "gateway" | "sealer" | "now" | "random" | "wait" | "mode">;

/**
 * How many payments of one draw are looked up at once, before its gateway has answered and after; and of all draws, so
 * that there is room for others beside one that has stopped answering.
 */
const limits = { ofOneDraw: 2, mostOfOneDraw: 24, atOnce: 32 };

/**
 * How many are settled at once: those of one draw wait for each other at its counters, and more of them would only take
 * connections from buyers.
 */
const settledAtOnce = 3;

/** For how long it counts which draws are crowded, in ms. */
const crowdedMs = 2000;

/** Takes the next payment, and leaves those that pages of the report may show to `matchPayments`. */
function createClaims(ctx: Reconciler): (except: string[]) => Promise<ClaimedAttempt | null> {
  let crowded: string[] = [];
  let staleAt = 0;
  return async (except) => {
    const now = ctx.now();
    if (now.getTime() >= staleAt) {
      crowded = await withRetry(ctx, () => listCrowdedDraws(ctx.db, now, matching.fewest));
      staleAt = now.getTime() + crowdedMs;
    }
    const claim = { now, leasedUntil: leaseFrom(now), except, crowded };
    return withRetry(ctx, () => claimAttempt(ctx.db, claim));
  };
}

/**
 * Looks up every due attempt at the gateway and settles what it reports: numbers, a decline, a refund, or an order
 * released after two lookups found nothing. For a draw with many, it leaves those that pages of the report may show to
 * `matchPayments`. Returns how many were looked up. Safe to run in several processes at once: each attempt is leased to
 * one lookup.
 */
export function reconcilePayments(ctx: Reconciler): Promise<number> {
  const inTurn = pLimit(settledAtOnce);
  return drainQueue(ctx, {
    ...limits,
    claim: createClaims(ctx),
    work: (claimed) => reconcileAttempt(ctx, claimed, inTurn),
    failure: "A payment could not be settled yet.",
  });
}
