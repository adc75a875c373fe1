import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

import { choiceOf } from "./checkout-form";
import { Fold } from "./fold";
import { LabelText } from "./label-text";
import { OfferGroupTitle } from "./offer-group-title";
import type { Offer, OfferGroup } from "./offers";
import { useWords } from "./use-words";

type GroupProps = {
  group: OfferGroup;
  isPlain: boolean;
  describedBy: string | undefined;
  rowOf: (kind: OfferGroup["kind"], offer: Offer) => ReactNode;
};

type FoldedGroupsProps = Omit<GroupProps, "group" | "isPlain"> & {
  groups: OfferGroup[];
  /** What the form keeps the chosen offer by, whichever group it is of. */
  chosen: string;
};

/** What is beneath a fold, by the name of its first bundle if it has one. */
function FoldName({ groups }: { groups: OfferGroup[] }) {
  const t = useTranslations("checkout");
  const [bundle, ...others] = groups.flatMap(({ kind, offers }) => (kind === "bundles" ? offers : []));
  if (!bundle?.label) return t("moreOffers");
  const label = bundle.label;
  const count = groups.length > 1 ? 1 : others.length;
  return t.rich("moreBundles", { count, bundle: () => <LabelText label={label} /> });
}

/** Where the prices of what is beneath a fold begin, and the most that its bundles save. */
function FoldNote({ groups }: { groups: OfferGroup[] }) {
  const t = useTranslations("checkout");
  const { money } = useWords();
  const offers = groups.flatMap((group) => group.offers);
  const saved = Math.max(...offers.map(({ savedCents = 0 }) => savedCents));
  const from = Math.min(...offers.map(({ priceCents }) => priceCents));
  const words = [
    t("fromPrice", { price: money(from) }),
    ...(saved > 0 ? [t("saveUpTo", { amount: money(saved) })] : []),
  ];
  return <small className="tabular fold-note">{words.join(" · ")}</small>;
}

/** A group of offers under its title. */
export function OfferGroupPart({ group, isPlain, describedBy, rowOf }: GroupProps) {
  return (
    <fieldset aria-describedby={describedBy} className="min-w-0">
      <OfferGroupTitle group={group} className={`group-title ${group.stacked ? "stacked" : ""}`} />
      <div className={isPlain ? "plain-offers" : `offers ${group.kind}`}>
        {group.offers.map((offer) => rowOf(group.kind, offer))}
      </div>
    </fieldset>
  );
}

/** Further groups of offers in one fold, so that most buyers pass a line. */
export function FoldedGroups({ groups, chosen, ...part }: FoldedGroupsProps) {
  if (groups.length === 0) return null;
  const isChosen = groups.some(({ kind, offers }) => offers.some(({ id }) => choiceOf(kind, id) === chosen));
  const words = (
    <>
      <FoldName groups={groups} /> <FoldNote groups={groups} />
    </>
  );
  return (
    <Fold words={words} isOpen={isChosen} className="boxed">
      <div className="grid gap-4">
        {groups.map((group) => (
          <OfferGroupPart key={group.id} {...part} group={group} isPlain={false} />
        ))}
      </div>
    </Fold>
  );
}
