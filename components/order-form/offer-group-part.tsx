import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

import { choiceOf } from "./checkout-form";
import { Fold } from "./fold";
import { OfferGroupTitle } from "./offer-group-title";
import type { Offer, OfferGroup } from "./offers";
import { useWords } from "./use-words";

type GroupProps = {
  group: OfferGroup;
  isPlain?: boolean;
  describedBy: string | undefined;
  rowOf: (kind: OfferGroup["kind"], offer: Offer) => ReactNode;
};

type FoldedGroupsProps = Omit<GroupProps, "group" | "isPlain"> & {
  groups: OfferGroup[];
  /** What the form keeps the chosen offer by, whichever group it is of. */
  chosen: string;
};

/**
 * What stands open and what is folded: open are the first group and, of bundles that come after it, the first one, as
 * the charity sorts them. It is what a buyer of packages compares; a group of which nothing is left is not folded.
 */
export function openGroups(groups: OfferGroup[]): [open: OfferGroup[], folded: OfferGroup[]] {
  const cut = (isOpen: boolean) =>
    groups
      .map((group, at) => {
        const isCut = (_offer: Offer, place: number) => (!at || (group.kind === "bundles" && !place)) === isOpen;
        return { ...group, offers: group.offers.filter(isCut) };
      })
      .filter(({ offers }) => offers[0]);
  return [cut(true), cut(false)];
}

/** Where the prices of what is beneath a fold begin. */
function FoldNote({ groups }: { groups: OfferGroup[] }) {
  const t = useTranslations("checkout");
  const { money } = useWords();
  const from = Math.min(...groups.flatMap(({ offers }) => offers.map(({ priceCents }) => priceCents)));
  return <small className="tabular fold-note">{t("fromPrice", { price: money(from) })}</small>;
}

/** A group of offers under its title. */
export function OfferGroupPart({ group, isPlain, describedBy, rowOf }: GroupProps) {
  return (
    <fieldset aria-describedby={describedBy} className="min-w-0">
      <OfferGroupTitle group={group} className={`group-title ${group.stacked ? "stacked" : ""}`} />
      <div className={isPlain ? "grid border-ink border-y-2" : `offers ${group.kind}`}>
        {group.offers.map((offer) => rowOf(group.kind, offer))}
      </div>
    </fieldset>
  );
}

/** Further groups of offers in one fold, so that most buyers pass a line. */
export function FoldedGroups({ groups, chosen, ...part }: FoldedGroupsProps) {
  const t = useTranslations("checkout");
  if (groups.length === 0) return null;
  const isChosen = groups.some(({ kind, offers }) => offers.some(({ id }) => choiceOf(kind, id) === chosen));
  const words = (
    <>
      {t("moreOffers")} <FoldNote groups={groups} />
    </>
  );
  return (
    <Fold words={words} isOpen={isChosen} className="boxed">
      <div className="grid gap-4">
        {groups.map((group) => (
          <OfferGroupPart key={group.id} {...part} group={group} />
        ))}
      </div>
    </Fold>
  );
}
