import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

import { choiceOf } from "./checkout-form";
import { Fold } from "./fold";
import { LabelText } from "./label-text";
import { OfferGroupHint, OfferGroupTitle } from "./offer-group-title";
import type { Offer, OfferGroup } from "./offers";
import { useWords } from "./use-words";

type OfferGroupPartProps = {
  group: OfferGroup;
  /** What the form keeps the chosen offer by, whichever group it is of. */
  chosen: string;
  /** The group that a page begins with is never folded. */
  isFirst: boolean;
  /** A plain list is there to be read from top to bottom: nothing of it is folded. */
  isPlain: boolean;
  describedBy: string | undefined;
  rowOf: (offer: Offer) => ReactNode;
};

/** What is beneath a fold: the most that its bundles save, or else where its prices begin. */
function FoldNote({ offers }: { offers: Offer[] }) {
  const t = useTranslations("checkout");
  const { money } = useWords();
  const saved = Math.max(...offers.map(({ savedCents = 0 }) => savedCents));
  const words =
    saved > 0
      ? t("saveUpTo", { amount: money(saved) })
      : t("fromPrice", { price: money(Math.min(...offers.map(({ priceCents }) => priceCents))) });
  return <small className="tabular fold-note">{words}</small>;
}

/** A group of offers: the first one in the open, the others folded, so that most buyers pass a line each. */
export function OfferGroupPart({ group, chosen, isFirst, isPlain, describedBy, rowOf }: OfferGroupPartProps) {
  const t = useTranslations("checkout");
  const { kind, offers, title } = group;
  const isFolded = !isFirst && !isPlain && (title !== undefined || kind === "bundles");
  const fields = (
    <fieldset aria-describedby={describedBy} className="min-w-0">
      <OfferGroupTitle
        group={group}
        className={isFolded ? "sr-only" : `group-title ${group.stacked ? "stacked" : ""}`}
      />
      <div className={isPlain ? "plain-offers" : `offers ${kind}`}>{offers.map(rowOf)}</div>
      <OfferGroupHint group={group} />
    </fieldset>
  );
  if (!isFolded) return fields;
  const words = (
    <>
      {title ? <LabelText label={title} /> : t("bundles")} <FoldNote offers={offers} />
    </>
  );
  return (
    <Fold words={words} isOpen={offers.some(({ id }) => choiceOf(kind, id) === chosen)} className="boxed">
      {fields}
    </Fold>
  );
}
