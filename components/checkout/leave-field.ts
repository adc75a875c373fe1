import { typedFields } from "@/components/order-form/checkout-form";
import type { ProblemField } from "@/components/order-form/field-problems";
import { checkForm } from "@/components/order-form/form-problems";
import type { Pressed } from "./checkout-page";

/** What a press needs to end where it began, in ms: words that appear meanwhile would move the button from under it. */
const pressMs = 250;

/** Says at a box that its buyer leaves what is wrong with it; one that is still empty is left alone. */
export function leaveField({ draw, page: { control, sale } }: Pressed, id: string): void {
  const field: ProblemField | undefined = typedFields.find((name) => id === `checkout-${name}`);
  const problem = field && checkForm(draw, control.form, sale)[field];
  if (!field || !problem || problem === "required") return;
  setTimeout(() => control.setProblems((before) => ({ ...before, [field]: problem })), pressMs);
}
