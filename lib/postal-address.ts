/** Provinces and territories (docs/design.md, Provinces). */
export const provinceCodes = ["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"] as const;

export type ProvinceCode = (typeof provinceCodes)[number];

const postalCodePattern = /^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])(\d[ABCEGHJ-NPRSTV-Z]\d)$/;

function toLetters(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toUpperCase();
}

export function readPostalCode(text: string): string | null {
  const [, area, unit] = postalCodePattern.exec(toLetters(text)) ?? [];
  return area && unit ? `${area} ${unit}` : null;
}

export function isPostalCode(text: string): boolean {
  return readPostalCode(text) !== null;
}

/** The first letter of a postal code tells the province. NT and NU share X. */
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

export function getPostalCodeProvince(text: string): ProvinceCode | null {
  const area = toLetters(text).slice(0, 3);
  if (!/^[A-Z]\d[A-Z]$/.test(area)) return null;
  if (area.startsWith("X")) return /^X0[ABC]$/.test(area) ? "NU" : "NT";
  return provincesByLetter[area.slice(0, 1)] ?? null;
}
