import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { getMaxQuantity, listRequiredLines, offerKey } from "@/components/order-form/checkout-form";
import { ErrorText } from "@/components/order-form/field-problems";
import { Fold } from "@/components/order-form/fold";
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

type ListSwitchProps = { isPlain: boolean; isBusy: boolean; onChange: (isPlain: boolean) => void };

function ListSwitch({ isPlain, isBusy, onChange }: ListSwitchProps) {
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

export function TicketStep({ draw, control, availability, error }: TicketStepProps) {
  const [wantsPlain, setWantsPlain] = usePlainList();
  const plain = usePlainRow(draw.allowsPlainList && wantsPlain);
  const isPlain = plain !== null;
  const Row = plain?.PlainOfferRow ?? OfferRow;
  const [shown, folded] = isPlain ? [draw.groups, []] : openGroups(draw.groups);
  const required = listRequiredLines(draw, control.form, availability);
  const renderRow = (kind: OfferGroup["kind"], offer: Offer) => {
    const value = offerKey(kind, offer.id);
    return (
      <Row
        key={offer.id}
        kind={kind}
        offer={offer}
        name="choice"
        value={value}
        besideCents={kind === "packages" ? sumCents(required) : 0}
        isChosen={control.form.choice === value}
        isUnavailable={getMaxQuantity(draw, { kind, offer }, availability) < 1}
        onChoose={() => chooseOffer(control, value)}
      />
    );
  };
  const part = { describedBy: error ? "checkout-choice-error" : undefined, renderRow };
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

type FoldedGroupsProps = Omit<GroupProps, "group" | "isPlain"> & {
  groups: OfferGroup[];
  chosen: string;
};

export function openGroups(groups: OfferGroup[]): [open: OfferGroup[], folded: OfferGroup[]] {
  const cut = (isOpen: boolean) =>
    groups
      .map((group, index) => {
        const isCut = (_offer: Offer, place: number) => (!index || (group.kind === "bundles" && !place)) === isOpen;
        return { ...group, offers: group.offers.filter(isCut) };
      })
      .filter(({ offers }) => offers[0]);
  return [cut(true), cut(false)];
}

function FoldNote({ groups }: { groups: OfferGroup[] }) {
  const t = useTranslations("checkout");
  const { money } = useOrderFormatters();
  const from = Math.min(...groups.flatMap(({ offers }) => offers.map(({ priceCents }) => priceCents)));
  return <small className="tabular fold-note">{t("fromPrice", { price: money(from) })}</small>;
}

export function OfferGroupPart({ group, isPlain, describedBy, renderRow }: GroupProps) {
  return (
    <fieldset aria-describedby={describedBy} className="min-w-0">
      <OfferGroupTitle group={group} className={`group-title ${group.stacked ? "stacked" : ""}`} />
      <div className={isPlain ? "grid border-ink border-y-2" : `offers ${group.kind}`}>
        {group.offers.map((offer) => renderRow(group.kind, offer))}
      </div>
    </fieldset>
  );
}

export function FoldedGroups({ groups, chosen, ...part }: FoldedGroupsProps) {
  const t = useTranslations("checkout");
  if (groups.length === 0) return null;
  const isChosen = groups.some(({ kind, offers }) => offers.some(({ id }) => offerKey(kind, id) === chosen));
  const summary = (
    <>
      {t("moreOffers")} <FoldNote groups={groups} />
    </>
  );
  return (
    <Fold summary={summary} isOpen={isChosen} className="boxed">
      <div className="grid gap-4">
        {groups.map((group) => (
          <OfferGroupPart key={group.id} {...part} group={group} />
        ))}
      </div>
    </Fold>
  );
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

/**
 * Follows `allowAccessibilityModeForTicketPackageSelection`. A buyer's own browser remembers it, a shared device
 * doesn't.
 */
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
    let isOver = false;
    import("./plain-offer-row").then(
      ({ PlainOfferRow }) => isOver || setRow({ PlainOfferRow }),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [isWanted]);
  return isWanted ? row : null;
}
