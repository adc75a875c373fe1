import type { AuditActor } from "@/lib/audit/rules";
import type { UnfitReason } from "@/lib/draws/account/rules";
import { findMoneyMismatch } from "@/lib/draws/account/rules";
import type { Approval, ChargeOutcome } from "@/lib/gateways/payment/port";
import type { OrderStatus, StatusRefusal } from "@/lib/orders/rules";
import { getStatusAt, getStatusRefusal, isBeingPaid } from "@/lib/orders/rules";
import type { AttemptState } from "@/lib/orders/rules.payment";
import { toCodeColumns } from "@/lib/orders/rules.providers";
import type { ScheduledAttempt } from "@/lib/payments/reconcile/rules";
import { computeNextLookupAt, isMissing, reconcileSchedule } from "@/lib/payments/reconcile/rules";

/** `reversed`: returned at the gateway since its capture. `not-made`: stated by the person in `decidedBy`. */
export type Outcome = (
  | ChargeOutcome
  | { kind: "reversed"; transactionId: string }
  | { kind: "not-found"; lookedUpAt: Date }
  | { kind: "not-made" }
) & { decidedBy?: AuditActor };

export type SettlementState = {
  attempt: { state: AttemptState; amountCents: number; sentAt: Date; missedAt: Date | null; reason: string | null };
  order: { status: OrderStatus };
  mode: Mode;
};

type Mode = Parameters<typeof findMoneyMismatch>[1];

/** Captured money is refunded if its account or amount isn't the requested one. */
export type PaymentMismatch = UnfitReason | "amount-mismatch";

/**
 * `finalize` and `finalize-late` issue numbers, the latter only while the draw sells. `look-up-again` keeps the order
 * with its attempt. `mark-missing` releases it, after a second lookup that found nothing.
 */
export type SettlementStep =
  | "ignore"
  | "finalize"
  | "finalize-late"
  | "refund"
  | "decline-and-release"
  | "decline"
  | "look-up-again"
  | "mark-missing";

export const reversalReason = "payment-returned";

export function isOpenState(state: AttemptState): boolean {
  return state === "sent" || state === "unknown";
}

/**
 * The amount must agree, the currency be Canadian dollars, and the money be real in live mode and play money in others
 * (decision 024).
 */
export function findPaymentMismatch(
  { amountCents, currency = "CAD", money }: Approval,
  attempt: { amountCents: number },
  mode: Mode,
): PaymentMismatch | null {
  if (currency !== "CAD") return "currency-mismatch";
  return findMoneyMismatch(money, mode) ?? (amountCents === attempt.amountCents ? null : "amount-mismatch");
}

function chooseCaptureStep({ attempt, order, mode }: SettlementState, approval: Approval): SettlementStep {
  if (attempt.state === "approved" || attempt.state === "surplus" || attempt.reason === reversalReason) return "ignore";
  if (findPaymentMismatch(approval, attempt, mode)) return "refund";
  if (isBeingPaid(order.status)) return isOpenState(attempt.state) ? "finalize" : "refund";
  return order.status === "finalized" || order.status === "refunded" ? "refund" : "finalize-late";
}

/**
 * Decides alike for an answer and a lookup. Money of an open attempt is never late, because the sale was checked when
 * the attempt was sent.
 */
export function chooseStep(state: SettlementState, outcome: Outcome): SettlementStep {
  const { attempt } = state;
  // An admin's statement counts only while the gateway's outcome is unknown.
  if (outcome.decidedBy && !isOpenState(attempt.state)) return "ignore";
  if (outcome.kind === "approved") return chooseCaptureStep(state, outcome);
  if (!isOpenState(attempt.state)) {
    const isOver = outcome.kind === "refused" || outcome.kind === "reversed";
    return attempt.state === "missing" && isOver ? "decline" : "ignore";
  }
  if (outcome.kind === "refused" || outcome.kind === "reversed") return "decline-and-release";
  if (outcome.kind === "unknown") return "look-up-again";
  if (outcome.kind === "not-made") return "mark-missing";
  return isMissing(attempt, outcome.lookedUpAt) ? "mark-missing" : "look-up-again";
}

export type AttemptToSettle = ScheduledAttempt & { missedAt: Date | null };

/** An attempt that may have been paid despite the refusal becomes `missing`, so that it is looked up. */
export function createRefusalUpdate(attempt: Pick<AttemptToSettle, "state">, outcome: Outcome, now: Date) {
  const refused = outcome.kind === "refused" ? outcome : null;
  const mayHavePaid = refused?.mayHavePaid === true && isOpenState(attempt.state);
  const state: AttemptState = mayHavePaid ? "missing" : "declined";
  return {
    state,
    reason: refused?.reason ?? reversalReason,
    gatewayTransactionId: outcome.kind === "reversed" ? outcome.transactionId : (refused?.transactionId ?? null),
    ...toCodeColumns(refused?.code ?? null),
    answeredAt: now,
    lookupAt: mayHavePaid ? new Date(now.getTime() + reconcileSchedule.firstDelayMs) : null,
  };
}

export type RefusalUpdate = ReturnType<typeof createRefusalUpdate>;

export function getRefusalAction({ state }: Pick<RefusalUpdate, "state">): "payment-missing" | "payment-declined" {
  return state === "missing" ? "payment-missing" : "payment-declined";
}

/** Schedules an early lookup if there was none yet. */
export function createPendingUpdate(attempt: AttemptToSettle, outcome: Outcome, now: Date) {
  const missed = outcome.kind === "not-found" && !attempt.missedAt ? { missedAt: outcome.lookedUpAt } : {};
  const code = outcome.kind === "unknown" && outcome.code !== null ? toCodeColumns(outcome.code) : {};
  const isFirst = attempt.state === "sent" && attempt.checkCount === 0;
  const soon = isFirst ? { lookupAt: new Date(now.getTime() + reconcileSchedule.firstDelayMs) } : {};
  return { state: "unknown" as const, ...missed, ...code, ...soon };
}

export function createMissingUpdate(attempt: AttemptToSettle, now: Date) {
  return { state: "missing" as const, lookupAt: computeNextLookupAt({ ...attempt, state: "missing" }, now, true) };
}

/** An order has at most one cash payment. */
export const cashMethod = "cash";

/** Amounts in cents. `givenCents` is null if the cash received wasn't entered. */
export type CashSale = {
  order: { status: OrderStatus; expiresAt: Date; amountCents: number; hasBuyer: boolean };
  isOnSale: boolean;
  allowsCash: boolean;
  allowsAnonymous: boolean;
  givenCents: number | null;
};

export type NoCashReason =
  | StatusRefusal["reason"]
  | (
      | "not-on-sale"
      | "order-not-found"
      | "cash-taken-elsewhere"
      | "cash-not-accepted"
      | "buyer-required"
      | "cash-too-little"
    );

export function findNoCashReason(sale: CashSale, now: Date): NoCashReason | null {
  const { order, isOnSale, givenCents } = sale;
  const status = getStatusAt(order, now);
  if (status !== "reserved") return getStatusRefusal(status);
  if (!isOnSale) return "not-on-sale";
  if (!sale.allowsCash) return "cash-not-accepted";
  if (!order.hasBuyer && !sale.allowsAnonymous) return "buyer-required";
  return givenCents !== null && givenCents < order.amountCents ? "cash-too-little" : null;
}

export function isOwnCash(attempt: { method: string; deviceId: string | null }, deviceId: string | null): boolean {
  return attempt.method === cashMethod && attempt.deviceId !== null && attempt.deviceId === deviceId;
}

export function computeCashChange(amountCents: number, givenCents: number | null): number | null {
  return givenCents === null ? null : givenCents - amountCents;
}
