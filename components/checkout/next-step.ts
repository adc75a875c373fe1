import type { FormProblems, ProblemField } from "@/components/order-form/field-problems";
import { problemFields } from "@/components/order-form/field-problems";
import { checkForm, detailProblems } from "@/components/order-form/form-problems";
import { cardFieldTypes } from "@/components/payment/card/card-state";
import type { CardFieldType } from "@/components/payment/card/custom-checkout";
import type { CardForm } from "@/components/payment/card/use-card-fields";
import { focusCardField } from "@/components/payment/problem-summary";
import { focusId } from "@/components/ui/focus-id";
import type { Pressed } from "./checkout-page";
import { lacksPosition } from "./position-first";

/** What a buyer who pays by card has to do next. */
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

type Shown = Pick<Pressed, "draw" | "page">;

/** The first thing that the form still lacks, or null. */
function openField({ draw, page }: Shown): ProblemField | null {
  const { control, purchase, sale } = page;
  const { order } = purchase.state;
  if (order?.buyer) return null;
  const own = checkForm(draw, control.form, sale);
  const missing: FormProblems = lacksPosition(page) ? { position: "required" } : {};
  return problemFields(order ? detailProblems(own) : { ...own, ...missing })[0] ?? null;
}

/** The first step that is not done, in the order of the page. */
export function nextStep(shown: Shown): NextStep {
  const field = openField(shown);
  if (field) return { name: nameOf[field] ?? "tickets", field };
  const { card, stage } = shown.page.card;
  if (stage !== "ready") return { name: "card", type: null };
  const type = cardFieldTypes.find((known) => !card.fields[known].complete);
  return type ? { name: "card", type } : { name: "pay" };
}

/** Brings the buyer to a step, with the focus on what is to be filled in there. */
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
