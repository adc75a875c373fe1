import type { PaidCard } from "./rules";

/** Card names by the gateway's two-letter codes (payments API, `card_type`). */
const cardNames: Record<string, string> = {
  VI: "Visa",
  MC: "Mastercard",
  AM: "American Express",
  NN: "Discover",
};

/** Cards whose brand is named differently in each language: keys of the messages `order.debitCards`. */
type DebitCard = "PV" | "MD";

function isDebitCard(type: string): type is DebitCard {
  return type === "PV" || type === "MD";
}

/**
 * A card as its owner recognizes it: `Visa •••• 1234`, or `Apple Pay (Visa)`, whose digits nobody knows. `debitName`
 * gives the name of a debit card in the reader's language.
 */
export function nameCard({ type, lastFour, wallet }: PaidCard, debitName: (type: DebitCard) => string): string {
  const name = isDebitCard(type) ? debitName(type) : (cardNames[type] ?? type);
  return wallet === "apple-pay" ? `Apple Pay (${name})` : `${name} ••••\u00a0${lastFour}`;
}
