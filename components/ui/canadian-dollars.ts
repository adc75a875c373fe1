/** How an amount is written: `$1,234.56` or `1 234,56 $`, by the page's language. */
export const canadianDollars = { style: "currency", currency: "CAD", currencyDisplay: "narrowSymbol" } as const;
