import { useCallback, useEffect, useRef } from "react";
import type { PositionState } from "@/components/order-form/buyer/use-position";
import { buyerFields } from "@/components/order-form/checkout-form";
import type { FormProblems, ProblemField } from "@/components/order-form/field-problems";
import { problemFields } from "@/components/order-form/field-problems";
import { checkForm, detailProblems } from "@/components/order-form/form-problems";
import { cardFieldTypes } from "@/components/payment/card/card-state";
import type { CardFieldType } from "@/components/payment/card/custom-checkout";
import type { CardForm } from "@/components/payment/card/use-card-fields";
import { focusCardField } from "@/components/payment/problem-summary";
import { focusId } from "@/components/ui/focus-id";
import type { CheckoutPage, PurchaseInput } from "./checkout-page";

export type NextStep =
  | { name: "tickets" | "details" | "position" | "confirm"; field: ProblemField }
  | { name: "card"; type: CardFieldType | null }
  | { name: "pay" };

const nameOf: Partial<Record<ProblemField, "details" | "position" | "confirm">> = {
  name: "details",
  email: "details",
  phone: "details",
  province: "details",
  postalCode: "details",
  position: "position",
  age: "confirm",
  location: "confirm",
  rules: "confirm",
};

type StepInput = Pick<PurchaseInput, "draw" | "page">;

function firstIncompleteField({ draw, page }: StepInput): ProblemField | null {
  const { control, purchase, availability } = page;
  const { order } = purchase.state;
  if (order?.buyer) return null;
  const own = checkForm(draw, control.form, availability);
  const missing: FormProblems = lacksPosition(page) ? { position: "required" } : {};
  return problemFields(order ? detailProblems(own) : { ...own, ...missing })[0] ?? null;
}

export function nextStep(input: StepInput): NextStep {
  const field = firstIncompleteField(input);
  if (field) return { name: nameOf[field] ?? "tickets", field };
  const { card, stage } = input.page.card;
  if (stage !== "ready") return { name: "card", type: null };
  const type = cardFieldTypes.find((fieldType) => !card.fields[fieldType].complete);
  return type ? { name: "card", type } : { name: "pay" };
}

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

function isNext(box: Element): boolean {
  if (!box.matches("input:enabled, select:enabled") || box.getClientRects().length === 0) return false;
  return !(box instanceof HTMLInputElement) || box.type !== "radio" || box.checked;
}

export function focusNextField(from: HTMLInputElement, card: CardForm): void {
  const isBehind = (box: Element) => from.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING;
  const isAnother = (box: Element) => from.type !== "radio" || box.getAttribute("name") !== from.name;
  const next = [...(from.form?.elements ?? [])].find((box) => isBehind(box) && isAnother(box) && isNext(box));
  if (next instanceof HTMLElement) next.focus();
  else goToStep({ name: "card", type: card.stage === "ready" ? "card-number" : null }, card);
}

/** In ms. A press takes this long to end, and a message that appears meanwhile would move the button away. */
const pressMs = 250;

export function leaveField({ draw, page: { control, availability } }: PurchaseInput, id: string): void {
  const field: ProblemField | undefined = buyerFields.find((name) => id === `checkout-${name}`);
  const problem = field && checkForm(draw, control.form, availability)[field];
  if (!field || !problem || problem === "required") return;
  setTimeout(() => control.setProblems((before) => ({ ...before, [field]: problem })), pressMs);
}

/** Only a new order lacks its position, because a held one has sent it. */
export function lacksPosition({ position, purchase }: Pick<CheckoutPage, "position" | "purchase">): boolean {
  return position.isWanted && position.state !== "known" && purchase.state.order === null;
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
