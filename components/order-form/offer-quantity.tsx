import type { SaleMoment } from "@/lib/orders/rules.lines";
import type { CheckoutDraw } from "./checkout-draw";
import { chosenOffer, mostOf } from "./checkout-form";
import { QuantityStepper } from "./quantity-stepper";
import type { FormControl } from "./use-checkout-form";

type OfferQuantityProps = { draw: CheckoutDraw; control: FormControl; sale: SaleMoment };

/** How many of the chosen package or bundle; nothing while none is chosen. */
export function OfferQuantity({ draw, control: { form, set }, sale }: OfferQuantityProps) {
  const chosen = chosenOffer(draw, form);
  if (!chosen) return null;
  return (
    <QuantityStepper
      tickets={chosen.kind === "bundles" ? null : chosen.offer.tickets}
      quantity={form.quantity}
      most={mostOf(draw, chosen, sale)}
      onChange={(quantity) => set("quantity", quantity)}
    />
  );
}
