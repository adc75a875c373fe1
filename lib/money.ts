/** Expects at most two decimals. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

/** The API has dollars (docs/design.md, Money). */
export function toDollars(cents: number): number {
  return Math.round(cents) / 100;
}

/** Reads `20`, `7.5` or `7,50`. Returns null for other text. */
export function readCents(text: string): number | null {
  const match = /^(\d{1,6})?(?:[.,](\d{0,2}))?$/.exec(text.trim());
  const [, dollars = "", cents = ""] = match ?? [];
  if (!match || (dollars === "" && cents === "")) return null;
  return Number(dollars || 0) * 100 + Number(cents.padEnd(2, "0") || 0);
}
