import { useTranslations } from "next-intl";

import { useInitialLive } from "@/components/draws/live-provider";
import { offeredPools } from "@/lib/draws/rules.catalogue";
import type { LivePool } from "@/lib/draws/rules.projection";
import type { SaleMoment } from "@/lib/orders/rules.lines";
import type { AddOn } from "./add-on";
import { AddOnLive, AddOnPapers, AddOnPrizes } from "./add-on-facts";
import { AddOnOptions } from "./add-on-options";
import type { AddOnState } from "./add-on-state";
import { addOnStateOf } from "./add-on-state";
import type { CheckoutDraw } from "./checkout-draw";
import { addOnPackage, addOnQuantity, includedTickets } from "./checkout-form";
import { ErrorText } from "./error-text";
import { Fold } from "./fold";
import { LabelText } from "./label-text";
import type { ProblemField } from "./problem-fields";
import type { FormControl } from "./use-checkout-form";
import { useWords } from "./use-words";

type AddOnListProps = {
  draw: CheckoutDraw;
  control: FormControl;
  sale: SaleMoment;
  live: readonly LivePool[];
  errorOf: (field: ProblemField) => string | null;
  /** Each is a line until a buyer asks for it; an operator is asked in the open. */
  isFolded?: boolean;
  /** Level of the heading: one below that of what stands around. */
  heading?: "h3" | "h4";
};

type AddOnBoxProps = AddOnListProps & { addOn: AddOn };

function Closed({ addOn, state }: { addOn: AddOn; state: Exclude<AddOnState, "open"> }) {
  const t = useTranslations("checkout");
  const words = state === "ahead" ? t("addOnAhead", { date: addOn.opens ?? "" }) : t(`addOnStates.${state}`);
  return <p className="font-medium text-warning">{words}</p>;
}

/** What a buyer can do about a second draw: nothing more, nothing at all, or choose. */
function AddOnBody({ addOn, draw, control, sale, live, errorOf }: AddOnBoxProps) {
  const t = useTranslations("checkout");
  const { tickets } = useWords();
  const { poolId, description } = addOn;
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
      className={`add-on ${error ? "wrong" : ""} ${isAsked ? "" : "closed"}`}
    >
      <legend className="add-on-title">
        <LabelText label={addOn.title} />
      </legend>
      {description ? (
        <p className="hint clear-both">
          <LabelText label={description} />
        </p>
      ) : null}
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

/** What a second draw adds to the order, or where its prices begin while it adds nothing. */
function AddOnNote({ addOn: { poolId, offers }, draw, control, sale }: AddOnBoxProps) {
  const t = useTranslations("checkout");
  const { money, tickets } = useWords();
  const chosen = offers.find(({ id }) => id === addOnPackage(draw, control.form, poolId, sale));
  const quantity = chosen ? addOnQuantity(control.form, poolId, chosen.id) : 0;
  return (
    <small className="tabular fold-note">
      {chosen
        ? `${tickets(chosen.tickets * quantity)} · ${money(chosen.priceCents * quantity)}`
        : t("fromPrice", { price: money(Math.min(...offers.map(({ priceCents }) => priceCents))) })}
    </small>
  );
}

/** A second draw as a line; open once a buyer chose of it, or has to. */
function FoldedAddOn(props: AddOnBoxProps) {
  const { addOn, control, errorOf } = props;
  const isOpen = Boolean(control.form.addOns[addOn.poolId]) || errorOf(`addOns.${addOn.poolId}`) !== null;
  const words = (
    <>
      <LabelText label={addOn.title} /> <AddOnNote {...props} />
    </>
  );
  return (
    <Fold words={words} isOpen={isOpen} className="boxed">
      <AddOnBody {...props} />
    </Fold>
  );
}

/**
 * Second draws beside the main one: those that every order has and those that a buyer may add, each in the order of
 * their priority; those that a bundle brings are not asked for again. One whose sales were over when the page was made
 * is none of this order's: the page tells of it elsewhere.
 */
export function AddOnList(props: AddOnListProps) {
  const t = useTranslations("checkout");
  const { draw, control, sale, live, isFolded = false, heading: Heading = "h4" } = props;
  const builtAt = new Date(useInitialLive().serverTime);
  const offered = offeredPools(draw.catalogue, builtAt);
  const isRequired = ({ mandatory, poolId }: AddOn) =>
    mandatory && addOnStateOf(draw, poolId, sale.now, live) === "open";
  const isAsked = ({ poolId }: AddOn) =>
    addOnStateOf(draw, poolId, sale.now, live) === "open" && includedTickets(draw, control.form, poolId, sale) === 0;
  return (["addOnRequired", "addOnsHeading"] as const).map((title) => {
    const listed = draw.addOns.filter(
      (addOn) => offered.has(addOn.poolId) && isRequired(addOn) === (title === "addOnRequired"),
    );
    return listed.length > 0 ? (
      <div key={title} className="mt-7 grid gap-3">
        <Heading className="subtitle">{t(title)}</Heading>
        {listed.map((addOn) => {
          const Box = isFolded && isAsked(addOn) ? FoldedAddOn : AddOnBody;
          return <Box key={addOn.poolId} {...props} addOn={addOn} />;
        })}
      </div>
    ) : null;
  });
}
