import type { AuditActor } from "@/lib/audit/rules";
import type { UnfitAccount } from "@/lib/draws/account/rules";
import { unfitMoney } from "@/lib/draws/account/rules";
import type { Approval, ChargeOutcome } from "@/lib/gateways/payment/gateway";
import type { OrderStatus } from "@/lib/orders/rules";
import { isBeingPaid } from "@/lib/orders/rules";
import type { AttemptState } from "@/lib/orders/rules.attempts";
import { isMissing } from "./rules.reconcile-schedule";

/**
 * What was learnt of an attempt, by the answer to its charge or by asking. `given-back`: captured, and returned or
 * voided at the gateway by somebody since. `not-found`: the gateway knew no money of it when a look was begun at
 * `askedAt`. `not-made`: a person says so. `statedBy` is who stated it where no gateway did.
 */
export type Outcome = (
  | ChargeOutcome
  | { kind: "given-back"; transactionId: string }
  | { kind: "not-found"; askedAt: Date }
  | { kind: "not-made" }
) & { statedBy?: AuditActor };

/** What decides how an outcome is recorded. */
export type SettlementFacts = {
  attempt: { state: AttemptState; amountCents: number; sentAt: Date; missedAt: Date | null; reason: string | null };
  order: { status: OrderStatus };
  mode: Mode;
};

type Mode = Parameters<typeof unfitMoney>[1];

/** Why captured money isn't what was requested, judged only by its account or amount: it is refunded. */
export type Misfit = UnfitAccount | "amount-mismatch";

/**
 * How an outcome is recorded: `finalize` and `late` issue numbers, `late` only while the draw still sells and has
 * tickets left; `surplus` refunds all of the money; `release` returns the order to its buyer; `decline` ends an attempt
 * whose order was released before; `wait` changes nothing and schedules another lookup; `miss` records the first lookup
 * that found nothing, `free` acts on the second.
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

/** Reason of an attempt whose money someone refunded at the gateway. */
export const reversalReason = "payment-returned";

/** Whether the outcome of an attempt isn't known yet. */
export function isOpenState(state: AttemptState): boolean {
  return state === "sent" || state === "unknown";
}

/**
 * Why an approval isn't what was requested, as far as the gateway says; null if it is. Orders are priced in Canadian
 * dollars; play money sells nothing in live mode, real money nothing in the others (decision 024).
 */
export function misfitOf(
  { amountCents, currency = "CAD", money }: Approval,
  asked: { amountCents: number },
  mode: Mode,
): Misfit | null {
  if (currency !== "CAD") return "currency-mismatch";
  return unfitMoney(money, mode) ?? (amountCents === asked.amountCents ? null : "amount-mismatch");
}

function stepOfCapture({ attempt, order, mode }: SettlementFacts, approval: Approval): SettlementStep {
  if (attempt.state === "approved" || attempt.state === "surplus" || attempt.reason === reversalReason) return "keep";
  if (misfitOf(approval, attempt, mode)) return "surplus";
  if (isBeingPaid(order.status)) return isOpenState(attempt.state) ? "finalize" : "surplus";
  return order.status === "finalized" || order.status === "refunded" ? "surplus" : "late";
}

/**
 * Decides how an outcome is recorded. The moment of sale of an open attempt was good when it was sent, so its money
 * becomes numbers whatever the time; money of an attempt that was settled otherwise before is late.
 */
export function stepOf(facts: SettlementFacts, outcome: Outcome): SettlementStep {
  const { attempt } = facts;
  // A person's statement counts while the outcome is unknown: of two that contradict each other, the first.
  if (outcome.statedBy && !isOpenState(attempt.state)) return "keep";
  if (outcome.kind === "approved") return stepOfCapture(facts, outcome);
  if (!isOpenState(attempt.state)) {
    const isOver = outcome.kind === "refused" || outcome.kind === "given-back";
    return attempt.state === "missing" && isOver ? "decline" : "keep";
  }
  if (outcome.kind === "refused" || outcome.kind === "given-back") return "release";
  if (outcome.kind === "unknown") return "wait";
  if (outcome.kind === "not-made") return "free";
  return isMissing(attempt, outcome.askedAt) ? "free" : "miss";
}
