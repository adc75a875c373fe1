/** The thirteen Canadian provinces and territories by their two-letter codes (spec section 3). */
export const provinceCodes = ["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"] as const;

/** Two-letter code of a Canadian province or territory. */
export type ProvinceCode = (typeof provinceCodes)[number];

const postalCodePattern = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d$/i;

/** True for a Canadian postal code in either spelling, `A1A 1A1` or `A1A1A1`. */
export function isPostalCode(text: string): boolean {
  return postalCodePattern.test(text.trim());
}
