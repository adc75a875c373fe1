/** How an amount is written: `$1,234.56` or `1 234,56 $`, by the page's language. */
export const canadianDollars = { style: "currency", currency: "CAD", currencyDisplay: "narrowSymbol" } as const;

/** A prize or a pot, with cents only where they aren't zero: `$1,234`, `1 234 $`. What is charged always has them. */
export const shortCanadianDollars = {
  ...canadianDollars,
  trailingZeroDisplay: "stripIfInteger",
} as Intl.NumberFormatOptions;

/** How wide a figure is, in em of the display font: a digit or its sign takes more than what parts them. */
function widthOf(figure: string): number {
  const wide = figure.replace(/[^\d$]/g, "").length;
  return wide * 0.63 + (figure.length - wide) * 0.33;
}

/** A font size for a figure on one line of its container, which has to be one for queries; at most `largest`. */
export function fitFigure(figure: string, largest: string): string {
  return `min(${largest}, ${(100 / widthOf(figure)).toFixed(1)}cqi)`;
}
