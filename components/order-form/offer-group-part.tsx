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

/** A group of offers. Folded are packages beyond the first group; of bundles, which are long, all but the first one. */
export function OfferGroupPart({ group, chosen, isFirst, isPlain, describedBy, rowOf }: OfferGroupPartProps) {
  const t = useTranslations("checkout");
  const { money } = useWords();
  const { kind, offers, title } = group;
  const isFolded = kind === "packages" && !isFirst && !isPlain && title !== undefined;
  const seen = kind === "packages" || isPlain ? offers.length : 1;
  const rest = offers.slice(seen);
  const isOpen = (isFolded ? offers : rest).some(({ id }) => choiceOf(kind, id) === chosen);
  const listOf = (some: Offer[]) => (
    <div className={isPlain ? "plain-offers" : `offers ${kind}`}>{some.map(rowOf)}</div>
  );
  const fields = (
    <fieldset aria-describedby={describedBy} className="min-w-0">
      <OfferGroupTitle
        group={group}
        className={isFolded ? "sr-only" : `group-title ${group.stacked ? "stacked" : ""}`}
      />
      {listOf(offers.slice(0, seen))}
      {rest.length > 0 ? (
        <Fold words={t("moreBundles", { count: rest.length })} isOpen={isOpen}>
          {listOf(rest)}
        </Fold>
      ) : null}
      <OfferGroupHint group={group} />
    </fieldset>
  );
  if (!isFolded) return fields;
  const price = money(Math.min(...offers.map(({ priceCents }) => priceCents)));
  const words = (
    <>
      <LabelText label={title} /> <small className="tabular fold-note">{t("fromPrice", { price })}</small>
    </>
  );
  return (
    <Fold words={words} isOpen={isOpen} className="boxed">
      {fields}
    </Fold>
  );
}
