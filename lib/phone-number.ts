/** The longest that people write a number, an extension and all. */
const longestText = 40;

/** What joins groups of digits, beside spaces: any hyphen or dash, points, slashes, brackets. */
const numberPattern = /^(?<plus>\+)?[\d\t\p{Zs}./·()\p{Pd}\u2212]+$/u;

const extensionPattern = /[\s,;]*(?:;ext=|(?<!\p{L})(?:extension|ext|poste|p|x)[.:]?|#)\s*\d{1,6}$/iu;

/** As people and programs write a number: without marks that nobody sees, its scheme and its extension. */
function plainOf(text: string): string {
  const plain = text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim();
  const bare = plain
    .replace(/^tel:\s*/i, "")
    .replace(extensionPattern, "")
    .trim();
  return bare.replace(/^\(\s*\+/, "+(");
}

/**
 * A telephone number as it is kept, in digits: ten, eleven with a leading 1, or those of another country after a `+`.
 * Null for anything else.
 */
export function readPhoneNumber(text: string): string | null {
  if (text.length > longestText) return null;
  const plain = plainOf(text);
  const found = numberPattern.exec(plain);
  if (!found) return null;
  const digits = plain.replace(/\D/g, "");
  const isNorthAmerican = digits.length === 10 || (digits.length === 11 && digits.startsWith("1"));
  if (!found.groups?.plus) return isNorthAmerican ? digits : null;
  if (digits.startsWith("1")) return digits.length === 11 ? digits : null;
  return digits.length >= 8 && digits.length <= 15 ? digits : null;
}

/** True for a telephone number, however it is written. */
export function isPhoneNumber(text: string): boolean {
  return readPhoneNumber(text) !== null;
}
