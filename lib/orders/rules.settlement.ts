import type { Approval, ChargeOutcome } from "@/lib/payments/gateway";

import type { OrderStatus } from "./rules";
import { isBeingPaid } from "./rules";
import { isMissing } from "./rules.asking";
import type { AttemptState } from "./rules.captures";

/**
 * What was learnt of an attempt, by the answer to its charge or by asking. `given-back`: captured, and returned or voided
 * at the gateway by somebody since. `not-found`: the gateway knew no money of it when a look was begun at `askedAt`.
 */
export type Outcome =
  | ChargeOutcome
  | { kind: "given-back"; transactionId: string }
  | { kind: "not-found"; askedAt: Date };

/** What decides how an outcome is recorded. */
export type SettlementFacts = {
  attempt: { state: AttemptState; amountCents: number; sentAt: Date; missedAt: Date | null; reason: string | null };
  order: { status: OrderStatus };
};

/**
 * How an outcome is recorded: `finalize` and `late` give numbers, `late` only while the draw still sells and has tickets
 * left; `surplus` gives all of the money back; `release` gives the order back; `decline` ends an attempt whose order was
 * freed before; `wait` keeps everything and goes on asking; `miss` notes the first look that found nothing, `free` acts
 * on the second.
 */
export type SettlementStep =
  | "keep"
  | "finalize"
  | "late"
  | "surplus"
  | "release"
  | "decline"
  | "wait"
  | "miss"
  | "free";

/** Reason of an attempt whose money was given back at the gateway by somebody. */
export const givenBackReason = "payment-returned";

/** Whether nobody knows yet what became of an attempt. */
export function isOpenState(state: AttemptState): boolean {
  return state === "sent" || state === "unknown";
}

/** Whether exactly what was asked for came in, as far as the gateway says: orders are priced in Canadian dollars. */
export function isAsAsked({ amountCents, currency = "CAD" }: Approval, asked: { amountCents: number }): boolean {
  return amountCents === asked.amountCents && currency === "CAD";
}

function stepOfCapture({ attempt, order }: SettlementFacts, approval: Approval): SettlementStep {
  if (attempt.state === "approved" || attempt.state === "surplus" || attempt.reason === givenBackReason) return "keep";
  if (!isAsAsked(approval, attempt)) return "surplus";
  if (isBeingPaid(order.status)) return isOpenState(attempt.state) ? "finalize" : "surplus";
  return order.status === "finalized" || order.status === "refunded" ? "surplus" : "late";
}

/**
 * Decides how an outcome is recorded. The moment of sale of an open attempt was good when it was sent, so its money
 * becomes numbers whatever the time; money of an attempt that was settled otherwise before is late.
 */
export function stepOf(facts: SettlementFacts, outcome: Outcome): SettlementStep {
  const { attempt } = facts;
  if (outcome.kind === "approved") return stepOfCapture(facts, outcome);
  if (!isOpenState(attempt.state)) {
    const isOver = outcome.kind === "refused" || outcome.kind === "given-back";
    return attempt.state === "missing" && isOver ? "decline" : "keep";
  }
  if (outcome.kind === "refused" || outcome.kind === "given-back") return "release";
  if (outcome.kind === "unknown") return "wait";
  return isMissing(attempt, outcome.askedAt) ? "free" : "miss";
}
