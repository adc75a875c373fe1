import { hourMs } from "@/lib/durations";
import type { PaymentGateway, RefundablePayment, RefundKind, RefundRefusal } from "@/lib/gateways/payment/port";
import { toCents, toDollars } from "@/lib/money";

import type { OrderStatus, OrderView, RefundView } from "./rules";
import type { AttemptMethod } from "./rules.payment";

/** Defined in docs/design.md, Refund states. A `refused` refund returned no money. */
export type RefundState = "pending" | "sent" | "unknown" | "done" | "refused";

/**
 * `surplus` returns money that couldn't become numbers, `verification` a payment that verified Apple Pay, `cancelled`
 * that of a draw that was cancelled.
 */
export type RefundCause = "requested" | "surplus" | "verification" | "cancelled";

/** A closed list, because the sealed audit log keeps the reason and must not contain text about a buyer. */
export const requestReasons = [
  "buyer-asked",
  "duplicate",
  "wrong-order",
  "not-eligible",
  "draw-changed",
  "other",
] as const;

export type RequestReason = (typeof requestReasons)[number];

export type RefundMethod = RefundKind | "cash";

export type Requester = "admin" | "device" | "system";

/** The gateway's refusal, or `refund-missing` if two lookups didn't find the refund. */
export type RefundReason = RefundRefusal | "refund-missing";

/** The process that claimed a refund may send it for this long. */
export const refundDeadlineMs = 30_000;

/** Then another process looks the refund up. Longer than the three calls of 20 seconds that sending may take. */
export const refundLeaseMs = 75_000;

/** The call that requested a refund may send it for this long; then a job does. */
export const refundHeadStartMs = 10_000;

export const firstLookupDelayMs = 10_000;

/**
 * A refund counts as missing if one lookup before and one after this time found nothing (docs/design.md, Refund
 * states).
 */
export const refundGracePeriodMs = 15 * 60_000;

/** After this many attempts to refund the same money, a failure is logged as an error, because an admin must act. */
export const maxRefundAttempts = 8;

/** Refund numbers end in two digits. 51 to 99 are for payments whose order was lost in a restore. */
export const maxRefunds = 50;

/** The delay after `maxRefundAttempts` for money that is retried further, because it belongs to the buyer. */
const laterRetryDelayMs = 12 * 60 * 60_000;

export function isOpenRefund({ state }: { state: RefundState }): boolean {
  return toRefundState(state) === "under-way";
}

/** Requested by the job that returns the money of a cancelled draw. */
export function wasCancelled({ cause }: { cause: RefundCause }): boolean {
  return cause === "cancelled";
}

export function toRefundState(state: RefundState): RefundView["state"] {
  return state === "done" || state === "refused" ? state : "under-way";
}

/** In cents. Leaves out refunds without lines: surplus money was never part of the order's amount. */
export function sumRefundedLines(
  refunds: readonly { state: RefundState; lineNumbers: readonly number[]; amountCents: number }[],
): number {
  return refunds.reduce(
    (sum, { state, lineNumbers, amountCents }) =>
      state === "done" && lineNumbers.length > 0 ? sum + amountCents : sum,
    0,
  );
}

/** An order whose lines are all refunded has the status `refunded`. `refundedCents` counts its own lines only. */
export function isPartlyRefunded({ status, refundedCents }: { status: OrderStatus; refundedCents: number }): boolean {
  return status === "finalized" && refundedCents > 0;
}

/** In dollars. Leaves out refunds without lines: surplus money was never part of the order's amount. */
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

export function getRefundDelayMs(times: number): number {
  return Math.min(hourMs, 60_000 * 2 ** Math.min(times, 10));
}

/**
 * Null if an admin must decide. `tries` includes the refused attempt. Surplus money and that of a cancelled
 * draw belong to the buyer, so they are retried, less often, as long as refund numbers are left.
 */
export function findNextAttempt(
  { method, cause }: { method: RefundMethod; cause: RefundCause },
  reason: RefundReason,
  tries: number,
): { method: RefundMethod; waitMs: number } | null {
  const isExhausted = tries >= maxRefundAttempts;
  const isBuyers = cause === "surplus" || cause === "cancelled";
  if (method === "cash" || tries >= maxRefunds || (isExhausted && !isBuyers)) return null;
  if (method === "void" && reason === "refund-not-voidable") return { method: "return", waitMs: 0 };
  const isTemporary = reason === "refund-unavailable" || reason === "refund-missing";
  if (!isTemporary) return null;
  if (isExhausted) return { method, waitMs: laterRetryDelayMs };
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

export function countAttempts(refunds: readonly RefundAttempt[], refund: RefundAttempt): number {
  return refunds.filter((other) => isSameMoney(other, refund)).length;
}

/** Surplus money whose last refund was refused. Only an admin can refund it again. */
export function findUnreturnedSurplus<Row extends RefundAttempt & { cause: RefundCause }>(
  refunds: readonly Row[],
): Row | null {
  return listLatestAttempts(refunds).find(({ cause, state }) => cause === "surplus" && state === "refused") ?? null;
}

/** In dollars. */
export function sumLineAmounts(lines: readonly { amount: number }[]): number {
  return toDollars(lines.reduce((sum, { amount }) => sum + toCents(amount), 0));
}

/** Leaves out refused attempts that were retried. */
export function listLatestAttempts<Row extends RefundAttempt>(refunds: readonly Row[]): Row[] {
  return refunds.filter((refund, index) => {
    return refund.state !== "refused" || !refunds.slice(index + 1).some((later) => isSameMoney(later, refund));
  });
}
