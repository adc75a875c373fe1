import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useNumbers } from "@/components/ui/use-numbers";
import { toDollars } from "@/lib/money";
import type { PricedLine, SaleMoment } from "@/lib/orders/rules.lines";
import { sumCents } from "@/lib/orders/rules.lines";
import type { CheckoutDraw } from "./checkout-draw";
import { choiceOf, mostOf, requiredLines } from "./checkout-form";
import { ErrorText } from "./error-text";
import { LabelText } from "./label-text";
import { FoldedGroups, OfferGroupPart, openGroups } from "./offer-group-part";
import { OfferQuantity } from "./offer-quantity";
import { OfferRow } from "./offer-row";
import type { Offer, OfferGroup } from "./offers";
import type { FormControl } from "./use-checkout-form";
import { chooseOffer } from "./use-checkout-form";
import { usePlainList, usePlainRow } from "./use-plain-list";

type TicketStepProps = {
  draw: CheckoutDraw;
  control: FormControl;
  sale: SaleMoment;
  error: string | null;
};

type ListSwitchProps = { isPlain: boolean; isBusy: boolean; onChange: (isPlain: boolean) => void };

/** Switches between the tickets to pick up and a plain list, in words that say where it leads. */
function ListSwitch({ isPlain, isBusy, onChange }: ListSwitchProps) {
  const t = useTranslations("checkout");
  return (
    <Button variant="quiet" className="list-switch" busy={isBusy} onClick={() => onChange(!isPlain)}>
      {t(isPlain ? "fullList" : "plainList")}
    </Button>
  );
}

/** What every order has besides, before anybody chooses: the "+ $2" of a package. Nothing where there is none. */
function RequiredNote({ draw, lines }: { draw: CheckoutDraw; lines: PricedLine[] }) {
  const t = useTranslations("checkout");
  const { shortDollars } = useNumbers();
  const [first] = lines;
  const addOn = draw.addOns.find(({ poolId }) => poolId === first?.poolId);
  if (!first || !addOn) return null;
  const price = shortDollars(toDollars(sumCents(lines)));
  const title = () => <LabelText label={addOn.title} />;
  const words = t.rich("everyOrder", { draws: lines.length, count: first.tickets, price, draw: title });
  return <p className="required-note">{words}</p>;
}

/** Packages, ticket pools and bundles, and how many of the chosen one. */
export function TicketStep({ draw, control, sale, error }: TicketStepProps) {
  const [wantsPlain, setWantsPlain] = usePlainList();
  const plain = usePlainRow(draw.allowsPlainList && wantsPlain);
  const isPlain = plain !== null;
  const Row = plain?.PlainOfferRow ?? OfferRow;
  // A plain list is there to be read from top to bottom: nothing of it is folded.
  const [shown, folded] = isPlain ? [draw.groups, []] : openGroups(draw.groups);
  const required = requiredLines(draw, control.form, sale);
  const rowOf = (kind: OfferGroup["kind"], offer: Offer) => {
    const value = choiceOf(kind, offer.id);
    return (
      <Row
        key={offer.id}
        kind={kind}
        offer={offer}
        name="choice"
        value={value}
        besideCents={kind === "packages" ? sumCents(required) : 0}
        isChosen={control.form.choice === value}
        isUnavailable={mostOf(draw, { kind, offer }, sale) < 1}
        onChoose={() => chooseOffer(control, value)}
      />
    );
  };
  const part = { describedBy: error ? "checkout-choice-error" : undefined, rowOf };
  return (
    <div id="checkout-choice" tabIndex={-1} className="ticket-step">
      {draw.allowsPlainList ? (
        <ListSwitch isPlain={isPlain} isBusy={wantsPlain && !isPlain} onChange={setWantsPlain} />
      ) : null}
      <RequiredNote draw={draw} lines={required} />
      {shown.map((group) => (
        <OfferGroupPart key={group.id} {...part} group={group} isPlain={isPlain} />
      ))}
      <FoldedGroups {...part} groups={folded} chosen={control.form.choice} />
      <OfferQuantity draw={draw} control={control} sale={sale} />
      <ErrorText id="checkout-choice-error" text={error} />
    </div>
  );
}
