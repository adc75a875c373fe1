/** What is checked against the gateway's own report; `gateway-unreachable` when it could not be compared. */
export const gatewayChecks = [
  "capture-missing",
  "capture-unknown",
  "capture-declined",
  "capture-late",
  "capture-repeated",
  "transaction-conflict",
  "capture-amount",
  "capture-transaction",
  "return-without-refund",
  "void-without-refund",
  "refund-missing",
  "refund-amount",
  "refund-unknown",
  "gateway-unreachable",
] as const;

/** One name of `gatewayChecks`. */
export type GatewayCheck = (typeof gatewayChecks)[number];

/**
 * Facts about an offending row by name: money in cents (`...Cents`), instants in ISO (`...At`), counts, ids, states.
 */
export type ViolationDetail = Record<string, string | number | null>;

/**
 * One thing that is wrong, and what is known of it; an attempt that waits too long is found by the database as well.
 */
export type Finding = { check: GatewayCheck | "attempt-overdue"; detail: ViolationDetail };

/** A finding with whose it is, as `Violation` of the invariants: `drawId` is null for money of no draw that we know. */
export type GatewayViolation = Finding & { drawId: string | null; subject: string };

/**
 * A draw that is checked: since when the gateway can have payments of it, and whether it was asked for any; cash is
 * none.
 */
export type CheckedDraw = { drawId: string; since: Date; hasAttempts: boolean };
