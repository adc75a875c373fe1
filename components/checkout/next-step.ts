import type { FormProblems, ProblemField } from "@/components/order-form/field-problems";
import { listProblemFields } from "@/components/order-form/field-problems";
import { checkForm, pickDetailProblems } from "@/components/order-form/form-problems";
import { cardFieldTypes } from "@/components/payment/card/card-state";
import type { CardFieldType } from "@/components/payment/card/custom-checkout";
import type { CheckoutPage, PurchaseInput } from "./checkout-page";

type StepInput = Pick<PurchaseInput, "draw" | "page">;

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

export function nextStep(input: StepInput): NextStep {
  const field = firstIncompleteField(input);
  if (field) return { name: nameOf[field] ?? "tickets", field };
  const { card, stage } = input.page.card;
  if (stage !== "ready") return { name: "card", type: null };
  const type = cardFieldTypes.find((fieldType) => !card.fields[fieldType].complete);
  return type ? { name: "card", type } : { name: "pay" };
}

function firstIncompleteField({ draw, page }: StepInput): ProblemField | null {
  const { control, purchase, availability } = page;
  const { order } = purchase.state;
  if (order?.buyer) return null;
  const problems = checkForm(draw, control.form, availability);
  const missing: FormProblems = lacksPosition(page) ? { position: "required" } : {};
  return listProblemFields(order ? pickDetailProblems(problems) : { ...problems, ...missing })[0] ?? null;
}

/** A held order needs no position, because it was sent when the tickets were reserved. */
export function lacksPosition({ position, purchase }: Pick<CheckoutPage, "position" | "purchase">): boolean {
  return position.isWanted && position.state !== "known" && purchase.state.order === null;
}
