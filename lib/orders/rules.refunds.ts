import type { PaymentGateway, RefundablePayment, RefundKind, RefundRefusal } from "@/lib/gateways/payment/gateway";
import { toCents, toDollars } from "@/lib/money";

import type { OrderView, RefundView } from "./rules";
import type { AttemptMethod } from "./rules.payment";

/** States of a refund (docs/design.md, Refund states); `refused` is a try that gave nothing back. */
export type RefundState = "pending" | "sent" | "unknown" | "done" | "refused";

/**
 * Why money is refunded: someone requested it, it was captured for an order that couldn't take it, or it was paid for a
 * verification.
 */
export type RefundCause = "requested" | "surplus" | "verification";

/** How money is refunded: the capture is voided, its money returned to the card, or cash is handed over. */
export type RefundMethod = RefundKind | "cash";

export type Requester = "admin" | "device" | "system";

/** Why a try gave nothing back: the gateway's refusal, or that it does not know it although it was asked twice. */
export type RefundReason = RefundRefusal | "refund-missing";

/** How long the process that took a refund may still send it, in ms. */
export const refundDeadlineMs = 30_000;

/**
 * When another process looks up a refund that was taken to be sent, in ms: sending it takes three calls of 20 seconds
 * at most.
 */
export const refundLeaseMs = 75_000;

/** How long a refund is left to the call that requested it, in ms, before a job sends it. */
export const refundHeadStartMs = 10_000;

/** How soon a refund whose answer was lost is looked up, in ms. */
export const firstAskMs = 10_000;

/**
 * A refund that the gateway does not know is given up after this long, in ms, at a second look (docs/design.md, Refund
 * states).
 */
export const refundMissingMs = 15 * 60_000;

/** After this many attempts to refund the same money, a failure is logged for a person. */
export const maxRefundAttempts = 8;

/**
 * The most refunds of one order: their numbers end in two digits, and 51 to 99 are those of payments that were lost
 * with it in a restore.
 */
export const maxRefunds = 50;

/**
 * How long a refund that nobody requested waits for its next attempt, in ms, after a person was told: it must be made.
 */
const patientMs = 12 * 60 * 60_000;

const hourMs = 60 * 60_000;

/** A refund's state as its buyer sees it. */
export function refundStateOf(state: RefundState): RefundView["state"] {
  return state === "done" || state === "refused" ? state : "under-way";
}

/**
 * Of an order's amount, in dollars, what was refunded of its own lines and what is left. Money without lines was never
 * a part of the amount: it was captured and found no tickets.
 */
export function refundedSum({ amount, refunds }: Pick<OrderView, "amount" | "refunds">) {
  const cents = refunds.map((one) => (one.state === "done" && one.lines > 0 ? toCents(one.amount) : 0));
  const sum = cents.reduce((total, one) => total + one, 0);
  return { refunded: toDollars(sum), left: toDollars(toCents(amount) - sum) };
}

/** How to give `amountCents` of a payment back at `now`. */
export function refundMethodOf(
  gateway: Pick<PaymentGateway, "refundKindOf">,
  payment: RefundablePayment & { method: AttemptMethod },
  amountCents: number,
  now: Date,
): RefundMethod {
  return payment.method === "cash" ? "cash" : gateway.refundKindOf(payment, amountCents, now);
}

/** How long to wait, in ms, before the `times`th lookup or attempt at the gateway: twice as long each time. */
export function refundPauseMs(times: number): number {
  return Math.min(hourMs, 60_000 * 2 ** Math.min(times, 10));
}

/**
 * What is tried after an attempt that was definitely refused: immediately, a return if it was too late to void, or the
 * same again if the gateway never got it; later, the same if the gateway was unable to; null if a person must decide.
 * `tries` includes this one. A surplus was promised back to its buyer, so it is retried, less often, as long as the
 * gateway may still accept it.
 */
export function nextTryOf(
  { method, cause }: { method: RefundMethod; cause: RefundCause },
  reason: RefundReason,
  tries: number,
): { method: RefundMethod; waitMs: number } | null {
  const isExhausted = tries >= maxRefundAttempts;
  if (method === "cash" || tries >= maxRefunds || (isExhausted && cause !== "surplus")) return null;
  if (method === "void" && reason === "refund-not-voidable") return { method: "return", waitMs: 0 };
  const isPassing = reason === "refund-unavailable" || reason === "refund-missing";
  if (!isPassing) return null;
  if (isExhausted) return { method, waitMs: patientMs };
  return { method, waitMs: reason === "refund-missing" ? 0 : refundPauseMs(tries) };
}

/** What tells tries to give the same money back from others: the attempt that paid and the lines. */
export type RefundTry = { gatewayOrderNumber: string; lineNumbers: number[]; refundNumber: string; state: RefundState };

/** True for tries to give the same money back. */
export function isSameMoney(left: RefundTry, right: RefundTry): boolean {
  return left.gatewayOrderNumber === right.gatewayOrderNumber && left.lineNumbers.join() === right.lineNumbers.join();
}

/** How often the same money was tried to be refunded, by refunds of one order. */
export function countTries(refunds: readonly RefundTry[], refund: RefundTry): number {
  return refunds.filter((other) => isSameMoney(other, refund)).length;
}

/** Refunds of one order without refused tries that another one followed: what became of each, not how. */
export function latestTries<Row extends RefundTry>(refunds: readonly Row[]): Row[] {
  return refunds.filter((refund, at) => {
    return refund.state !== "refused" || !refunds.slice(at + 1).some((later) => isSameMoney(later, refund));
  });
}
