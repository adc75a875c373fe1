import { foldText } from "@/lib/platform/i18n/fold-text";
import type { Buyer } from "./schema";

/** More than a name of 64 characters can have. */
const maxWords = 32;

/** Without accents, case and punctuation, as a search writes them too. */
export function toNameWords(name: string): string[] {
  const words = foldText(name.normalize("NFC")).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].slice(0, maxWords);
}

/** `#` keeps card digits apart from names, whose words have only letters and digits. */
export function toCardTerm(lastFour: string): string {
  return `#${lastFour}`;
}

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
