import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import type { CheckoutForm } from "@/components/order-form/checkout-form";
import { emptyForm, typedFields } from "@/components/order-form/checkout-form";
import type { FormControl } from "@/components/order-form/use-checkout-form";

/** True when an operator began to type who buys: from then on all of it must be right. */
export function hasBuyer(form: CheckoutForm): boolean {
  return typedFields.some((field) => form[field].trim() !== "");
}

/** What a buyer is called by on the chip: the first of what was typed; null where nothing was. */
export function buyerNameOf(form: CheckoutForm): string | null {
  return typedFields.map((field) => form[field].trim()).find((text) => text !== "") ?? null;
}

/** Takes all that was typed of a buyer out of the form, and with it out of the session. */
export function clearBuyer(draw: CheckoutDraw, { set, setProblems }: FormControl): void {
  const { province } = emptyForm(draw);
  for (const field of typedFields) set(field, "");
  set("province", province);
  setProblems({});
}
