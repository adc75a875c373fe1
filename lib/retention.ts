/**
 * How long what tells who bought is kept, in days (docs/decisions/057-privacy.md): `unpaid` after an order was placed
 * that nobody paid; `claim` and `buyers` after a draw, where `claim` is when a person may be erased on request.
 */
export type Retention = { unpaidDays: number; claimDays: number; buyersDays: number };
