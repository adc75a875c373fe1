/** The caller has checked for at most two decimals. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

/** See docs/design.md, Money. */
export function toDollars(cents: number): number {
  return Math.round(cents) / 100;
}
