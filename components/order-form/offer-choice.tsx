import { useTranslations } from "next-intl";
import type { SaleMoment } from "@/lib/orders/rules.lines";
import type { CheckoutDraw } from "./checkout-draw";
import { chosenOffer, mostOf } from "./checkout-form";
import type { OfferGroup } from "./offers";
import { QuantityStepper } from "./quantity-stepper";
import type { FormControl } from "./use-checkout-form";
import { LabelText } from "./use-words";

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

type OfferQuantityProps = { draw: CheckoutDraw; control: FormControl; sale: SaleMoment };

export function OfferQuantity({ draw, control: { form, set }, sale }: OfferQuantityProps) {
  const choice = chosenOffer(draw, form);
  if (!choice) return null;
  return (
    <QuantityStepper
      tickets={choice.kind === "bundles" ? null : choice.offer.tickets}
      quantity={form.quantity}
      most={mostOf(draw, choice, sale)}
      onChange={(quantity) => set("quantity", quantity)}
    />
  );
}
