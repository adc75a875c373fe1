/** Converts decimal dollars from the wire to integer cents; the caller has checked for at most two decimals. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

/**
 * Converts integer cents to decimal dollars with at most two places, as the wire carries amounts (docs/design.md,
 * Money).
 */
export function toDollars(cents: number): number {
  return Math.round(cents) / 100;
}
