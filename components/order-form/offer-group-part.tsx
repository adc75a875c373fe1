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

type GroupProps = Omit<OfferGroupPartProps, "isFirst">;

function titleClass({ stacked }: OfferGroup): string {
  return `mb-1 flex w-full sm:mb-2 gap-x-3 ${stacked ? "flex-col" : "flex-wrap items-baseline justify-between"}`;
}

function holds(offers: readonly Offer[], { group, chosen }: Pick<GroupProps, "group" | "chosen">): boolean {
  return offers.some(({ id }) => choiceOf(group.kind, id) === chosen);
}

/** The offers of a group; of bundles, which are long, the first, and all others folded. */
function Group(props: GroupProps & { isTitled: boolean }) {
  const t = useTranslations("checkout");
  const { group, isPlain, isTitled, describedBy, rowOf } = props;
  const seen = group.kind === "bundles" && !isPlain ? 1 : group.offers.length;
  const rest = group.offers.slice(seen);
  const room = isPlain ? "grid border-ink border-y-2" : `offers ${group.kind}`;
  return (
    <fieldset aria-describedby={describedBy} className="min-w-0">
      <OfferGroupTitle group={group} className={isTitled ? titleClass(group) : "sr-only"} />
      <div className={room}>{group.offers.slice(0, seen).map(rowOf)}</div>
      {rest.length > 0 ? (
        <Fold words={t("moreBundles", { count: rest.length })} isOpen={holds(rest, props)}>
          <div className={room}>{rest.map(rowOf)}</div>
        </Fold>
      ) : null}
      <OfferGroupHint group={group} />
    </fieldset>
  );
}

/** A group of offers. Packages beyond the first group are folded beneath their title and the lowest of their prices. */
export function OfferGroupPart({ isFirst, ...props }: OfferGroupPartProps) {
  const t = useTranslations("checkout");
  const { money } = useWords();
  const { group, isPlain } = props;
  const { title, kind, offers } = group;
  if (isFirst || isPlain || !title || kind === "bundles") return <Group {...props} isTitled />;
  const price = money(Math.min(...offers.map(({ priceCents }) => priceCents)));
  const words = (
    <>
      <LabelText label={title} /> <small className="tabular fold-note">{t("fromPrice", { price })}</small>
    </>
  );
  return (
    <Fold words={words} isOpen={holds(offers, props)} className="boxed">
      <Group {...props} isTitled={false} />
    </Fold>
  );
}
