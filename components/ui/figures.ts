/** Formats `$1,234.56` or `1 234,56 $`, by the page's language. */
export const canadianDollars = { style: "currency", currency: "CAD", currencyDisplay: "narrowSymbol" } as const;

/** For prizes and pots: `$1,234`, `1 234 $`, with cents only if there are any. A charge always has cents. */
export const shortCanadianDollars = {
  ...canadianDollars,
  trailingZeroDisplay: "stripIfInteger",
} as Intl.NumberFormatOptions;

/** In em of the display font, where digits and signs are wider than separators. */
function estimateWidth(figure: string): number {
  const digitCount = figure.replace(/[^\d$]/g, "").length;
  return digitCount * 0.63 + (figure.length - digitCount) * 0.33;
}

/** Fits a figure on one line of its query container, at most as large as `largest`. */
export function fitFigure(figure: string, largest: string): string {
  return `min(${largest}, ${(100 / estimateWidth(figure)).toFixed(1)}cqi)`;
}
