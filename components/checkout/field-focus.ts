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

export function focusNextField(current: HTMLInputElement, card: CardForm): void {
  const isAfter = (box: Element) => current.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING;
  const isOutsideGroup = (box: Element) => current.type !== "radio" || box.getAttribute("name") !== current.name;
  const next = [...(current.form?.elements ?? [])].find(
    (box) => isAfter(box) && isOutsideGroup(box) && isFocusable(box),
  );
  if (next instanceof HTMLElement) next.focus();
  else goToStep({ name: "card", type: card.stage === "ready" ? "card-number" : null }, card);
}

function isFocusable(box: Element): boolean {
  if (!box.matches("input:enabled, select:enabled") || box.getClientRects().length === 0) return false;
  return !(box instanceof HTMLInputElement) || box.type !== "radio" || box.checked;
}

/** A message that appeared during a press would move the button away from the finger. */
const messageDelayMs = 250;

export function checkFieldOnBlur({ draw, page: { control, availability } }: PurchaseInput, id: string): void {
  const field: ProblemField | undefined = buyerFields.find((name) => id === `checkout-${name}`);
  const problem = field && checkForm(draw, control.form, availability)[field];
  if (!field || !problem || problem === "required") return;
  setTimeout(() => control.setProblems((before) => ({ ...before, [field]: problem })), messageDelayMs);
}

/**
 * Once the location is known, another button replaces the one that requested it. Focuses the new button, unless the
 * buyer has moved to another field. The returned function must be called when the location is requested.
 */
export function useFocusAfterPosition(isMissing: boolean, state: PositionState, buttonId: string): () => void {
  const wasRequested = useRef(false);
  useEffect(() => {
    if (state === "asking") return;
    const mayTakeFocus = !isMissing && wasRequested.current && document.activeElement === document.body;
    wasRequested.current = false;
    if (mayTakeFocus) focusId(buttonId);
  }, [isMissing, state, buttonId]);
  return useCallback(() => {
    wasRequested.current = true;
  }, []);
}
