import type { CardFieldType } from "./custom-checkout";
import type { CardForm } from "./use-card-fields";
import { cardFieldIds } from "./use-card-fields";

/** Brings the buyer to a field of the card. */
export function focusCardField({ focus }: Pick<CardForm, "focus">, type: CardFieldType): void {
  // What takes the focus within the provider's frame does not scroll this page in every browser.
  document.getElementById(cardFieldIds[type])?.scrollIntoView({ block: "center" });
  focus(type);
}
