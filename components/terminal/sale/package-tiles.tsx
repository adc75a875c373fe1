import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { choiceOf, mostOf, requiredLines } from "@/components/order-form/checkout-form";
import { ErrorText } from "@/components/order-form/field-problems";
import { OfferGroupTitle, OfferQuantity } from "@/components/order-form/offer-choice";
import type { FormControl } from "@/components/order-form/use-checkout-form";
import { chooseOffer } from "@/components/order-form/use-checkout-form";
import { useTabletSettings } from "@/components/terminal/shell/tablet-settings";
import type { SaleMoment } from "@/lib/orders/rules.lines";
import { sumCents } from "@/lib/orders/rules.lines";
import { PackageTile } from "./package-tile";
import { keyedOffers } from "./sale-offers";

type PackageTilesProps = { draw: CheckoutDraw; control: FormControl; sale: SaleMoment; error: string | null };

/** What a draw offers as large tiles, and how many of the chosen one. */
export function PackageTiles({ draw, control, sale, error }: PackageTilesProps) {
  const { hasKeys } = useTabletSettings();
  const keyed = hasKeys ? keyedOffers(draw) : [];
  const shortcutOf = (value: string) => keyed.findIndex((offer) => offer.value === value) + 1 || null;
  const requiredCents = sumCents(requiredLines(draw, control.form, sale));
  return (
    <div id="checkout-choice" tabIndex={-1} className="grid gap-4">
      {draw.groups.map((group) => (
        <fieldset key={group.id} aria-describedby={error ? "checkout-choice-error" : undefined} className="min-w-0">
          <OfferGroupTitle group={group} className="mb-3 grid" />
          <div className="@container">
            <div className="tiles">
              {group.offers.map((offer) => {
                const tile = { kind: group.kind, offer, value: choiceOf(group.kind, offer.id) };
                return (
                  <PackageTile
                    key={offer.id}
                    {...tile}
                    besideCents={group.kind === "packages" ? requiredCents : 0}
                    shortcut={shortcutOf(tile.value)}
                    isChosen={control.form.choice === tile.value}
                    isUnavailable={mostOf(draw, tile, sale) < 1}
                    onChoose={() => chooseOffer(control, tile.value)}
                  />
                );
              })}
            </div>
          </div>
        </fieldset>
      ))}
      <OfferQuantity draw={draw} control={control} sale={sale} />
      <ErrorText id="checkout-choice-error" text={error} />
    </div>
  );
}
