import "server-only";

import type { DatabaseCheck } from "./rules.invariants";
import { findMissingEntries, findUnfoundedEntries, findUnsealedEntries } from "./store.audit";
import {
  findChainsOfGoneDraws,
  findMissingDeviceEntries,
  findMissingDrawEntries,
  findUnfoundedDeviceEntries,
  findUnfoundedDrawEntries,
} from "./store.history";
import { findLinesWithoutNumbers, findNumbersWithoutSale } from "./store.numbers";
import {
  findMismatchedAttempts,
  findMissingReceipts,
  findOrderAmounts,
  findOrdersWithoutPayment,
  findOverdueAttempts,
  findPaymentAmounts,
  findPaymentsWithoutOrder,
  findSeveralApproved,
  findStuckOrders,
} from "./store.orders";
import {
  findMismatchedRefunded,
  findOverdueRefunds,
  findRefundsAbovePayment,
  findRefundsUnlikeLines,
  findRefundsWithoutVoid,
  findRepeatedRefunds,
  findUnrefundedLost,
  findUnrefundedSurplus,
  findUnrefundedVerifications,
  findVoidUnrefunded,
} from "./store.refunds";
import type { Finder } from "./store.scope";

/** Finders by the check that they belong to. */
export type Finders = Partial<Record<DatabaseCheck, Finder>>;

/** What is found by an index of its own, or belongs to no order: one statement for a draw. */
export const wholeFinders: Finders = {
  "attempt-overdue": findOverdueAttempts,
  "refund-overdue": findOverdueRefunds,
  "surplus-kept": findUnrefundedLost,
  "verification-kept": findUnrefundedVerifications,
  "audit-missing": findMissingDrawEntries,
  "audit-unfounded": findUnfoundedDrawEntries,
  "audit-unsealed": findUnsealedEntries,
};

/** What belongs to no draw, but to a parent's devices or to a job: looked for where all draws are, by its chains. */
export const drawlessFinders: Finders = {
  "audit-missing": findMissingDeviceEntries,
  "audit-unfounded": findUnfoundedDeviceEntries,
  "audit-unsealed": findUnsealedEntries,
};

/** What belongs to a draw that is gone: looked for once, where all draws are looked at. */
export const goneFinders: Finders = { "audit-unfounded": findChainsOfGoneDraws };

/** Rows that belong to one order: looked at slice by slice. */
export const slicedFinders: Finders = {
  "line-without-numbers": findLinesWithoutNumbers,
  "numbers-without-sale": findNumbersWithoutSale,
  "order-amount": findOrderAmounts,
  "order-without-payment": findOrdersWithoutPayment,
  "order-stuck": findStuckOrders,
  "payment-without-order": findPaymentsWithoutOrder,
  "payment-amount": findPaymentAmounts,
  "several-approved": findSeveralApproved,
  "attempt-astray": findMismatchedAttempts,
  "numbers-void-unrefunded": findVoidUnrefunded,
  "refund-without-void": findRefundsWithoutVoid,
  "refund-repeated": findRepeatedRefunds,
  "refund-unlike-lines": findRefundsUnlikeLines,
  "refund-above-payment": findRefundsAbovePayment,
  "refunded-astray": findMismatchedRefunded,
  "surplus-kept": findUnrefundedSurplus,
  "receipt-missing": findMissingReceipts,
  "audit-missing": findMissingEntries,
  "audit-unfounded": findUnfoundedEntries,
};
