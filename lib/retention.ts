/** From `claimDays` on a buyer may be erased on request (docs/decisions/057-privacy.md). */
export type Retention = { unpaidDays: number; claimDays: number; buyersDays: number };
