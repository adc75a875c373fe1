import type { CardForm } from "@/components/payment/card/use-card-fields";
import { goToStep } from "./next-step";

/** Where a Tab would stop too: of a group of round buttons that is the chosen one. */
function isNext(box: Element): boolean {
  if (!box.matches("input:enabled, select:enabled") || box.getClientRects().length === 0) return false;
  return !(box instanceof HTMLInputElement) || box.type !== "radio" || box.checked;
}

/** Brings whoever pressed Enter in a box, or "Next" on a phone's keyboard, to the next one, and at last to the card. */
export function moveOn(from: HTMLInputElement, card: CardForm): void {
  const isBehind = (box: Element) => from.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING;
  const isAnother = (box: Element) => from.type !== "radio" || box.getAttribute("name") !== from.name;
  const next = [...(from.form?.elements ?? [])].find((box) => isBehind(box) && isAnother(box) && isNext(box));
  if (next instanceof HTMLElement) next.focus();
  else goToStep({ name: "card", type: card.stage === "ready" ? "card-number" : null }, card);
}
