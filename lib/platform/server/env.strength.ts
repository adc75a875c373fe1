import "server-only";

/** True when `symbols` is a shorter row of symbols, said again and again. */
function isRepetition(symbols: readonly number[]): boolean {
  const most = Math.floor(symbols.length / 2);
  const periods = Array.from({ length: most }, (_, at) => at + 1);
  return periods.some((period) => symbols.every((symbol, at) => at < period || symbol === symbols[at - period]));
}

/** True when few symbols are used, the steps from one to the next are few (`abcdef`), or it repeats itself. */
function isMonotonous(symbols: readonly number[], atLeast: number): boolean {
  const steps = symbols.slice(1).map((symbol, at) => symbol - (symbols[at] ?? 0));
  return new Set(symbols).size < atLeast || new Set(steps).size < atLeast || isRepetition(symbols);
}

/** 32 bytes from a generator have about 30 different values; fewer than this come from a hand or a mistake. */
const leastBytes = 20;

/**
 * 24 characters from a generator, be they hexadecimal digits, have more different ones than this but once in 30,000
 * keys.
 */
const leastCharacters = 8;

/** True for a 32-byte key that clearly isn't random: few values, a pattern, or text that someone typed. */
export function isWeakSecret(key: Uint8Array): boolean {
  const isText = key.every((byte) => byte >= 0x20 && byte < 0x7f);
  return isText || isMonotonous([...key], leastBytes);
}

/**
 * True for an admin key that can be guessed by its form: few characters, a row of the alphabet, a word again and again.
 */
export function isWeakPassword(text: string): boolean {
  return isMonotonous(
    [...text].map((character) => character.codePointAt(0) ?? 0),
    leastCharacters,
  );
}
