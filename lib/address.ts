/** The thirteen Canadian provinces and territories by their two-letter codes (docs/design.md, Provinces). */
export const provinceCodes = ["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"] as const;

/** Two-letter code of a Canadian province or territory. */
export type ProvinceCode = (typeof provinceCodes)[number];

const postalCodePattern = /^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])(\d[ABCEGHJ-NPRSTV-Z]\d)$/;

/** The letters and digits of a text, whatever stands around and between them. */
function lettersOf(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toUpperCase();
}

/** A Canadian postal code as it is kept, `A1A 1A1`: its letters and digits decide. Null for anything else. */
export function readPostalCode(text: string): string | null {
  const [, area, unit] = postalCodePattern.exec(lettersOf(text)) ?? [];
  return area && unit ? `${area} ${unit}` : null;
}

/** True for a Canadian postal code, however it is written. */
export function isPostalCode(text: string): boolean {
  return readPostalCode(text) !== null;
}

/** Provinces by the first letter of their postal codes; X is shared and told apart by the first three characters. */
const provincesByLetter: Record<string, ProvinceCode> = {
  A: "NL",
  B: "NS",
  C: "PE",
  E: "NB",
  G: "QC",
  H: "QC",
  J: "QC",
  K: "ON",
  L: "ON",
  M: "ON",
  N: "ON",
  P: "ON",
  R: "MB",
  S: "SK",
  T: "AB",
  V: "BC",
  Y: "YT",
};

/** The province of a Canadian postal code or of its first three characters; null for anything else. */
export function provinceOfPostalCode(text: string): ProvinceCode | null {
  const area = lettersOf(text).slice(0, 3);
  if (!/^[A-Z]\d[A-Z]$/.test(area)) return null;
  if (area.startsWith("X")) return /^X0[ABC]$/.test(area) ? "NU" : "NT";
  return provincesByLetter[area.slice(0, 1)] ?? null;
}
