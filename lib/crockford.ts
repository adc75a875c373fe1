/** The 32 characters of Crockford's base32: no I, L, O and U, which people mistake for others. */
export const crockfordAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Writes the first `length` times 5 bits of `bytes` in Crockford's base32; bytes that are not there are 0. */
export function toCrockford(bytes: Uint8Array, length: number): string {
  return Array.from({ length }, (_none, nth) => {
    const [byteAt, shift] = [(nth * 5) >> 3, (nth * 5) & 7];
    const pair = ((bytes[byteAt] ?? 0) << 8) | (bytes[byteAt + 1] ?? 0);
    return crockfordAlphabet[(pair >> (11 - shift)) & 31];
  }).join("");
}

/** Reads what people type: small letters, spaces and dashes, O for 0, I and L for 1. Null where it is no base32. */
export function readCrockford(text: string): string | null {
  const plain = text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  return Array.from(plain).every((character) => crockfordAlphabet.includes(character)) ? plain : null;
}
