import { useTranslations } from "next-intl";

import type { LivePool } from "@/lib/draws/rules.projection";
import type { SaleMoment } from "@/lib/orders/rules.lines";
import type { AddOn } from "./add-on";
import { AddOnLive, AddOnPapers, AddOnPrizes } from "./add-on-facts";
import { AddOnOptions } from "./add-on-options";
import type { AddOnState } from "./add-on-state";
import { addOnStateOf } from "./add-on-state";
import type { CheckoutDraw } from "./checkout-draw";
import { includedTickets } from "./checkout-form";
import { ErrorText } from "./error-text";
import { LabelText } from "./label-text";
import type { ProblemField } from "./problem-fields";
import type { FormControl } from "./use-checkout-form";
import { useWords } from "./use-words";

/** A second draw within the order that is being made. */
export type AddOnProps = {
  addOn: AddOn;
  draw: CheckoutDraw;
  control: FormControl;
  sale: SaleMoment;
  live: readonly LivePool[];
  errorOf: (field: ProblemField) => string | null;
};

function Closed({ addOn, state }: { addOn: AddOn; state: Exclude<AddOnState, "open"> }) {
  const t = useTranslations("checkout");
  const words = state === "ahead" ? t("addOnAhead", { date: addOn.opens ?? "" }) : t(`addOnStates.${state}`);
  return <p className="font-medium text-warning">{words}</p>;
}

/** In a fold, which is a box already and whose line is its title, it has neither. */
const boxClass =
  "grid min-w-0 gap-2.5 rounded-control border-2 p-3.5 in-[.fold]:border-0 in-[.fold]:bg-transparent in-[.fold]:p-0";
const titleClass = "float-left w-full p-0 font-bold font-display text-lg leading-snug in-[.fold]:sr-only";

/** A second draw, and what a buyer can do about it: nothing more, nothing at all, or choose. */
export function AddOnBody({ addOn, draw, control, sale, live, errorOf }: AddOnProps) {
  const t = useTranslations("checkout");
  const { tickets } = useWords();
  const { poolId, description, mandatory } = addOn;
  const id = `checkout-addOns.${poolId}`;
  const included = includedTickets(draw, control.form, poolId, sale);
  const state = addOnStateOf(draw, poolId, sale.now, live);
  const isAsked = included === 0 && state === "open";
  const error = errorOf(`addOns.${poolId}`);
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={error ? `${id}-error` : undefined}
      className={`${boxClass} ${error ? "border-danger" : "border-line"} ${isAsked ? "" : "bg-sunken/60"}`}
    >
      <legend className={titleClass}>
        <LabelText label={addOn.title} />
      </legend>
      {description ? (
        <p className="hint clear-both">
          <LabelText label={description} />
        </p>
      ) : null}
      {isAsked && mandatory ? <p className="text-muted text-sm in-[.fold]:hidden">{t("addOnAlways")}</p> : null}
      <AddOnPrizes addOn={addOn} />
      {included > 0 ? (
        <p className="font-medium text-positive">{t("addOnIncluded", { tickets: tickets(included) })}</p>
      ) : null}
      {included === 0 && state !== "open" ? <Closed addOn={addOn} state={state} /> : null}
      {state === "open" ? <AddOnLive live={live.find((pool) => pool.poolId === poolId)} /> : null}
      <ErrorText id={`${id}-error`} text={error} />
      {isAsked ? <AddOnOptions draw={draw} addOn={addOn} control={control} sale={sale} /> : null}
      <AddOnPapers addOn={addOn} isOpen={state === "open"} />
    </fieldset>
  );
}
