import { useTranslations } from "next-intl";

import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { choiceOf, chosenOffer } from "@/components/order-form/checkout-form";
import { ErrorText } from "@/components/order-form/error-text";
import { LabelText } from "@/components/order-form/label-text";
import type { OfferGroup } from "@/components/order-form/offers";
import { QuantityStepper } from "@/components/order-form/quantity-stepper";
import type { FormControl } from "@/components/order-form/use-checkout-form";
import { useTabletSettings } from "@/components/terminal/shell/tablet-settings";
import type { SaleMoment } from "@/lib/orders/rules.lines";
import { PackageTile } from "./package-tile";
import { chooseOffer, mostOf, offerKeys, offersOf } from "./sale-offers";

type PackageTilesProps = { draw: CheckoutDraw; control: FormControl; sale: SaleMoment; error: string | null };

function GroupTitle({ title, description, kind }: OfferGroup) {
  const t = useTranslations("checkout");
  if (!title && kind === "packages") return <legend className="sr-only">{t("stepTickets")}</legend>;
  return (
    <legend className="mb-2 grid">
      <span className="subtitle">{title ? <LabelText label={title} /> : t("bundles")}</span>
      {description ? (
        <span className="hint">
          <LabelText label={description} />
        </span>
      ) : null}
    </legend>
  );
}

/** What a draw offers as large tiles, three in a row, and how many of the chosen one. */
export function PackageTiles({ draw, control, sale, error }: PackageTilesProps) {
  const { form, set } = control;
  const chosen = chosenOffer(draw, form);
  const { hasKeys } = useTabletSettings();
  const keyed = hasKeys ? offersOf(draw).slice(0, offerKeys) : [];
  const shortcutOf = (value: string) => keyed.findIndex((offer) => offer.value === value) + 1 || null;
  return (
    <div id="checkout-choice" tabIndex={-1} className="grid gap-4">
      {draw.groups.map((group) => (
        <fieldset key={group.id} aria-describedby={error ? "checkout-choice-error" : undefined} className="min-w-0">
          <GroupTitle {...group} />
          <div className="grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3">
            {group.offers.map((offer) => {
              const tile = { kind: group.kind, offer, value: choiceOf(group.kind, offer.id) };
              return (
                <PackageTile
                  key={offer.id}
                  {...tile}
                  shortcut={shortcutOf(tile.value)}
                  isChosen={form.choice === tile.value}
                  isUnavailable={mostOf(draw, tile, sale) < 1}
                  onChoose={() => chooseOffer(control, tile)}
                />
              );
            })}
          </div>
        </fieldset>
      ))}
      {chosen ? (
        <QuantityStepper
          tickets={chosen.kind === "bundles" ? null : chosen.offer.tickets}
          quantity={form.quantity}
          most={mostOf(draw, chosen, sale)}
          onChange={(quantity) => set("quantity", quantity)}
        />
      ) : null}
      <ErrorText id="checkout-choice-error" text={error} />
    </div>
  );
}
