/**
 * In days (docs/decisions/057-privacy.md): `unpaid` after an unpaid order was placed, the others after a draw. From
 * `claim` on a person may be erased on request.
 */
export type Retention = { unpaidDays: number; claimDays: number; buyersDays: number };
