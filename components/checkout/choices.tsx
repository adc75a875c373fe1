import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useIsPreview } from "@/components/draws/live/live-provider";
import type { AddOnProps } from "@/components/order-form/add-ons/add-on-body";
import { AddOnList } from "@/components/order-form/add-ons/add-on-list";
import { getAddOnState } from "@/components/order-form/add-ons/add-on-state";
import { countIncludedTickets, getAddOnPackageId, getAddOnQuantity } from "@/components/order-form/basket";
import { Attestations } from "@/components/order-form/buyer/attestations";
import { DetailsStep } from "@/components/order-form/buyer/details-step";
import { LocationShare } from "@/components/order-form/buyer/location-share";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { Disclosure } from "@/components/order-form/disclosure";
import { useProblemText } from "@/components/order-form/field-problems";
import { TeamChoice } from "@/components/order-form/tickets/team-choice";
import { TicketStep } from "@/components/order-form/tickets/ticket-step";
import { LabelText, useOrderFormatters } from "@/components/order-form/use-order-formatters";
import { preloadServerCalls } from "@/components/payment/load-server-calls";
import { Icon } from "@/components/ui/icon";
import type { IconName } from "@/components/ui/icon-names";
import type { CheckoutPage } from "./checkout-page";
import { useKiosk } from "./kiosk-context";
import { useLazyParts } from "./lazy-parts-provider";

type StepProps = { draw: CheckoutDraw; page: CheckoutPage };

export function TicketChoiceStep({ draw, page }: StepProps) {
  const { control, live, availability } = page;
  const getError = useProblemText(draw, control.problems);
  return (
    <EditableStep page={page} name="Tickets">
      <TicketStep draw={draw} control={control} availability={availability} error={getError("choice")} />
      <AddOnList
        draw={draw}
        control={control}
        availability={availability}
        live={live.pools}
        getError={getError}
        Box={AddOnDisclosure}
      />
      <TeamChoice draw={draw} control={control} />
    </EditableStep>
  );
}

export function BuyerStep({ draw, page, notice }: StepProps & { notice: ReactNode }) {
  const { control, position } = page;
  const getError = useProblemText(draw, control.problems);
  return (
    <EditableStep page={page} name="Details">
      {notice}
      <Details draw={draw} page={page} />
      <LocationShare draw={draw} control={control} position={position} getError={getError} />
      <Attestations draw={draw} control={control} getError={getError} />
    </EditableStep>
  );
}

/** A card payment needs a buyer, but an order that Apple's sheet reserved without paying has none. */
export function MissingBuyerStep({ draw, page }: StepProps) {
  const { order } = page.purchase.state;
  if (!order || order.buyer) return null;
  return (
    <EditableStep page={page} name="Details">
      <Details draw={draw} page={page} />
    </EditableStep>
  );
}

type EditableStepProps = { page: CheckoutPage; name: "Tickets" | "Details"; children: ReactNode };

function EditableStep({ page, name, children }: EditableStepProps) {
  const t = useTranslations("checkout");
  return (
    <fieldset role="none" disabled={page.purchase.state.phase !== "editing"} className="contents">
      <CheckoutStep id={`checkout-${name.toLowerCase()}`} number={name === "Tickets" ? 1 : 2} title={t(`step${name}`)}>
        {children}
      </CheckoutStep>
    </fieldset>
  );
}

function Details({ draw, page: { control, purchase } }: StepProps) {
  const lazy = useLazyParts();
  const isShared = useKiosk() !== null;
  const isPreview = useIsPreview();
  const getError = useProblemText(draw, control.problems);
  return (
    <>
      <DetailsStep
        draw={draw}
        control={control}
        getError={getError}
        emailHint={lazy ? <lazy.EmailHint control={control} /> : null}
      />
      {/* Reserves the place, so that loading moves nothing under the buyer's finger. */}
      {isShared || isPreview ? null : (
        <div className="flow-root min-h-22 max-[23.25rem]:[&:lang(fr)]:min-h-28 sm:max-lg:min-h-17">
          {lazy ? <lazy.RememberDetails control={control} phase={purchase.state.phase} /> : null}
        </div>
      )}
    </>
  );
}

type CheckoutStepProps = { id: string; number: number; title: string; children: ReactNode };

export function CheckoutStep({ id, number, title, children }: CheckoutStepProps) {
  return (
    <section aria-labelledby={id} className={number === 1 ? "part" : "part next"}>
      <h3 id={id} tabIndex={-1} className="part-title">
        <i aria-hidden="true" className="tabular">
          {number}
        </i>
        <span>{title}</span>
      </h3>
      {children}
    </section>
  );
}

type AddOnNote = [mark: IconName | null, text: string];

function useAddOnNote({ addOn, draw, control, availability, live }: AddOnProps): AddOnNote {
  const t = useTranslations("checkout");
  const { money, tickets } = useOrderFormatters();
  const { poolId, isMandatory, offers, opensOn = "" } = addOn;
  const includedCount = countIncludedTickets(draw, control.form, poolId, availability);
  if (includedCount > 0) return ["check", t("addOnIncluded", { tickets: tickets(includedCount) })];
  const state = getAddOnState(draw, poolId, availability.now, live);
  if (state !== "open")
    return [null, state === "ahead" ? t("addOnAhead", { date: opensOn }) : t(`addOnStates.${state}`)];
  const kind = t(isMandatory ? "addOnRequired" : "addOnOptional");
  const choice = offers.find(({ id }) => id === getAddOnPackageId(draw, control.form, poolId, availability));
  if (!choice) {
    const lowestCents = Math.min(...offers.map(({ priceCents }) => priceCents));
    return ["plus", `${kind} · ${t("fromPrice", { price: money(lowestCents) })}`];
  }
  const quantity = getAddOnQuantity(control.form, poolId, choice.id);
  const choiceText = `${tickets(choice.tickets * quantity)} · ${money(choice.priceCents * quantity)}`;
  return ["check", isMandatory ? `${kind} · ${choiceText}` : choiceText];
}

/** The body loads lazily, and a press tries again. */
export function AddOnDisclosure(props: AddOnProps) {
  const { addOn, control, getError } = props;
  const t = useTranslations("checkout");
  const lazy = useLazyParts();
  const [mark, note] = useAddOnNote(props);
  const isOpen = Boolean(control.form.addOns[addOn.poolId]) || getError(`addOns.${addOn.poolId}`) !== null;
  const summary = (
    <span className="flex items-center gap-3">
      {mark ? <Icon name={mark} className="text-brand-strong" /> : null}
      <span>
        <span>
          <LabelText label={addOn.title} />
        </span>{" "}
        <small className="tabular fold-note">{note}</small>
      </span>
    </span>
  );
  return (
    <Disclosure summary={summary} isOpen={isOpen} className="boxed">
      {lazy ? (
        <lazy.AddOnBody {...props} />
      ) : (
        <p className="hint">
          {t("addOnAwaited")}{" "}
          <button type="button" className="link min-h-11" onClick={preloadServerCalls}>
            {t("retry")}
          </button>
        </p>
      )}
    </Disclosure>
  );
}
