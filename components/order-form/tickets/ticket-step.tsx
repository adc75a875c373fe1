import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { getMaxQuantity, listRequiredLines } from "@/components/order-form/basket";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { getOfferKey } from "@/components/order-form/checkout-form";
import { Disclosure } from "@/components/order-form/disclosure";
import { ErrorText } from "@/components/order-form/field-problems";
import type { Offer, OfferGroup } from "@/components/order-form/offers";
import { useSharedDevice } from "@/components/order-form/shared-device";
import type { FormControl } from "@/components/order-form/use-checkout-form";
import { chooseOffer } from "@/components/order-form/use-checkout-form";
import { LabelText, useOrderFormatters } from "@/components/order-form/use-order-formatters";
import { Button } from "@/components/ui/button";
import { useFormatters } from "@/components/ui/use-formatters";
import { toDollars } from "@/lib/money";
import type { Availability, PricedLine } from "@/lib/orders/rules.lines";
import { sumCents } from "@/lib/orders/rules.lines";
import { OfferGroupTitle, OfferQuantity } from "./offer-choice";
import { OfferRow } from "./offer-row";

type TicketStepProps = {
  draw: CheckoutDraw;
  control: FormControl;
  availability: Availability;
  error: string | null;
};

export function TicketStep({ draw, control, availability, error }: TicketStepProps) {
  const [wantsPlain, setWantsPlain] = usePlainList();
  const plain = usePlainRow(draw.allowsPlainList && wantsPlain);
  const isPlain = plain !== null;
  const Row = plain?.PlainOfferRow ?? OfferRow;
  const [openGroups, collapsedGroups] = isPlain ? [draw.groups, []] : splitGroups(draw.groups);
  const required = listRequiredLines(draw, control.form, availability);
  const renderRow = (kind: OfferGroup["kind"], offer: Offer) => {
    const value = getOfferKey(kind, offer.id);
    return (
      <Row
        key={offer.id}
        kind={kind}
        offer={offer}
        name="choice"
        value={value}
        requiredCents={kind === "packages" ? sumCents(required) : 0}
        isChosen={control.form.choice === value}
        isUnavailable={getMaxQuantity(draw, { kind, offer }, availability) < 1}
        onChoose={() => chooseOffer(control, value)}
      />
    );
  };
  const groupProps = { describedBy: error ? "checkout-choice-error" : undefined, renderRow };
  return (
    <div id="checkout-choice" tabIndex={-1} className="ticket-step">
      {draw.allowsPlainList ? (
        <PlainListSwitch isPlain={isPlain} isBusy={wantsPlain && !isPlain} onChange={setWantsPlain} />
      ) : null}
      <RequiredNote draw={draw} lines={required} />
      {openGroups.map((group) => (
        <OfferGroupPart key={group.id} {...groupProps} group={group} isPlain={isPlain} />
      ))}
      <CollapsedGroups {...groupProps} groups={collapsedGroups} chosen={control.form.choice} />
      <OfferQuantity draw={draw} control={control} availability={availability} />
      <ErrorText id="checkout-choice-error" text={error} />
    </div>
  );
}

type GroupProps = {
  group: OfferGroup;
  isPlain?: boolean;
  describedBy: string | undefined;
  renderRow: (kind: OfferGroup["kind"], offer: Offer) => ReactNode;
};

export function OfferGroupPart({ group, isPlain, describedBy, renderRow }: GroupProps) {
  return (
    <fieldset aria-describedby={describedBy} className="min-w-0">
      <OfferGroupTitle group={group} className={`group-title ${group.isStacked ? "stacked" : ""}`} />
      <div className={isPlain ? "grid border-ink border-y-2" : `offers ${group.kind}`}>
        {group.offers.map((offer) => renderRow(group.kind, offer))}
      </div>
    </fieldset>
  );
}

type CollapsedGroupsProps = Omit<GroupProps, "group" | "isPlain"> & {
  groups: OfferGroup[];
  chosen: string;
};

export function CollapsedGroups({ groups, chosen, ...part }: CollapsedGroupsProps) {
  const t = useTranslations("checkout");
  if (groups.length === 0) return null;
  const isChosen = groups.some(({ kind, offers }) => offers.some(({ id }) => getOfferKey(kind, id) === chosen));
  const summary = (
    <>
      {t("moreOffers")} <FoldNote groups={groups} />
    </>
  );
  return (
    <Disclosure summary={summary} isOpen={isChosen} className="boxed">
      <div className="grid gap-4">
        {groups.map((group) => (
          <OfferGroupPart key={group.id} {...part} group={group} />
        ))}
      </div>
    </Disclosure>
  );
}

/** The first group and the first bundle are open, the rest is folded. */
export function splitGroups(groups: OfferGroup[]): [open: OfferGroup[], folded: OfferGroup[]] {
  const pickGroups = (isOpen: boolean) =>
    groups
      .map((group, groupIndex) => ({
        ...group,
        offers: group.offers.filter((_offer, index) => {
          const isAlwaysOpen = groupIndex === 0 || (group.kind === "bundles" && index === 0);
          return isAlwaysOpen === isOpen;
        }),
      }))
      .filter(({ offers }) => offers.length > 0);
  return [pickGroups(true), pickGroups(false)];
}

type ListSwitchProps = { isPlain: boolean; isBusy: boolean; onChange: (isPlain: boolean) => void };

function PlainListSwitch({ isPlain, isBusy, onChange }: ListSwitchProps) {
  const t = useTranslations("checkout");
  return (
    <Button variant="quiet" className="list-switch" busy={isBusy} onClick={() => onChange(!isPlain)}>
      {t(isPlain ? "fullList" : "plainList")}
    </Button>
  );
}

function RequiredNote({ draw, lines }: { draw: CheckoutDraw; lines: PricedLine[] }) {
  const t = useTranslations("checkout");
  const { shortDollars } = useFormatters();
  const [first] = lines;
  const addOn = draw.addOns.find(({ poolId }) => poolId === first?.poolId);
  if (!first || !addOn) return null;
  const price = shortDollars(toDollars(sumCents(lines)));
  const title = () => <LabelText label={addOn.title} />;
  const text = t.rich("everyOrder", { draws: lines.length, count: first.tickets, price, draw: title });
  return <p className="required-note">{text}</p>;
}

function FoldNote({ groups }: { groups: OfferGroup[] }) {
  const t = useTranslations("checkout");
  const { money } = useOrderFormatters();
  const lowestCents = Math.min(...groups.flatMap(({ offers }) => offers.map(({ priceCents }) => priceCents)));
  return <small className="tabular fold-note">{t("fromPrice", { price: money(lowestCents) })}</small>;
}

const storageKey = "tirage-simple-list";

function readPlainChoice(): boolean {
  try {
    return localStorage.getItem(storageKey) === "on";
  } catch {
    return false;
  }
}

function storePlainChoice(isPlain: boolean): void {
  try {
    if (isPlain) localStorage.setItem(storageKey, "on");
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
}

/** Remembered in a buyer's own browser, but not on a shared device, whose next buyer is another person. */
function usePlainList(): [isPlain: boolean, change: (isPlain: boolean) => void] {
  const isShared = useSharedDevice();
  const [isPlain, setPlain] = useState(false);
  useEffect(() => {
    if (!isShared) setPlain(readPlainChoice());
  }, [isShared]);
  const change = (next: boolean) => {
    setPlain(next);
    if (!isShared) storePlainChoice(next);
  };
  return [isPlain, change];
}

type PlainRow = Pick<typeof import("./plain-offer-row"), "PlainOfferRow">;

function usePlainRow(isWanted: boolean): PlainRow | null {
  const [row, setRow] = useState<PlainRow | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isCancelled = false;
    import("./plain-offer-row").then(
      ({ PlainOfferRow }) => isCancelled || setRow({ PlainOfferRow }),
      () => undefined,
    );
    return () => {
      isCancelled = true;
    };
  }, [isWanted]);
  return isWanted ? row : null;
}
