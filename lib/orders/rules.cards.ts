/** Card names by the gateway's two-letter codes (payments API, `card_type`). */
const cardNames: Record<string, string> = {
  VI: "Visa",
  MC: "Mastercard",
  AM: "American Express",
  NN: "Discover",
  PV: "Visa Debit",
  MD: "Mastercard Debit",
};

/** A card as its owner knows it again: `Visa •••• 1234`. */
export function nameCard(card: { type: string; lastFour: string }): string {
  return `${cardNames[card.type] ?? card.type} •••• ${card.lastFour}`;
}
