import { useCallback, useEffect, useRef } from "react";
import type { PositionState } from "@/components/order-form/buyer/use-position";
import { buyerFields } from "@/components/order-form/checkout-form";
import type { ProblemField } from "@/components/order-form/field-problems";
import { checkForm } from "@/components/order-form/form-problems";
import type { CardForm } from "@/components/payment/card/use-card-fields";
import { focusCardField } from "@/components/payment/problem-summary";
import { focusId } from "@/components/ui/focus-id";
import type { PurchaseInput } from "./checkout-page";
import type { NextStep } from "./next-step";

export function goToStep(step: NextStep, card: CardForm): void {
  if (step.name === "pay") focusId("checkout-pay");
  else if (step.name !== "card") focusId(`checkout-${step.field}`);
  else if (step.type === null) {
    card.load();
    focusId("checkout-payment");
  } else {
    focusCardField(card, step.type);
  }
}

export function focusNextField(from: HTMLInputElement, card: CardForm): void {
  const isBehind = (box: Element) => from.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING;
  const isAnother = (box: Element) => from.type !== "radio" || box.getAttribute("name") !== from.name;
  const next = [...(from.form?.elements ?? [])].find((box) => isBehind(box) && isAnother(box) && isNext(box));
  if (next instanceof HTMLElement) next.focus();
  else goToStep({ name: "card", type: card.stage === "ready" ? "card-number" : null }, card);
}

function isNext(box: Element): boolean {
  if (!box.matches("input:enabled, select:enabled") || box.getClientRects().length === 0) return false;
  return !(box instanceof HTMLInputElement) || box.type !== "radio" || box.checked;
}

/** In ms. A press takes this long to end, and a message that appears meanwhile would move the button away. */
const pressMs = 250;

export function leaveField({ draw, page: { control, availability } }: PurchaseInput, id: string): void {
  const field: ProblemField | undefined = buyerFields.find((name) => id === `checkout-${name}`);
  const problem = field && checkForm(draw, control.form, availability)[field];
  if (!field || !problem || problem === "required") return;
  setTimeout(() => control.setProblems((before) => ({ ...before, [field]: problem })), pressMs);
}

/**
 * Once the location is known, another button replaces the one that asked and takes the focus, unless the buyer has gone
 * to another field. Call the result when the location is requested.
 */
export function useFocusAfterPosition(isLacking: boolean, state: PositionState, buttonId: string): () => void {
  const wasAskedHere = useRef(false);
  useEffect(() => {
    if (state === "asking") return;
    const mayTakeFocus = !isLacking && wasAskedHere.current && document.activeElement === document.body;
    wasAskedHere.current = false;
    if (mayTakeFocus) focusId(buttonId);
  }, [isLacking, state, buttonId]);
  return useCallback(() => {
    wasAskedHere.current = true;
  }, []);
}
