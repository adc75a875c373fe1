/** `gateway-unreachable` if the report could not be compared. */
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

export type GatewayCheck = (typeof gatewayChecks)[number];

/** Money in cents (`...Cents`), instants in ISO (`...At`), counts, ids, states. */
export type ViolationDetail = Record<string, string | number | null>;

export type Finding = { check: GatewayCheck | "attempt-overdue"; detail: ViolationDetail };

/** `drawId` is null for money of an unknown draw. */
export type GatewayViolation = Finding & { drawId: string | null; subject: string };

/** `since` is the earliest time of a payment at the gateway. Cash sales have no attempts. */
export type CheckedDraw = { drawId: string; since: Date; hasAttempts: boolean };
