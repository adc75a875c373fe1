import type { Language } from "@/lib/platform/i18n/routing";
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

/** Cards whose brand has a name of its own in French. */
const frenchNames: Record<string, string> = { PV: "Visa Débit", MD: "Débit Mastercard" };

/** A card as its owner recognizes it: `Visa •••• 1234`, or `Apple Pay (Visa)`, whose digits nobody knows. */
export function nameCard({ type, lastFour, wallet }: PaidCard, language: Language): string {
  const name = (language === "fr" ? frenchNames[type] : undefined) ?? cardNames[type] ?? type;
  return wallet === "apple-pay" ? `Apple Pay (${name})` : `${name} ••••\u00a0${lastFour}`;
}
