const longestText = 40;

/** Accepts spaces, any hyphen or dash, points, slashes and brackets as separators. */
const numberPattern = /^(?<plus>\+)?[\d\t\p{Zs}./·()\p{Pd}\u2212]+$/u;

const extensionPattern = /[\s,;]*(?:;ext=|(?<!\p{L})(?:extension|ext|poste|p|x)[.:]?|#)\s*\d{1,6}$/iu;

function stripExtension(text: string): string {
  const simplified = text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim();
  const bare = simplified
    .replace(/^tel:\s*/i, "")
    .replace(extensionPattern, "")
    .trim();
  return bare.replace(/^\(\s*\+/, "+(");
}

/** Returns the digits as stored: ten, eleven with a leading 1, or another country's after `+`. */
export function readPhoneNumber(text: string): string | null {
  if (text.length > longestText) return null;
  const plain = stripExtension(text);
  const match = numberPattern.exec(plain);
  if (!match) return null;
  const digits = plain.replace(/\D/g, "");
  const isNorthAmerican = digits.length === 10 || (digits.length === 11 && digits.startsWith("1"));
  if (!match.groups?.plus) return isNorthAmerican ? digits : null;
  if (digits.startsWith("1")) return digits.length === 11 ? digits : null;
  return digits.length >= 8 && digits.length <= 15 ? digits : null;
}

export function isPhoneNumber(text: string): boolean {
  return readPhoneNumber(text) !== null;
}
