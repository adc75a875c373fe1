import { useTranslations } from "next-intl";
import { getMaxQuantity } from "@/components/order-form/basket";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { findChosenOffer } from "@/components/order-form/checkout-form";
import type { OfferGroup } from "@/components/order-form/offers";
import type { FormControl } from "@/components/order-form/use-checkout-form";
import { LabelText } from "@/components/order-form/use-order-formatters";
import type { Availability } from "@/lib/orders/rules.lines";
import { QuantityStepper } from "./quantity-stepper";

export function OfferGroupTitle({ group, className }: { group: OfferGroup; className: string }) {
  const t = useTranslations("checkout");
  const { title, description, kind } = group;
  if (!title && kind === "packages") return <legend className="sr-only">{t("stepTickets")}</legend>;
  return (
    <legend className={className}>
      <span className="subtitle">
        {title ? (
          <span>
            <LabelText label={title} />
          </span>
        ) : (
          t("bundles")
        )}
      </span>
      {description ? (
        <span className="hint">
          <LabelText label={description} />
        </span>
      ) : null}
    </legend>
  );
}

type OfferQuantityProps = { draw: CheckoutDraw; control: FormControl; availability: Availability };

export function OfferQuantity({ draw, control: { form, set }, availability }: OfferQuantityProps) {
  const choice = findChosenOffer(draw, form);
  if (!choice) return null;
  return (
    <QuantityStepper
      tickets={choice.kind === "bundles" ? null : choice.offer.tickets}
      quantity={form.quantity}
      max={getMaxQuantity(draw, choice, availability)}
      onChange={(quantity) => set("quantity", quantity)}
    />
  );
}
