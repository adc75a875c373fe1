import type { AttemptState } from "@/lib/orders/rules.attempts";
import { codeColumnsOf } from "@/lib/orders/rules.providers";
import type { ScheduledAttempt } from "./rules.reconcile-schedule";
import { nextAskAt, reconcileSchedule } from "./rules.reconcile-schedule";
import type { Outcome } from "./rules.settlement";
import { isOpenState, reversalReason } from "./rules.settlement";

/** What decides how an outcome changes an attempt. */
export type ChangedAttempt = ScheduledAttempt & { missedAt: Date | null };

/** An attempt that ends without money. It is looked up like a missing one if its refusal may have paid all the same. */
export function refusedAttempt(attempt: Pick<ChangedAttempt, "state">, outcome: Outcome, now: Date) {
  const refused = outcome.kind === "refused" ? outcome : null;
  const mayHavePaid = refused?.mayHavePaid === true && isOpenState(attempt.state);
  const state: AttemptState = mayHavePaid ? "missing" : "declined";
  return {
    state,
    reason: refused?.reason ?? reversalReason,
    gatewayTransactionId: outcome.kind === "given-back" ? outcome.transactionId : (refused?.transactionId ?? null),
    ...codeColumnsOf(refused?.code ?? null),
    answeredAt: now,
    askAt: mayHavePaid ? new Date(now.getTime() + reconcileSchedule.firstMs) : null,
  };
}

/** What an attempt is that ended without money. */
export type RefusedAttempt = ReturnType<typeof refusedAttempt>;

/** What is recorded about it. A token that was already spent is looked up like a payment with an unknown outcome. */
export function refusalActionOf({ state }: Pick<RefusedAttempt, "state">): "payment-missing" | "payment-declined" {
  return state === "missing" ? "payment-missing" : "payment-declined";
}

/** An attempt that waits for an outcome. One that hasn't been looked up yet is looked up soon. */
export function waitingAttempt(attempt: ChangedAttempt, outcome: Outcome, now: Date) {
  const missed = outcome.kind === "not-found" && !attempt.missedAt ? { missedAt: outcome.askedAt } : {};
  const code = outcome.kind === "unknown" && outcome.code !== null ? codeColumnsOf(outcome.code) : {};
  const isFirst = attempt.state === "sent" && attempt.checkCount === 0;
  const soon = isFirst ? { askAt: new Date(now.getTime() + reconcileSchedule.firstMs) } : {};
  return { state: "unknown" as const, ...missed, ...code, ...soon };
}

/** An attempt that two lookups didn't find: it is still looked up, rarely. */
export function missingAttempt(attempt: ChangedAttempt, now: Date) {
  return { state: "missing" as const, askAt: nextAskAt({ ...attempt, state: "missing" }, now, true) };
}
