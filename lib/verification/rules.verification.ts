import { toDollars } from "@/lib/money";
import type { AttemptState } from "@/lib/orders/rules.payment";
import type { RefundState } from "@/lib/orders/rules.refunds";
import { toRefundState } from "@/lib/orders/rules.refunds";

export const verificationCents = 100;

/** `reason` tells why the last attempt returned nothing. */
export type VerificationRefund = { state: "under-way" | "done" | "refused"; reason: string | null };

/**
 * `amount` is in dollars, `sentAt` in ISO. `asking` while there is no answer yet. `missing` if a lookup found no such
 * payment.
 */
export type VerificationPayment = {
  instanceId: string;
  orderNumber: string;
  amount: number;
  sentAt: string;
  state: "asking" | "approved" | "declined" | "missing";
  reason: string | null;
  transactionId: string | null;
  refund: VerificationRefund | null;
};

export function isNotRefunded({ state, refund }: VerificationPayment): boolean {
  return state === "approved" && (refund === null || refund.state === "refused");
}

type VerificationAttempt = {
  drawId: string;
  gatewayOrderNumber: string;
  amountCents: number;
  capturedCents: number | null;
  sentAt: Date;
  state: AttemptState;
  reason: string | null;
  gatewayTransactionId: string | null;
};

type LatestRefund = { state: RefundState; reason: string | null };

/** Numbers of verifications have this prefix (docs/design.md, Apple Pay order numbers). */
export function isVerificationNumber(orderNumber: string): boolean {
  return orderNumber.startsWith("AP-");
}

function toPaymentState(state: AttemptState): VerificationPayment["state"] {
  if (state === "declined" || state === "missing") return state;
  return state === "sent" || state === "unknown" ? "asking" : "approved";
}

function toRefund(latest: LatestRefund | undefined): VerificationRefund | null {
  return latest ? { state: toRefundState(latest.state), reason: latest.reason } : null;
}

/** `refunds` are in order, the earliest first. */
export function toVerificationPayment({
  attempt,
  refunds,
}: {
  attempt: VerificationAttempt;
  refunds: readonly LatestRefund[];
}): VerificationPayment {
  return {
    instanceId: attempt.drawId,
    orderNumber: attempt.gatewayOrderNumber,
    amount: toDollars(attempt.capturedCents ?? attempt.amountCents),
    sentAt: attempt.sentAt.toISOString(),
    state: toPaymentState(attempt.state),
    reason: attempt.reason,
    transactionId: attempt.gatewayTransactionId,
    refund: toRefund(refunds.at(-1)),
  };
}
