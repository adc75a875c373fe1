import "server-only";
import pLimit from "p-limit";
import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import type { AttemptState } from "@/lib/orders/rules.payment";
import type { AttemptRow } from "@/lib/orders/store.attempts";
import { excludeFromOutages } from "@/lib/payments/pay/store.tries";
import type { Outcome } from "@/lib/payments/settle/rules";
import { settleAttempt } from "@/lib/payments/settle/settle-attempt";
import { withRetry } from "@/lib/platform/db/errors";
import { drainQueue } from "@/lib/platform/jobs/drain-queue";
import { inRequestScope, logFailure, logLine } from "@/lib/platform/server/log";
import type { LookupResult } from "./find-outcome";
import { findOutcome } from "./find-outcome";
import { computeNextLookupAt, getLeaseEnd, matchLimits } from "./rules";
import type { ClaimedAttempt } from "./store";
import { claimAttempt, listBackloggedDraws, scheduleLookup } from "./store";

type ReconcileContext = Pick<Context, "db" | "gateway" | "sealer" | "now" | "random" | "wait" | "mode">;

/**
 * Lookups at once: `concurrency` for all draws; for one draw `perDraw` until the gateway has answered, then
 * `maxPerDraw`. An account that doesn't answer thus can't delay the draws of others.
 */
const limits = { perDraw: 2, maxPerDraw: 24, concurrency: 32 };

/** Payments of one draw wait for each other's locks, so more would only take connections from buyers. */
const maxConcurrentSettlements = 3;

/** The list of draws that are left to `matchPayments` is cached for this long. */
const backlogCacheMs = 2000;

/** Skips payments that `matchPayments` will find in the gateway's report. */
function createClaims(ctx: ReconcileContext): (except: string[]) => Promise<ClaimedAttempt | null> {
  let backlogged: string[] = [];
  let staleAt = 0;
  return async (except) => {
    const now = ctx.now();
    if (now.getTime() >= staleAt) {
      backlogged = await withRetry(ctx, () => listBackloggedDraws(ctx.db, now, matchLimits.minAttempts));
      staleAt = now.getTime() + backlogCacheMs;
    }
    const claim = { now, leasedUntil: getLeaseEnd(now), except, backlogged };
    return withRetry(ctx, () => claimAttempt(ctx.db, claim));
  };
}

/** Returns the number of lookups. Safe in several processes, because each attempt is leased to one lookup. */
export function reconcilePayments(ctx: ReconcileContext): Promise<number> {
  const runLimited = pLimit(maxConcurrentSettlements);
  return drainQueue(ctx, {
    ...limits,
    claim: createClaims(ctx),
    work: (claimed) => reconcileAttempt(ctx, claimed, runLimited),
    failure: "A payment could not be settled yet.",
  });
}

type NoCredentials = { kind: "unanswered"; reason: "no-credentials" };

async function lookUp(ctx: ReconcileContext, attempt: ClaimedAttempt): Promise<LookupResult | NoCredentials> {
  const credentials = await withRetry(ctx, () => readCredentials(ctx, attempt.drawId));
  return credentials ? findOutcome(ctx, credentials, attempt) : { kind: "unanswered", reason: "no-credentials" };
}

/** If the process dies before this, the end of the lease makes the attempt due again. */
async function postpone(ctx: ReconcileContext, attempt: ClaimedAttempt, isAnswered: boolean): Promise<void> {
  const lookupAt = computeNextLookupAt(attempt, ctx.now(), isAnswered);
  await withRetry(ctx, () => scheduleLookup(ctx.db, attempt, lookupAt));
}

/** Refunds nothing, because a refund names an attempt, and these are several captures of one attempt. */
function logRepeatedCapture({ drawId }: ClaimedAttempt, others: number): void {
  const what = `Draw ${drawId}: the invariant check names it; refund ${others} at the gateway.`;
  logFailure("A payment was captured more than once.", what);
}

/** Logs under the id of the request that opened the attempt. */
function logSettlement({ drawId, state: before, checkCount }: ClaimedAttempt, state: AttemptState): void {
  const isOpen = state === "sent" || state === "unknown" || state === before;
  if (!isOpen) logLine("info", "A payment was settled by a lookup.", { drawId, state, checkCount });
}

type Limiter = <Result>(work: () => Promise<Result>) => Promise<Result>;

async function reconcile(ctx: ReconcileContext, claimed: ClaimedAttempt, runLimited: Limiter): Promise<boolean> {
  const settle = (outcome: Outcome) => runLimited(() => settleAttempt(ctx, claimed, outcome, "alone"));
  // The process that opened the attempt has died, so the order is `unknown` during the lookup.
  let latest: Pick<AttemptRow, "state" | "missedAt"> = claimed;
  if (claimed.state === "sent") {
    await withRetry(ctx, () => excludeFromOutages(ctx.db, claimed));
    latest = await settle({ kind: "unknown", code: null });
  }
  const lookup = await lookUp(ctx, claimed);
  if (lookup.kind === "answered") latest = await settle(lookup.outcome);
  const { state, missedAt } = latest;
  logSettlement(claimed, state);
  await postpone(ctx, { ...claimed, state, missedAt }, lookup.kind === "answered");
  if (lookup.kind === "answered") {
    if (lookup.others > 0) logRepeatedCapture(claimed, lookup.others);
    return true;
  }
  logFailure("A payment couldn't be looked up.", `Draw ${claimed.drawId}: ${lookup.reason}.`);
  return lookup.reason === "unclear";
}

/** Settles through `runLimited`. Returns false if the gateway didn't answer. */
export function reconcileAttempt(
  ctx: ReconcileContext,
  claimed: ClaimedAttempt,
  runLimited: Limiter = (work) => work(),
): Promise<boolean> {
  return inRequestScope(claimed.openedBy, () => reconcile(ctx, claimed, runLimited));
}
