/** A cell: text, a number, or nothing. */
export type CsvCell = string | number | null;

/** ASCII signs that begin a formula, their full-width and small variants, and the minus of typographers. */
const formulaSigns = "=+\\-@＝＋－＠﹦﹢﹣﹫−";

/** What a spreadsheet may skip before it looks for a formula: spaces, controls, invisible characters. */
const skipped = "[\\p{C}\\p{Z}]*";

const beginsFormula = new RegExp(`^(?:[\\t\\r\\n]|${skipped}[${formulaSigns}])`, "u");

/** A spreadsheet that takes another character for the separator, as one set to French does, begins a cell after it. */
const formulaAfterSeparator = new RegExp(`([,;|\\t\\r\\n"'])(?=${skipped}[${formulaSigns}])`, "gu");

/** Text that a spreadsheet would rewrite as a number: leading zeros, powers of ten, more digits than it shows. */
const readsAsOtherNumber = /^(?:0\d+|\d+E[+-]?\d+|\d{12,})$/i;

const month = "(?:jan|feb|mar|apr|avr|ma[iy]|ju[iln]|aug|sep|oct|nov|dec)[a-z]*";

/** Text that it would rewrite as a date: `2026-11`, `3-20`, `may5`, `5-mai`. */
const readsAsDate = new RegExp(`^(?:\\d+(?:-\\d+){1,2}|${month}-?\\d{1,4}|\\d{1,2}-?${month})$`, "i");

/**
 * Text that no spreadsheet takes for a formula or rewrites: an apostrophe, its mark for text, stands before what would
 * be (https://owasp.org/www-community/attacks/CSV_Injection). Other text stays as it is.
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

/** One line of CSV with its CRLF (RFC 4180): text quoted and made safe, numbers bare, nothing empty. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(writeCell).join(",")}\r\n`;
}
