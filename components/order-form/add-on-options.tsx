import { useTranslations } from "next-intl";

import type { SaleMoment } from "@/lib/orders/rules.lines";
import { maxTimes, priceLines } from "@/lib/orders/rules.lines";
import type { AddOn } from "./add-on";
import type { CheckoutDraw } from "./checkout-draw";
import { addOnPackage, addOnQuantity } from "./checkout-form";
import type { Offer } from "./offers";
import { QuantityStepper } from "./quantity-stepper";
import type { FormControl } from "./use-checkout-form";
import { useWords } from "./use-words";

type AddOnOptionsProps = { draw: CheckoutDraw; addOn: AddOn; control: FormControl; sale: SaleMoment };

function Option({ offer, isFull, ...input }: { offer: Offer | null; isFull: boolean } & OptionInput) {
  const t = useTranslations("checkout");
  const { money, tickets } = useWords();
  return (
    <label className="option">
      <input {...input} type="radio" disabled={isFull} value={offer?.id ?? ""} />
      <span>
        <span>{offer ? tickets(offer.tickets) : t("addOnNone")}</span>
        {isFull ? <span className="block text-sm">{t("unavailable")}</span> : null}
      </span>
      {offer ? <b className="tabular">{money(offer.priceCents)}</b> : null}
    </label>
  );
}

type OptionInput = { name: string; checked: boolean; onChange: () => void };

/**
 * The packages of a second draw as radio buttons, "none" first unless it is mandatory, and how many of the chosen one.
 */
export function AddOnOptions({ draw, addOn, control, sale }: AddOnOptionsProps) {
  const t = useTranslations("checkout");
  const { form, setAddOn } = control;
  const { poolId, mandatory, offers, title } = addOn;
  const chosenId = addOnPackage(draw, form, poolId, sale);
  const chosen = offers.find(({ id }) => id === chosenId);
  const quantity = addOnQuantity(form, poolId, chosenId);
  const mostOf = ({ id }: Offer) => {
    const one = { lines: [{ poolId, packageId: id, quantity: 1 }], bundles: [] };
    return maxTimes(draw.catalogue, priceLines(draw.catalogue, one, sale.now).lines, sale);
  };
  const inputOf = (id: string) => ({
    name: `add-on-${poolId}`,
    checked: chosenId === id,
    onChange: () => setAddOn(poolId, id, 1),
  });
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,40%)),1fr))] gap-2">
        {mandatory ? null : <Option offer={null} isFull={false} {...inputOf("")} />}
        {offers.map((offer) => (
          <Option key={offer.id} offer={offer} isFull={mostOf(offer) < 1} {...inputOf(offer.id)} />
        ))}
      </div>
      {chosen && (mostOf(chosen) > 1 || quantity > 1) ? (
        <QuantityStepper
          tickets={chosen.tickets}
          label={t("quantityOf", { title: title.text })}
          quantity={quantity}
          most={mostOf(chosen)}
          onChange={(next) => setAddOn(poolId, chosen.id, next)}
        />
      ) : null}
    </div>
  );
}
