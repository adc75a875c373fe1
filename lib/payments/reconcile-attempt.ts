import "server-only";

import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/read-credentials";
import type { AttemptState } from "@/lib/orders/rules.attempts";
import type { AttemptRow } from "@/lib/orders/store.attempts";
import { withRetry } from "@/lib/platform/db/errors";
import { inScopeOf, logFailure, logLine } from "@/lib/platform/server/log";
import type { Look } from "./find-outcome";
import { findOutcome } from "./find-outcome";
import { nextAskAt } from "./rules.reconcile-schedule";
import type { Outcome } from "./rules.settlement";
import { settleAttempt } from "./settle-attempt";
import { forgetCharge } from "./store.outages";
import type { ClaimedAttempt } from "./store.reconcile-schedule";
import { setAskAt } from "./store.reconcile-schedule";

type Reconciler = Pick<Context, "db" | "gateway" | "sealer" | "now" | "random" | "wait" | "mode">;

type Unasked = { kind: "unanswered"; reason: "no-credentials" };

async function look(ctx: Reconciler, attempt: ClaimedAttempt): Promise<Look | Unasked> {
  const credentials = await withRetry(ctx, () => readCredentials(ctx, attempt.drawId));
  return credentials ? findOutcome(ctx, credentials, attempt) : { kind: "unanswered", reason: "no-credentials" };
}

/** What still has to be looked up gets its next time; if the process dies before that, its lease must end first. */
async function postpone(ctx: Reconciler, asked: ClaimedAttempt, isAnswered: boolean): Promise<void> {
  const askAt = nextAskAt(asked, ctx.now(), isAnswered);
  await withRetry(ctx, () => setAskAt(ctx.db, asked, askAt));
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
  let known: Pick<AttemptRow, "state" | "missedAt"> = claimed;
  if (claimed.state === "sent") {
    await withRetry(ctx, () => forgetCharge(ctx.db, claimed));
    known = await settle({ kind: "unknown", code: null });
  }
  const looked = await look(ctx, claimed);
  if (looked.kind === "answered") known = await settle(looked.outcome);
  const { state, missedAt } = known;
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
  return inScopeOf(claimed.openedBy, () => reconcile(ctx, claimed, inTurn));
}
