import type { FormProblems, ProblemField } from "@/components/order-form/field-problems";
import { listProblemFields } from "@/components/order-form/field-problems";
import { checkForm, pickDetailProblems } from "@/components/order-form/form-problems";
import { cardFieldTypes } from "@/components/payment/card/card-state";
import type { CardFieldType } from "@/components/payment/card/custom-checkout";
import type { CheckoutPage, PurchaseInput } from "./checkout-page";

export type NextStep =
  | { name: "tickets" | "details" | "position" | "confirm"; field: ProblemField }
  | { name: "card"; type: CardFieldType | null }
  | { name: "pay" };

type StepInput = Pick<PurchaseInput, "draw" | "page">;

export function getNextStep(input: StepInput): NextStep {
  const field = findIncompleteField(input);
  if (field) return { name: stepNames[field] ?? "tickets", field };
  const { card, stage } = input.page.card;
  if (stage !== "ready") return { name: "card", type: null };
  const type = cardFieldTypes.find((fieldType) => !card.fields[fieldType].complete);
  return type ? { name: "card", type } : { name: "pay" };
}

/** A held order needs no position: it was sent with the reservation. */
export function isPositionMissing({ position, purchase }: Pick<CheckoutPage, "position" | "purchase">): boolean {
  return position.isWanted && position.state !== "known" && purchase.state.order === null;
}

const stepNames: Partial<Record<ProblemField, "details" | "position" | "confirm">> = {
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

function findIncompleteField({ draw, page }: StepInput): ProblemField | null {
  const { control, purchase, availability } = page;
  const { order } = purchase.state;
  if (order?.buyer) return null;
  const problems = checkForm(draw, control.form, availability);
  const missing: FormProblems = isPositionMissing(page) ? { position: "required" } : {};
  return listProblemFields(order ? pickDetailProblems(problems) : { ...problems, ...missing })[0] ?? null;
}
