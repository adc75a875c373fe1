const rules: readonly [RegExp, string][] = [
  [/ :/, "a space before a colon must not break (U+00A0)"],
  [/[^\s\u00A0\u202F:]:(?=[\s\u00A0]|$)/, "a colon has a non-breaking space before it (U+00A0)"],
  [/«(?![\u00A0\u202F])/, "an opening guillemet has a non-breaking space after it (U+00A0)"],
  [/(?<![\u00A0\u202F])»/, "a closing guillemet has a non-breaking space before it (U+00A0)"],
  [/[\d\uFFFC ][$%]/, "an amount has a non-breaking space before $ or % (U+00A0)"],
  [/[ \u00A0\u202F][!?;]/, "no space before ; ! ? in Quebec"],
  [/(?<![\d-])\d{1,3}( \d{3})+(?!\d|-\d| \d)/, "the thousands of a number are parted by a non-breaking space (U+00A0)"],
];

export function frenchTypographyProblems(text: string): string[] {
  return rules.filter(([pattern]) => pattern.test(text)).map(([, problem]) => problem);
}
