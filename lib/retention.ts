/** In days. From `claim` on a person may be erased on request (docs/decisions/057-privacy.md). */
export type Retention = { unpaidDays: number; claimDays: number; buyersDays: number };
