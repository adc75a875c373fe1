import { foldText } from "@/lib/platform/i18n/fold-text";
import type { Buyer } from "./schema";

/** Names have at most 64 characters. */
const maxWords = 32;

/** The words of a name as people look for them, without accents, case and punctuation. */
export function toNameWords(name: string): string[] {
  const words = foldText(name.normalize("NFC")).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].slice(0, maxWords);
}

/** `#` keeps card digits apart from names, whose words have letters and digits alone. */
export function toCardTerm(lastFour: string): string {
  return `#${lastFour}`;
}

/** What an order is found by: its buyer's name, and the card's last four digits. */
export function listSearchTerms({
  buyer,
  cardLastFour,
}: {
  buyer: Buyer | null;
  cardLastFour: string | null;
}): string[] {
  const names = buyer ? toNameWords(buyer.name) : [];
  return cardLastFour ? [...names, toCardTerm(cardLastFour)] : names;
}
