import type { KnownHead } from "@/lib/audit/rules.chain";
import type { ViolationDetail } from "@/lib/reconciliation/rules.findings";
import { gatewayChecks } from "@/lib/reconciliation/rules.findings";

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
  "half-hour-sales",
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
  "cancelled-unrefunded",
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

/** Reports list violations in this order. */
export const invariantChecks = [...databaseChecks, ...gatewayChecks] as const;

export type DatabaseCheck = (typeof databaseChecks)[number];

export type InvariantCheck = (typeof invariantChecks)[number];

/** `drawId` is null for a capture of an unknown draw. For a row that belongs to no draw it is the row's chain. */
export type Violation = { check: InvariantCheck; drawId: string | null; subject: string; detail: ViolationDetail };

/**
 * `capturedCents` less `refundedCents`, plus `cashCents`, equals `finalizedCents`, except for payments in progress and
 * surplus money.
 */
export type InvariantTotals = {
  orders: number;
  finalizedCents: number;
  capturedCents: number;
  refundedCents: number;
  cashCents: number;
  ranges: number;
  tickets: number;
  /** Sealed entries. A lower number than at an earlier check means that the end of a chain was cut off. */
  sealed: number;
};

/** `rows` counts offending rows. `violations` names up to `maxNamedRows` of them per query. */
export type InvariantReport = {
  ok: true;
  checkedAt: string;
  checks: { check: InvariantCheck; rows: number }[];
  violations: Violation[];
  totals: InvariantTotals;
  /** To be kept outside of the database, so that a later check can tell whether sealed entries were removed. */
  heads: KnownHead[];
};

export const maxNamedRows = 1000;

/** `unnamedCounts` has the rows of each check beyond `maxNamedRows`. */
export function countRows(violations: readonly Violation[], unnamedCounts: ReadonlyMap<string, number>) {
  const named = new Map<string, number>();
  for (const { check } of violations) named.set(check, (named.get(check) ?? 0) + 1);
  return invariantChecks.map((check) => ({ check, rows: (named.get(check) ?? 0) + (unnamedCounts.get(check) ?? 0) }));
}
