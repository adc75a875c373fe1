/** Excel reads a file without it in a legacy encoding. */
export const byteOrderMark = "\u{feff}";

export type CsvCell = string | number | null;

/** ASCII signs that begin a formula, their full-width and small variants, and the typographic minus. */
const formulaSigns = "=+\\-@＝＋－＠﹦﹢﹣﹫−";

/** Spaces, controls and invisible characters, which spreadsheets may skip before a formula. */
const skipped = "[\\p{C}\\p{Z}]*";

const beginsFormula = new RegExp(`^(?:[\\t\\r\\n]|${skipped}[${formulaSigns}])`, "u");

/** Spreadsheets that split at another separator, such as `;` in French, begin a new cell after it. */
const formulaAfterSeparator = new RegExp(`([,;|\\t\\r\\n"'])(?=${skipped}[${formulaSigns}])`, "gu");

/** Matches text that a spreadsheet would rewrite: leading zeros, powers of ten, more digits than it shows. */
const readsAsOtherNumber = /^(?:0\d+|\d+E[+-]?\d+|\d{12,})$/i;

const month = "(?:jan|feb|mar|apr|avr|ma[iy]|ju[iln]|aug|sep|oct|nov|dec)[a-z]*";

/** Matches text that a spreadsheet would rewrite as a date: `2026-11`, `3-20`, `may5`, `5-mai`. */
const readsAsDate = new RegExp(`^(?:\\d+(?:-\\d+){1,2}|${month}-?\\d{1,4}|\\d{1,2}-?${month})$`, "i");

/**
 * Puts an apostrophe before text that a spreadsheet would run or rewrite
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function safeText(text: string): string {
  const inner = text.replace(formulaAfterSeparator, "$1'");
  const isRead = [beginsFormula, readsAsOtherNumber, readsAsDate].some((reading) => reading.test(text));
  return isRead ? `'${inner}` : inner;
}

function writeCell(cell: CsvCell): string {
  if (cell === null || cell === "") return "";
  return typeof cell === "number" ? String(cell) : `"${safeText(cell).replaceAll('"', '""')}"`;
}

/** Writes a row of RFC 4180. Text is quoted and made safe, numbers are bare. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(writeCell).join(",")}\r\n`;
}
