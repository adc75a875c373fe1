import type { KnownHead } from "@/lib/audit/rules.chain";
import type { ViolationDetail } from "@/lib/reconciliation/rules.findings";
import { gatewayChecks } from "@/lib/reconciliation/rules.findings";

/** What is checked of the numbers, counters, orders, attempts and the audit log, by the database alone. */
export const databaseChecks = [
  "number-duplicate",
  "number-gap",
  "line-without-numbers",
  "numbers-without-sale",
  "limit-exceeded",
  "jackpot-exceeded",
  "sold-counter",
  "voided-counter",
  "reserved-counter",
  "sales-counter",
  "reserved-cents-counter",
  "team-counter",
  "order-amount",
  "order-without-payment",
  "order-stuck",
  "payment-without-order",
  "payment-amount",
  "several-approved",
  "attempt-astray",
  "attempt-overdue",
  "numbers-void-unrefunded",
  "refund-without-void",
  "refund-repeated",
  "refund-unlike-lines",
  "refund-above-payment",
  "refund-overdue",
  "refunded-astray",
  "surplus-kept",
  "receipt-missing",
  "winner-unfounded",
  "verification-kept",
  "audit-missing",
  "audit-unfounded",
  "audit-unsealed",
  "audit-late",
  "audit-chain",
  "audit-head",
] as const;

/** The closed list of checks, in the order in which they are told. */
export const invariantChecks = [...databaseChecks, ...gatewayChecks] as const;

/** One name of `databaseChecks`. */
export type DatabaseCheck = (typeof databaseChecks)[number];

/** One name of `invariantChecks`. */
export type InvariantCheck = (typeof invariantChecks)[number];

/**
 * One offending row. `subject` names it: a pool, a range of numbers, an order by its code, an attempt or capture by its
 * gateway order number, a merchant. `drawId` is null for a capture that belongs to no draw that we know, and names the
 * chain for what is no draw's.
 */
export type Violation = { check: InvariantCheck; drawId: string | null; subject: string; detail: ViolationDetail };

/**
 * Sums of what was looked at, money in cents. Captured and refunded are the gateway's, the rest the database's:
 * finalized are lines whose numbers are valid, so that captured less refunded, with the cash that was taken and not
 * given back, is finalized, but for what is in flight or surplus.
 */
export type InvariantTotals = {
  orders: number;
  finalizedCents: number;
  capturedCents: number;
  refundedCents: number;
  cashCents: number;
  ranges: number;
  tickets: number;
  /** Audit entries with a place in their chain; fewer than at an earlier check means that an end was cut off. */
  sealed: number;
};

/**
 * What a check of the invariants found. `rows` counts offending rows, `violations` names them, up to `maxNamed` a
 * query.
 */
export type InvariantReport = {
  ok: true;
  checkedAt: string;
  checks: { check: InvariantCheck; rows: number }[];
  violations: Violation[];
  totals: InvariantTotals;
  /** Where the chains end: kept elsewhere, they tell at a later check whether what was sealed is still there. */
  heads: KnownHead[];
};

/** The most offending rows that one check of the database names. */
export const maxNamed = 1000;

/** Counts the offending rows of each check; `beyond` tells of those that were counted without being named. */
export function countRows(violations: readonly Violation[], beyond: ReadonlyMap<string, number>) {
  const named = new Map<string, number>();
  for (const { check } of violations) named.set(check, (named.get(check) ?? 0) + 1);
  return invariantChecks.map((check) => ({ check, rows: (named.get(check) ?? 0) + (beyond.get(check) ?? 0) }));
}
