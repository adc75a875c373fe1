import { hourMs } from "@/lib/durations";
import type { PaymentGateway, RefundablePayment, RefundKind, RefundRefusal } from "@/lib/gateways/payment/port";
import { toCents, toDollars } from "@/lib/money";

import type { OrderView, RefundView } from "./rules";
import type { AttemptMethod } from "./rules.payment";

/** See docs/design.md, Refund states. `refused` is an attempt that gave nothing back. */
export type RefundState = "pending" | "sent" | "unknown" | "done" | "refused";

/** `surplus` is money that couldn't become numbers. `verification` was paid to verify Apple Pay. */
export type RefundCause = "requested" | "surplus" | "verification";

/** Why an admin asks for a refund. The sealed audit log keeps it, so it is a choice and no text about a buyer. */
export const requestReasons = [
  "buyer-asked",
  "duplicate",
  "wrong-order",
  "not-eligible",
  "draw-changed",
  "other",
] as const;

export type RequestReason = (typeof requestReasons)[number];

/** A void, a return to the card, or cash. */
export type RefundMethod = RefundKind | "cash";

export type Requester = "admin" | "device" | "system";

/** The gateway's refusal, or `refund-missing` if two lookups did not find the refund. */
export type RefundReason = RefundRefusal | "refund-missing";

/** How long the process that took a refund may still send it. */
export const refundDeadlineMs = 30_000;

/** Longer than the three calls of 20 seconds that sending takes. Then another process looks the refund up. */
export const refundLeaseMs = 75_000;

/** A job sends a refund only after its own call has had this time. */
export const refundHeadStartMs = 10_000;

/** A refund whose answer was lost is first looked up after this. */
export const firstLookupDelayMs = 10_000;

/** A refund that is not found by then and by a second lookup is given up (docs/design.md, Refund states). */
export const refundGracePeriodMs = 15 * 60_000;

/** After this many attempts for the same money, a failure is logged for a person. */
export const maxRefundAttempts = 8;

/** Refund numbers end in two digits. 51 to 99 are for payments that were lost with the order in a restore. */
export const maxRefunds = 50;

/** A refund that nobody requested must be made, so it is retried even after a person was told. */
const surplusRetryDelayMs = 12 * 60 * 60_000;

export function toRefundState(state: RefundState): RefundView["state"] {
  return state === "done" || state === "refused" ? state : "under-way";
}

/** In dollars, for the order's own lines. Money without lines found no tickets and was never part of the amount. */
export function sumRefunds({ amount, refunds }: Pick<OrderView, "amount" | "refunds">) {
  const cents = refunds.map((one) => (one.state === "done" && one.lines > 0 ? toCents(one.amount) : 0));
  const sum = cents.reduce((total, one) => total + one, 0);
  return { refunded: toDollars(sum), left: toDollars(toCents(amount) - sum) };
}

export function chooseRefundMethod(
  gateway: Pick<PaymentGateway, "chooseRefundKind">,
  payment: RefundablePayment & { method: AttemptMethod },
  amountCents: number,
  now: Date,
): RefundMethod {
  return payment.method === "cash" ? "cash" : gateway.chooseRefundKind(payment, amountCents, now);
}

/** The pause doubles with each try. */
export function getRefundDelayMs(times: number): number {
  return Math.min(hourMs, 60_000 * 2 ** Math.min(times, 10));
}

/**
 * Null if a person must decide. `tries` includes the refused one. A surplus was promised back to its buyer, so it is
 * retried, less often, as long as the gateway may accept it.
 */
export function findNextAttempt(
  { method, cause }: { method: RefundMethod; cause: RefundCause },
  reason: RefundReason,
  tries: number,
): { method: RefundMethod; waitMs: number } | null {
  const isExhausted = tries >= maxRefundAttempts;
  if (method === "cash" || tries >= maxRefunds || (isExhausted && cause !== "surplus")) return null;
  if (method === "void" && reason === "refund-not-voidable") return { method: "return", waitMs: 0 };
  const isTemporary = reason === "refund-unavailable" || reason === "refund-missing";
  if (!isTemporary) return null;
  if (isExhausted) return { method, waitMs: surplusRetryDelayMs };
  return { method, waitMs: reason === "refund-missing" ? 0 : getRefundDelayMs(tries) };
}

export type RefundAttempt = {
  gatewayOrderNumber: string;
  lineNumbers: number[];
  refundNumber: string;
  state: RefundState;
};

export function isSameMoney(left: RefundAttempt, right: RefundAttempt): boolean {
  return left.gatewayOrderNumber === right.gatewayOrderNumber && left.lineNumbers.join() === right.lineNumbers.join();
}

/** Attempts to refund the same money. */
export function countAttempts(refunds: readonly RefundAttempt[], refund: RefundAttempt): number {
  return refunds.filter((other) => isSameMoney(other, refund)).length;
}

/** Finds surplus money whose last refund was refused, so that only an admin can deal with it. */
export function findUnreturnedSurplus<Row extends RefundAttempt & { cause: RefundCause }>(
  refunds: readonly Row[],
): Row | null {
  return listLatestAttempts(refunds).find(({ cause, state }) => cause === "surplus" && state === "refused") ?? null;
}

/** In dollars. */
export function sumLineAmounts(lines: readonly { amount: number }[]): number {
  return toDollars(lines.reduce((sum, { amount }) => sum + toCents(amount), 0));
}

/** Leaves out refused attempts that another one followed. */
export function listLatestAttempts<Row extends RefundAttempt>(refunds: readonly Row[]): Row[] {
  return refunds.filter((refund, index) => {
    return refund.state !== "refused" || !refunds.slice(index + 1).some((later) => isSameMoney(later, refund));
  });
}
