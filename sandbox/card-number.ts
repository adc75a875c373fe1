const brandPatterns: readonly [RegExp, string][] = [
  [/^3[47]/, "AM"],
  [/^(6011|64[4-9]|65)/, "NN"],
  [/^(36|38|39|30[0-5])/, "DI"],
  [/^35(2[89]|[3-8])/, "JB"],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, "MC"],
  [/^4/, "VI"],
];

/** Bambora's two-letter card type (docs/bambora.md, Payment answers). Empty for an unknown brand. */
export function getCardType(number: string): string {
  return brandPatterns.find(([pattern]) => pattern.test(number))?.[1] ?? "";
}

/** 12 to 19 digits with a valid Luhn check digit. */
export function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = Array.from(number, Number)
    .reverse()
    .reduce((total, digit, index) => {
      const weighted = index % 2 === 1 ? digit * 2 : digit;
      return total + (weighted > 9 ? weighted - 9 : weighted);
    }, 0);
  return sum % 10 === 0;
}
