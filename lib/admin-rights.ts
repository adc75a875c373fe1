/**
 * What a named admin key may be given (decision 058): draws and their sales, orders and receipts, money, tablets,
 * people's data, reports and checks, and the setup of payments. Making keys is for `ADMIN_KEY` alone.
 */
export const adminRights = ["draws", "orders", "refunds", "devices", "people", "reports", "payments"] as const;

/** One of `adminRights`. */
export type AdminRight = (typeof adminRights)[number];

/** What a use case may ask for: a right, or what no named key has. */
export type NeededRight = AdminRight | "keys";
