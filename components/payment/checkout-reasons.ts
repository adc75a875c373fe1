import type { PaymentMethod } from "@/lib/orders/rules.methods";
import type { RefusalReason } from "@/lib/platform/http/reasons";

/** Why something did not go through: a refusal of the server, or what only the browser can know. */
export type CheckoutReason =
  | RefusalReason
  | "unreachable"
  | "apple-pay-cancelled"
  | "card-fields-incomplete"
  | "card-token-failed"
  | "card-token-silent"
  | "left-unpaid";

/** What a buyer pays with. */
export type OnlineMethod = Exclude<PaymentMethod, "cash">;

/** What the buyer is told, beside which part of the page, and after how long to try again where that is known. */
export type Trouble = { reason: CheckoutReason; about: OnlineMethod | "order"; retryAfterSeconds?: number };

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

/** Refusals after which the order is no longer there to be paid. */
export const endingReasons = new Set<CheckoutReason>([
  "order-not-found",
  "order-expired",
  "order-cancelled",
  "cash-taken-elsewhere",
  "idempotency-key-reused",
]);

/** Refusals that say that the order has gone on elsewhere: what it is now tells more than they do. */
export const movedReasons = new Set<CheckoutReason>([
  "order-finalized",
  "order-being-paid",
  "order-refunded",
  "payment-returned",
]);

/** Refusals after which the order may be paid again, by whatever means. */
const freeAgainReasons = new Set<CheckoutReason>([
  "payment-not-made",
  "payment-unavailable",
  "bank-not-answering",
  "apple-pay-token-used",
]);

/** What a page tells that lacks a part of itself, too: loading it anew may mend that. */
const mendableReasons = new Set<CheckoutReason>([
  "unreachable",
  "card-token-failed",
  "card-token-silent",
  "apple-pay-unavailable",
]);

/** True for what somebody must read before the page goes: what became of an order or a payment. */
export function mustBeRead(reason: CheckoutReason | null | undefined): boolean {
  return reason != null && !mendableReasons.has(reason);
}

/** True when a payment was tried and refused for certain. */
export function isPaymentRefusal(reason: CheckoutReason): boolean {
  return cardReasons.has(reason) || freeAgainReasons.has(reason);
}

/** The part of the page that a refusal is told beside, by what was paid with. */
export function aboutOf(reason: CheckoutReason, method: OnlineMethod): Trouble["about"] {
  if (method === "apple-pay") return "apple-pay";
  return cardReasons.has(reason) ? "card" : "order";
}
