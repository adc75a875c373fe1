import "server-only";

import type { Context } from "@/lib/context";
import type { Database } from "@/lib/db/database";
import { logFailure } from "@/lib/log";
import type { Approval } from "@/lib/payments/gateway";

import { missingAttempt, refusedAttempt, waitingAttempt } from "./rules.attempt-changes";
import type { AttemptState } from "./rules.captures";
import type { Outcome, SettlementStep } from "./rules.settlement";
import { stepOf } from "./rules.settlement";
import type { AttemptName, AttemptRow } from "./store.attempts";
import { writeAttempt } from "./store.attempts";
import { lockVerification } from "./store.verification";

type Locked = AttemptRow & { state: AttemptState };

function approvedAttempt({ transactionId, code, amountCents }: Approval, now: Date) {
  return {
    state: "approved" as const,
    reason: null,
    gatewayTransactionId: transactionId,
    gatewayCode: code,
    capturedCents: amountCents,
    answeredAt: now,
    askAt: null,
  };
}

/** What becomes of the attempt. Its money has no order to fit: whatever amount came in, it is there to be given back. */
function changeOf(attempt: Locked, step: SettlementStep, outcome: Outcome, now: Date) {
  if (step === "keep") return null;
  if (outcome.kind === "approved") return approvedAttempt(outcome, now);
  if (step === "wait" || step === "miss") return waitingAttempt(attempt, outcome, now);
  return step === "free" ? missingAttempt(attempt, now) : refusedAttempt(attempt, outcome, now);
}

async function settle(tx: Database, name: AttemptName, outcome: Outcome, now: Date): Promise<void> {
  const found = await lockVerification(tx, name);
  if (!found) throw new Error("A verification that is to be settled cannot be read.");
  const attempt = { ...found, state: found.state as AttemptState };
  // It is its own order, which nothing but its payment can move.
  const step = stepOf({ attempt, order: { status: "paying" } }, outcome);
  const change = changeOf(attempt, step, outcome, now);
  if (!change) return;
  await writeAttempt(tx, name, attempt.state, change);
  if (step === "free") {
    logFailure("The gateway does not know a payment.", new Error(`Draw ${name.drawId}, a verification of Apple Pay.`));
  }
}

/**
 * Records what is known of a payment by which Apple Pay is verified, in one transaction. It issues nothing and moves no
 * order: approved it waits to be given back, refused it is over, unknown it is asked for as every other.
 */
export async function settleVerification(
  ctx: Pick<Context, "db" | "now">,
  name: AttemptName,
  outcome: Outcome,
): Promise<void> {
  await ctx.db.transaction((tx) => settle(tx, name, outcome, ctx.now()));
}
