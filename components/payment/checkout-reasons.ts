import type { PaymentMethod } from "@/lib/orders/rules.payment";
import type { RefusalReason } from "@/lib/platform/http/reasons";

export type CheckoutReason =
  | RefusalReason
  | "unreachable"
  | "apple-pay-cancelled"
  | "card-fields-incomplete"
  | "card-token-failed"
  | "card-token-silent"
  | "left-unpaid";

export type OnlineMethod = Exclude<PaymentMethod, "cash">;

export type CheckoutRefusal = { reason: CheckoutReason; about: OnlineMethod | "order"; retryAfterSeconds?: number };

const cardReasons = new Set<CheckoutReason>([
  "declined",
  "card-number-invalid",
  "card-expiry-invalid",
  "card-security-code-wrong",
  "card-type-unsupported",
  "card-details-expired",
  "card-authentication-required",
  "payment-details-invalid",
  "too-many-declines",
  "card-fields-incomplete",
  "card-token-failed",
  "card-token-silent",
]);

export const endingReasons = new Set<CheckoutReason>([
  "order-not-found",
  "order-expired",
  "order-cancelled",
  "cash-taken-elsewhere",
  "idempotency-key-reused",
]);

/** The order was changed elsewhere, so its page shows the new state. */
export const changedElsewhereReasons = new Set<CheckoutReason>([
  "order-finalized",
  "order-being-paid",
  "order-refunded",
  "payment-returned",
]);

const retryReasons = new Set<CheckoutReason>([
  "payment-not-made",
  "payment-unavailable",
  "bank-not-answering",
  "apple-pay-token-used",
]);

/** A reload may help, because parts of the page may not have loaded. */
const reloadableReasons = new Set<CheckoutReason>([
  "unreachable",
  "card-token-failed",
  "card-token-silent",
  "apple-pay-unavailable",
]);

export function requiresReading(reason: CheckoutReason | null | undefined): boolean {
  return reason != null && !reloadableReasons.has(reason);
}

export function isPaymentRefusal(reason: CheckoutReason): boolean {
  return cardReasons.has(reason) || retryReasons.has(reason);
}

export function getRefusalSubject(reason: CheckoutReason, method: OnlineMethod): CheckoutRefusal["about"] {
  if (method === "apple-pay") return "apple-pay";
  return cardReasons.has(reason) ? "card" : "order";
}
