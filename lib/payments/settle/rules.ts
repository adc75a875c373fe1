import type { AuditActor } from "@/lib/audit/rules";
import type { UnfitAccount } from "@/lib/draws/account/rules";
import { unfitMoney } from "@/lib/draws/account/rules";
import type { Approval, ChargeOutcome } from "@/lib/gateways/payment/gateway";
import type { OrderStatus, StatusRefusal } from "@/lib/orders/rules";
import { isBeingPaid, refusalOfStatus, statusAt } from "@/lib/orders/rules";
import type { AttemptState } from "@/lib/orders/rules.payment";
import { codeColumnsOf } from "@/lib/orders/rules.providers";
import type { ScheduledAttempt } from "@/lib/payments/reconcile/rules";
import { isMissing, nextAskAt, reconcileSchedule } from "@/lib/payments/reconcile/rules";

/**
 * What was learnt of an attempt, by the answer to its charge or by asking. `given-back`: captured, and returned or
 * voided at the gateway by somebody since. `not-found`: the gateway knew no money of it when a look was begun at
 * `askedAt`. `not-made`: a person says so. `decidedBy` is who stated it where no gateway did.
 */
export type Outcome = (
  | ChargeOutcome
  | { kind: "given-back"; transactionId: string }
  | { kind: "not-found"; askedAt: Date }
  | { kind: "not-made" }
) & { decidedBy?: AuditActor };

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

export function isOpenState(state: AttemptState): boolean {
  return state === "sent" || state === "unknown";
}

/**
 * Why an approval isn't what was requested, as far as the gateway says; null if it is. Orders are priced in Canadian
 * dollars; play money sells nothing in live mode, real money nothing in the others (decision 024).
 */
export function misfitOf(
  { amountCents, currency = "CAD", money }: Approval,
  attempt: { amountCents: number },
  mode: Mode,
): Misfit | null {
  if (currency !== "CAD") return "currency-mismatch";
  return unfitMoney(money, mode) ?? (amountCents === attempt.amountCents ? null : "amount-mismatch");
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
  if (outcome.decidedBy && !isOpenState(attempt.state)) return "keep";
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

/** How a cash payment is marked among the attempts; an order has one at most. */
export const cashMethod = "cash";

/** What decides whether cash can be taken; amounts in cents, `givenCents` null if the cash given wasn't entered. */
export type CashFacts = {
  order: { status: OrderStatus; expiresAt: Date; amountCents: number; hasBuyer: boolean };
  /** Whether the draw and every pool of the order sell now. */
  sells: boolean;
  /** Whether the draw takes cash, and whether it takes it without a buyer's name. */
  allowsCash: boolean;
  allowsAnonymous: boolean;
  givenCents: number | null;
};

/** Why no cash may be taken; `not-on-sale` is for the draw to explain. */
export type CashStop =
  | StatusRefusal["reason"]
  | (
      | "not-on-sale"
      | "order-not-found"
      | "cash-taken-elsewhere"
      | "cash-not-accepted"
      | "buyer-required"
      | "cash-too-little"
    );

export function whyNoCash(facts: CashFacts, now: Date): CashStop | null {
  const { order, sells, givenCents } = facts;
  const status = statusAt(order, now);
  if (status !== "reserved") return refusalOfStatus(status);
  if (!sells) return "not-on-sale";
  if (!facts.allowsCash) return "cash-not-accepted";
  if (!order.hasBuyer && !facts.allowsAnonymous) return "buyer-required";
  return givenCents !== null && givenCents < order.amountCents ? "cash-too-little" : null;
}

/** True for cash that lies in the drawer of this device: what it took itself. */
export function isOwnCash(attempt: { method: string; deviceId: string | null }, deviceId: string | null): boolean {
  return attempt.method === cashMethod && attempt.deviceId !== null && attempt.deviceId === deviceId;
}

/** The change handed to the buyer; null if the cash given wasn't entered. */
export function cashChangeOf(amountCents: number, givenCents: number | null): number | null {
  return givenCents === null ? null : givenCents - amountCents;
}
