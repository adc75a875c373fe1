import "server-only";

import type { DatabaseCheck } from "./rules.invariants";
import { findMissingEntries, findUnfoundedEntries, findUnsealedEntries } from "./store.audit";
import {
  findChainsOfDeletedDraws,
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
  findCancelledUnrefunded,
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

export type Finders = Partial<Record<DatabaseCheck, Finder>>;

/** These read a draw in one statement, because they use an index or rows without an order. */
export const drawFinders: Finders = {
  "attempt-overdue": findOverdueAttempts,
  "refund-overdue": findOverdueRefunds,
  "surplus-kept": findUnrefundedLost,
  "verification-kept": findUnrefundedVerifications,
  "cancelled-unrefunded": findCancelledUnrefunded,
  "audit-missing": findMissingDrawEntries,
  "audit-unfounded": findUnfoundedDrawEntries,
  "audit-unsealed": findUnsealedEntries,
};

/** These read rows of a parent's devices or of a job, chain by chain if all draws are checked. */
export const chainFinders: Finders = {
  "audit-missing": findMissingDeviceEntries,
  "audit-unfounded": findUnfoundedDeviceEntries,
  "audit-unsealed": findUnsealedEntries,
};

export const deletedDrawFinders: Finders = { "audit-unfounded": findChainsOfDeletedDraws };

/** These read rows of single orders, a slice of a draw at a time. */
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
