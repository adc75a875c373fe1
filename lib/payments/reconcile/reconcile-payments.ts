import "server-only";
import pLimit from "p-limit";
import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import type { AttemptState } from "@/lib/orders/rules.payment";
import type { AttemptRow } from "@/lib/orders/store.attempts";
import { forgetCharge } from "@/lib/payments/pay/store.pauses";
import type { Outcome } from "@/lib/payments/settle/rules";
import { settleAttempt } from "@/lib/payments/settle/settle-attempt";
import { withRetry } from "@/lib/platform/db/errors";
import { drainQueue } from "@/lib/platform/jobs/drain-queue";
import { inRequestScope, logFailure, logLine } from "@/lib/platform/server/log";
import type { Look } from "./find-outcome";
import { findOutcome } from "./find-outcome";
import { leaseFrom, matching, nextAskAt } from "./rules";
import type { ClaimedAttempt } from "./store";
import { claimAttempt, listCrowdedDraws, setAskAt } from "./store";

type Reconciler = Pick<Context, "db" | "gateway" | "sealer" | "now" | "random" | "wait" | "mode">;

/**
 * How many payments of one draw are looked up at once, before its gateway has answered and after; and of all draws, so
 * that there is room for others beside one that has stopped answering.
 */
const limits = { perDraw: 2, maxPerDraw: 24, atOnce: 32 };

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

type Unasked = { kind: "unanswered"; reason: "no-credentials" };

async function look(ctx: Reconciler, attempt: ClaimedAttempt): Promise<Look | Unasked> {
  const credentials = await withRetry(ctx, () => readCredentials(ctx, attempt.drawId));
  return credentials ? findOutcome(ctx, credentials, attempt) : { kind: "unanswered", reason: "no-credentials" };
}

/** What still has to be looked up gets its next time; if the process dies before that, its lease must end first. */
async function postpone(ctx: Reconciler, attempt: ClaimedAttempt, isAnswered: boolean): Promise<void> {
  const askAt = nextAskAt(attempt, ctx.now(), isAnswered);
  await withRetry(ctx, () => setAskAt(ctx.db, attempt, askAt));
}

/** The gateway captured one number more than once: a refund of ours names a payment, not a capture of it. */
function reportRepeated({ drawId }: ClaimedAttempt, others: number): void {
  const what = `Draw ${drawId}: the invariants name it; give ${others} back at the gateway.`;
  logFailure("A payment was captured more than once.", what);
}

/** What was open and no longer is: the log line that links a request without an outcome to its outcome. */
function reportSettled({ drawId, state: before, checkCount }: ClaimedAttempt, state: AttemptState): void {
  const isOpen = state === "sent" || state === "unknown" || state === before;
  if (!isOpen) logLine("info", "A payment was settled by a lookup.", { drawId, state, checkCount });
}

/** Runs work when its turn comes. */
type Turnstile = <Result>(work: () => Promise<Result>) => Promise<Result>;

async function reconcile(ctx: Reconciler, claimed: ClaimedAttempt, inTurn: Turnstile): Promise<boolean> {
  const settle = (outcome: Outcome) => inTurn(() => settleAttempt(ctx, claimed, outcome, "alone"));
  // Its process has died: the order's page says so while the payment is being looked up.
  let latest: Pick<AttemptRow, "state" | "missedAt"> = claimed;
  if (claimed.state === "sent") {
    await withRetry(ctx, () => forgetCharge(ctx.db, claimed));
    latest = await settle({ kind: "unknown", code: null });
  }
  const looked = await look(ctx, claimed);
  if (looked.kind === "answered") latest = await settle(looked.outcome);
  const { state, missedAt } = latest;
  reportSettled(claimed, state);
  await postpone(ctx, { ...claimed, state, missedAt }, looked.kind === "answered");
  if (looked.kind === "answered") {
    if (looked.others > 0) reportRepeated(claimed, looked.others);
    return true;
  }
  logFailure("A payment couldn't be looked up.", `Draw ${claimed.drawId}: ${looked.reason}.`);
  return looked.reason === "unclear";
}

/**
 * Looks up an attempt that its caller has claimed, and settles what the gateway reports; otherwise schedules the next
 * lookup. It settles when `inTurn` lets it. Returns false if the gateway didn't answer.
 */
export function reconcileAttempt(
  ctx: Reconciler,
  claimed: ClaimedAttempt,
  inTurn: Turnstile = (work) => work(),
): Promise<boolean> {
  return inRequestScope(claimed.openedBy, () => reconcile(ctx, claimed, inTurn));
}
