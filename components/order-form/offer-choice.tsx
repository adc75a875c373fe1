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
