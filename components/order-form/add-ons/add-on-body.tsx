import { useTranslations } from "next-intl";
import { countIncludedTickets, getAddOnPackageId, getAddOnQuantity } from "@/components/order-form/basket";
import type { AddOn, CheckoutDraw } from "@/components/order-form/checkout-draw";
import { Disclosure } from "@/components/order-form/disclosure";
import type { ProblemField } from "@/components/order-form/field-problems";
import { ErrorText } from "@/components/order-form/field-problems";
import type { Offer } from "@/components/order-form/offers";
import { useSharedDevice } from "@/components/order-form/shared-device";
import { QuantityStepper } from "@/components/order-form/tickets/quantity-stepper";
import type { FormControl } from "@/components/order-form/use-checkout-form";
import { LabelText, useOrderFormatters } from "@/components/order-form/use-order-formatters";
import { Icon } from "@/components/ui/icon";
import type { LivePool } from "@/lib/draws/rules.projection";
import type { Availability } from "@/lib/orders/rules.lines";
import { computeMaxQuantity, priceLines } from "@/lib/orders/rules.lines";
import type { AddOnState } from "./add-on-state";
import { getAddOnState } from "./add-on-state";

export type AddOnProps = {
  addOn: AddOn;
  draw: CheckoutDraw;
  control: FormControl;
  availability: Availability;
  live: readonly LivePool[];
  getError: (field: ProblemField) => string | null;
};

const boxClass =
  "grid min-w-0 gap-2.5 rounded-control border-2 p-3.5 in-[.fold]:border-0 in-[.fold]:bg-transparent in-[.fold]:p-0";
const titleClass = "float-left w-full p-0 font-bold font-display text-lg leading-snug in-[.fold]:sr-only";

export function AddOnBody({ addOn, draw, control, availability, live, getError }: AddOnProps) {
  const t = useTranslations("checkout");
  const { tickets } = useOrderFormatters();
  const { poolId, description, isMandatory } = addOn;
  const id = `checkout-addOns.${poolId}`;
  const includedCount = countIncludedTickets(draw, control.form, poolId, availability);
  const state = getAddOnState(draw, poolId, availability.now, live);
  const hasOptions = includedCount === 0 && state === "open";
  const error = getError(`addOns.${poolId}`);
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={error ? `${id}-error` : undefined}
      className={`${boxClass} ${error ? "border-danger" : "border-line"} ${hasOptions ? "" : "bg-sunken/60"}`}
    >
      <legend className={titleClass}>
        <LabelText label={addOn.title} />
      </legend>
      {description ? (
        <p className="hint clear-both">
          <LabelText label={description} />
        </p>
      ) : null}
      {hasOptions && isMandatory ? <p className="text-muted text-sm in-[.fold]:hidden">{t("addOnAlways")}</p> : null}
      <AddOnPrizes addOn={addOn} />
      {includedCount > 0 ? (
        <p className="font-medium text-positive">{t("addOnIncluded", { tickets: tickets(includedCount) })}</p>
      ) : null}
      {includedCount === 0 && state !== "open" ? <ClosedNote addOn={addOn} state={state} /> : null}
      {state === "open" ? <LiveFigures live={live.find((pool) => pool.poolId === poolId)} /> : null}
      <ErrorText id={`${id}-error`} text={error} />
      {hasOptions ? <AddOnOptions draw={draw} addOn={addOn} control={control} availability={availability} /> : null}
      <AddOnDetails addOn={addOn} isOpen={state === "open"} />
    </fieldset>
  );
}

function AddOnPrizes({ addOn: { prizes = [] } }: { addOn: AddOn }) {
  return prizes.map((prize, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed, and two prizes may have the same words
    <p key={index} className="flex items-start gap-2 font-medium">
      <Icon name="gift" className="mt-0.5 text-brand-strong" />
      <span>
        <LabelText label={prize} />
      </span>
    </p>
  ));
}

function ClosedNote({ addOn, state }: { addOn: AddOn; state: Exclude<AddOnState, "open"> }) {
  const t = useTranslations("checkout");
  const text = state === "ahead" ? t("addOnAhead", { date: addOn.opensOn ?? "" }) : t(`addOnStates.${state}`);
  return <p className="font-medium text-warning">{text}</p>;
}

type AddOnDetailsProps = { addOn: AddOn; live: LivePool | undefined };

const scarceTicketCount = 500;

function LiveFigures({ live }: Pick<AddOnDetailsProps, "live">) {
  const t = useTranslations("checkout");
  const { money, number } = useOrderFormatters();
  const left = live?.left ?? null;
  const isScarce = left !== null && left > 0 && left <= scarceTicketCount;
  if (!live || (live.prize === null && !isScarce)) return null;
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
      {live.prize === null ? null : (
        <span className="font-medium">{t("addOnPrize", { amount: money(Math.round(live.prize * 100)) })}</span>
      )}
      {isScarce ? (
        <span className="font-medium text-warning">{t("addOnLeft", { count: left, formatted: number(left) })}</span>
      ) : null}
    </p>
  );
}

type AddOnOptionsProps = { draw: CheckoutDraw; addOn: AddOn; control: FormControl; availability: Availability };

function AddOnOptions({ draw, addOn, control, availability }: AddOnOptionsProps) {
  const t = useTranslations("checkout");
  const { form, setAddOn } = control;
  const { poolId, isMandatory, offers, title } = addOn;
  const chosenId = getAddOnPackageId(draw, form, poolId, availability);
  const choice = offers.find(({ id }) => id === chosenId);
  const quantity = getAddOnQuantity(form, poolId, chosenId);
  const getMaxQuantity = ({ id }: Offer) => {
    const basket = { lines: [{ poolId, packageId: id, quantity: 1 }], bundles: [] };
    return computeMaxQuantity(draw.catalogue, priceLines(draw.catalogue, basket, availability.now).lines, availability);
  };
  const getInputProps = (id: string) => ({
    name: `add-on-${poolId}`,
    checked: chosenId === id,
    onChange: () => setAddOn(poolId, id, 1),
  });
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,40%)),1fr))] gap-2">
        {isMandatory ? null : <Option offer={null} isFull={false} {...getInputProps("")} />}
        {offers.map((offer) => (
          <Option key={offer.id} offer={offer} isFull={getMaxQuantity(offer) < 1} {...getInputProps(offer.id)} />
        ))}
      </div>
      {choice && (getMaxQuantity(choice) > 1 || quantity > 1) ? (
        <QuantityStepper
          tickets={choice.tickets}
          label={t("quantityOf", { title: title.text })}
          quantity={quantity}
          max={getMaxQuantity(choice)}
          onChange={(next) => setAddOn(poolId, choice.id, next)}
        />
      ) : null}
    </div>
  );
}

type OptionInputProps = { name: string; checked: boolean; onChange: () => void };

function Option({ offer, isFull, ...input }: { offer: Offer | null; isFull: boolean } & OptionInputProps) {
  const t = useTranslations("checkout");
  const { money, tickets } = useOrderFormatters();
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

const detailsClass =
  "-mb-2.5 border-line border-t text-[0.8125rem] text-muted leading-snug open:pb-2 [&>p]:py-0.5 " +
  "[&>summary]:font-normal";

function AddOnDetails({ addOn, isOpen }: { addOn: AddOn; isOpen: boolean }) {
  const t = useTranslations("checkout");
  const { closesOn, drawnOn, usesGenerator } = addOn;
  const [first, ...others] = [
    drawnOn ? t("addOnDraws", { date: drawnOn }) : null,
    isOpen && closesOn ? t("addOnCloses", { date: closesOn }) : null,
    usesGenerator === undefined ? null : t(usesGenerator ? "addOnByGenerator" : "addOnByHand"),
  ].filter((line) => line !== null);
  if (first === undefined) return <Licence addOn={addOn} />;
  return (
    <Disclosure summary={first} className={detailsClass}>
      {others.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <Licence addOn={addOn} />
    </Disclosure>
  );
}

function Licence({ addOn }: { addOn: AddOn }) {
  const t = useTranslations("checkout");
  const { licence } = addOn;
  const licenceHref = useSharedDevice() ? null : addOn.licenceHref;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      {licence ? <span>{t("addOnLicence", { number: licence })}</span> : null}
      {licenceHref ? (
        <a href={licenceHref} target="_blank" rel="noopener" className="link inline-flex min-h-6 items-center">
          {t("addOnLicencePdf")}
        </a>
      ) : null}
    </p>
  );
}
