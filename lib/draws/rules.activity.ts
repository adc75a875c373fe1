/**
 * A recent purchase as anyone may see it: first name and initial, city where known, tickets, ISO time. `name` is empty
 * where nobody said it, and null where it is shown to nobody.
 */
export type RecentPurchase = { name: string | null; city: string | null; tickets: number; at: string };

/** What a pool took in the day before now, less what was given back: dollars, tickets and purchases (`metrics`). */
export type PoolMetrics = { amountPerDay: number; ticketsPerDay: number; purchasesPerDay: number };

/** Of a pool in which nothing was bought. */
export const noMetrics: PoolMetrics = { amountPerDay: 0, ticketsPerDay: 0, purchasesPerDay: 0 };

/** What was bought in one pool: the latest purchases, and what a day took. */
export type PoolActivity = { recent: RecentPurchase[]; metrics: PoolMetrics };

/** Of a pool of which nothing is known. */
export const nothingBought: PoolActivity = { recent: [], metrics: noMetrics };

/** What the platform counted for a draw, beside its definition; a pool that is not in it has sold nothing. */
export type DrawActivity = {
  pools: ReadonlyMap<string, PoolActivity>;
  teams: { teamId: string; tickets: number }[];
};
