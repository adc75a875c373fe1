/** How an amount is written: `$1,234.56` or `1 234,56 $`, by the page's language. */
export const canadianDollars = { style: "currency", currency: "CAD", currencyDisplay: "narrowSymbol" } as const;

/** A prize or a pot, with cents only where they aren't zero: `$1,234`, `1 234 $`. What is charged always has them. */
export const shortCanadianDollars = {
  ...canadianDollars,
  trailingZeroDisplay: "stripIfInteger",
} as Intl.NumberFormatOptions;
