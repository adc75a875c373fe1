import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { SaleMoment } from "@/lib/orders/rules.lines";
import { maxTimes } from "@/lib/orders/rules.lines";
import type { CheckoutDraw } from "./checkout-draw";
import { choiceOf, chosenOffer, linesOfOffer } from "./checkout-form";
import { ErrorText } from "./error-text";
import { LabelText } from "./label-text";
import { OfferRow } from "./offer-row";
import type { OfferGroup } from "./offers";
import { QuantityStepper } from "./quantity-stepper";
import type { FormControl } from "./use-checkout-form";
import { usePlainList, usePlainRow } from "./use-plain-list";

type TicketStepProps = {
  draw: CheckoutDraw;
  control: FormControl;
  sale: SaleMoment;
  error: string | null;
};

function GroupTitle({ group }: { group: OfferGroup }) {
  const t = useTranslations("checkout");
  const { title, description, stacked, kind } = group;
  if (!title && kind === "packages") return <legend className="sr-only">{t("stepTickets")}</legend>;
  return (
    <legend className={`mb-2 flex w-full gap-x-3 ${stacked ? "flex-col" : "flex-wrap items-baseline justify-between"}`}>
      <span className="subtitle">{title ? <LabelText label={title} /> : t("bundles")}</span>
      {description ? (
        <span className="hint">
          <LabelText label={description} />
        </span>
      ) : null}
    </legend>
  );
}

/** Switches between the tickets to pick up and a plain list, in words that say where it leads. */
type ListSwitchProps = { isPlain: boolean; isBusy: boolean; onChange: (isPlain: boolean) => void };

function ListSwitch({ isPlain, isBusy, onChange }: ListSwitchProps) {
  const t = useTranslations("checkout");
  return (
    <Button variant="quiet" className="list-switch" busy={isBusy} onClick={() => onChange(!isPlain)}>
      {t(isPlain ? "fullList" : "plainList")}
    </Button>
  );
}

/** Packages, ticket pools and bundles, and how many of the chosen one. */
export function TicketStep({ draw, control, sale, error }: TicketStepProps) {
  const { form, set } = control;
  const chosen = chosenOffer(draw, form);
  const [wantsPlain, setWantsPlain] = usePlainList();
  const plain = usePlainRow(draw.allowsPlainList && wantsPlain);
  const isPlain = plain !== null;
  const Row = plain?.PlainOfferRow ?? OfferRow;
  const mostOf = (kind: OfferGroup["kind"], offerId: string) => {
    const lines = linesOfOffer(draw, kind, offerId, sale.now);
    return lines.length > 0 ? maxTimes(draw.catalogue, lines, sale) : 0;
  };
  return (
    <div id="checkout-choice" tabIndex={-1} className="@container grid gap-4">
      {draw.groups.map((group) => (
        <fieldset key={group.id} aria-describedby={error ? "checkout-choice-error" : undefined} className="min-w-0">
          <GroupTitle group={group} />
          <div className={isPlain ? "grid border-ink border-y-2" : `offers ${group.kind}`}>
            {group.offers.map((offer) => (
              <Row
                key={offer.id}
                kind={group.kind}
                offer={offer}
                name="choice"
                value={choiceOf(group.kind, offer.id)}
                isChosen={form.choice === choiceOf(group.kind, offer.id)}
                isUnavailable={mostOf(group.kind, offer.id) < 1}
                onChoose={() => {
                  set("choice", choiceOf(group.kind, offer.id));
                  set("quantity", 1);
                }}
              />
            ))}
          </div>
        </fieldset>
      ))}
      {chosen ? (
        <QuantityStepper
          tickets={chosen.kind === "bundles" ? null : chosen.offer.tickets}
          quantity={form.quantity}
          most={mostOf(chosen.kind, chosen.offer.id)}
          onChange={(quantity) => set("quantity", quantity)}
        />
      ) : null}
      <ErrorText id="checkout-choice-error" text={error} />
      {draw.allowsPlainList ? (
        <ListSwitch isPlain={isPlain} isBusy={wantsPlain && !isPlain} onChange={setWantsPlain} />
      ) : null}
    </div>
  );
}
