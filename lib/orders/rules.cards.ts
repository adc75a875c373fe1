import type { PaidCard } from "./rules";

/** Card names by the gateway's two-letter codes (payments API, `card_type`). */
const cardNames: Record<string, string> = {
  VI: "Visa",
  MC: "Mastercard",
  AM: "American Express",
  NN: "Discover",
  PV: "Visa Debit",
  MD: "Mastercard Debit",
};

/** A card as its owner recognizes it: `Visa •••• 1234`, or `Apple Pay (Visa)`, whose digits nobody knows. */
export function nameCard({ type, lastFour, wallet }: PaidCard): string {
  const name = cardNames[type] ?? type;
  return wallet === "apple-pay" ? `Apple Pay (${name})` : `${name} ••••\u00a0${lastFour}`;
}
