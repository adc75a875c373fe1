/** Leaves out I, L, O and U, which people misread. */
export const crockfordAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export function toCrockford(bytes: Uint8Array, length: number): string {
  return Array.from({ length }, (_none, nth) => {
    const [byteAt, shift] = [(nth * 5) >> 3, (nth * 5) & 7];
    const pair = ((bytes[byteAt] ?? 0) << 8) | (bytes[byteAt + 1] ?? 0);
    return crockfordAlphabet[(pair >> (11 - shift)) & 31];
  }).join("");
}

/** Accepts lower case, spaces and dashes, and reads O as 0 and I or L as 1. */
export function readCrockford(text: string): string | null {
  const symbols = text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  return Array.from(symbols).every((character) => crockfordAlphabet.includes(character)) ? symbols : null;
}
