/** How wide an amount is, in em: a digit or its sign takes more than what parts them. */
export function amountWidth(amount: string): number {
  const wide = amount.replace(/[^\d$]/g, "").length;
  return wide * 0.63 + (amount.length - wide) * 0.33;
}
