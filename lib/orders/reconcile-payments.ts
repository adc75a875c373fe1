import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/db/errors";
import { readCredentials } from "@/lib/draws/read-credentials";
import { logFailure } from "@/lib/log";

import type { Look } from "./find-outcome";
import { findOutcome } from "./find-outcome";
import { nextAskAt } from "./rules.asking";
import type { AttemptState } from "./rules.captures";
import { settleAttempt } from "./settle-attempt";
import type { ClaimedAttempt } from "./store.asking";
import { claimAttempt, setAskAt } from "./store.asking";
import { readAttempt } from "./store.attempts";
import { takeTurn } from "./take-turn";

type Reconciler = Pick<Context, "db" | "gateway" | "sealer" | "now" | "random" | "wait">;

/** How many payments of one draw are asked for at once. */
const ofOneDraw = 2;

/** Longer than a look takes: three calls of 20 seconds, and the settling. */
const leaseMs = 75_000;

type Unasked = { kind: "unanswered"; reason: "no-credentials" };

async function look(ctx: Reconciler, attempt: ClaimedAttempt): Promise<Look | Unasked> {
  const credentials = await withRetry(ctx, () => readCredentials(ctx, attempt.drawId));
  return credentials ? findOutcome(ctx, credentials, attempt) : { kind: "unanswered", reason: "no-credentials" };
}

/** What stays to be asked for gets its next time; a process that dies before leaves it to the end of its lease. */
async function postpone(ctx: Reconciler, claimed: ClaimedAttempt, isAnswered: boolean): Promise<void> {
  const attempt = await withRetry(ctx, () => readAttempt(ctx.db, claimed));
  if (!attempt) return;
  const asked = { ...claimed, state: attempt.state as AttemptState };
  const askAt = nextAskAt(asked, ctx.now(), isAnswered);
  await withRetry(ctx, () => setAskAt(ctx.db, asked, askAt));
}

/** The gateway captured one number more than once: a refund of ours names a payment, not a capture of it. */
function reportRepeated({ drawId }: ClaimedAttempt, others: number): void {
  const what = `Draw ${drawId}: the invariants name it; give ${others} back at the gateway.`;
  logFailure("A payment was captured more than once.", new Error(what));
}

/** Gives false when the gateway did not answer. */
async function reconcileOne(ctx: Reconciler, claimed: ClaimedAttempt): Promise<boolean> {
  // Its process has died: the order's page says so while the gateway is asked.
  if (claimed.state === "sent") await settleAttempt(ctx, claimed, { kind: "unknown", code: null });
  const looked = await look(ctx, claimed);
  if (looked.kind === "answered") await settleAttempt(ctx, claimed, looked.outcome);
  await postpone(ctx, claimed, looked.kind === "answered");
  if (looked.kind === "answered") {
    if (looked.others > 0) reportRepeated(claimed, looked.others);
    return true;
  }
  logFailure("A payment could not be asked for.", new Error(`Draw ${claimed.drawId}: ${looked.reason}.`));
  return looked.reason === "unclear";
}

async function claimNext(ctx: Reconciler, except: string[]): Promise<ClaimedAttempt | null> {
  const now = ctx.now();
  const claim = { now, leasedUntil: new Date(now.getTime() + leaseMs), except };
  return withRetry(ctx, () => claimAttempt(ctx.db, claim));
}

/**
 * Asks the gateway what became of every attempt that is due to be asked for, and settles what it tells: numbers, a
 * decline, money that goes back, or an order that is freed once two looks found nothing. Gives how many were asked for.
 * Safe to run in several processes at once: each attempt is leased to one look.
 */
export function reconcilePayments(ctx: Reconciler): Promise<number> {
  return takeTurn(ctx, {
    ofOneDraw,
    claim: (except) => claimNext(ctx, except),
    work: (claimed) => reconcileOne(ctx, claimed),
    failure: "A payment could not be settled yet.",
  });
}
