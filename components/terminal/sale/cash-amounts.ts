/** A key of the pad: a digit, the decimal sign, or a key that takes away. */
export type PadKey = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "00" | "." | "back" | "clear";

/** Bills that buyers hand over, in cents. */
const bills = [2000, 5000, 10_000] as const;

const longestText = 9;

/** Change above this is asked about before the sale, in cents. */
const askedChangeCents = 100_000;

/** The cents that a text such as `20`, `7.5` or `7,50` stands for; null where it is no amount. */
export function readCents(text: string): number | null {
  const match = /^(\d{1,6})?(?:[.,](\d{0,2}))?$/.exec(text.trim());
  const [, dollars = "", cents = ""] = match ?? [];
  if (!match || (dollars === "" && cents === "")) return null;
  return Number(dollars || 0) * 100 + Number(cents.padEnd(2, "0") || 0);
}

/** What a key makes of the text on the pad; a key that would leave no amount changes nothing. */
export function pressKey(text: string, key: PadKey): string {
  if (key === "clear") return "";
  if (key === "back") return text.slice(0, -1);
  const next = text + (key === "." && text === "" ? "0." : key);
  return next.length <= longestText && readCents(next) !== null ? next : text;
}

/** Bills that pay a sum and are not the sum itself, in cents. */
export function quickAmounts(dueCents: number): number[] {
  return bills.filter((bill) => bill > dueCents);
}

/** What goes back to the buyer, in cents; null where too little was given. */
export function changeOf(dueCents: number, givenCents: number): number | null {
  return givenCents >= dueCents ? givenCents - dueCents : null;
}

/** True where so much money for a sum is more likely a slip than what somebody has in hand. */
export function isUnlikely(dueCents: number, givenCents: number): boolean {
  return givenCents - dueCents > askedChangeCents;
}
