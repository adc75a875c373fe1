import { useTranslations } from "next-intl";

import { LabelText } from "./label-text";
import type { Offer, OfferGroup } from "./offers";
import { useWords } from "./use-words";

/** One offer of a group, and whether it is the chosen one. */
export type OfferRowProps = {
  kind: OfferGroup["kind"];
  offer: Offer;
  name: string;
  value: string;
  isChosen: boolean;
  isUnavailable: boolean;
  onChoose: () => void;
};

/** What a bundle holds of each draw, and what it saves; larger in a plain list. */
export function OfferParts({
  offer: { parts = [], savedCents, description },
  isPlain = false,
}: Pick<OfferRowProps, "offer"> & { isPlain?: boolean }) {
  const t = useTranslations("checkout");
  const { money, tickets } = useWords();
  return (
    <span className={isPlain ? "grid text-lg" : "offer-parts"}>
      {description ? (
        <span>
          <LabelText label={description} />
        </span>
      ) : null}
      {parts.map((part) => (
        <span key={part.title.text} className="text-muted">
          {tickets(part.tickets)} · <LabelText label={part.title} />
        </span>
      ))}
      {savedCents ? (
        <span className="font-semibold text-positive">{t("bundleSaves", { amount: money(savedCents) })}</span>
      ) : null}
    </span>
  );
}

function Contents({ kind, offer, isUnavailable }: Pick<OfferRowProps, "kind" | "offer" | "isUnavailable">) {
  const t = useTranslations("checkout");
  const { money, number } = useWords();
  const { tickets: count, priceCents, label } = offer;
  const each = kind === "packages" && count > 1 ? t("each", { price: money(Math.round(priceCents / count)) }) : null;
  return (
    <span className="offer-holds">
      {kind === "packages" ? (
        <span className="offer-count">
          <b className="tabular">{number(count)}</b> <span>{t("ticketWord", { count })}</span>
        </span>
      ) : (
        <span className="font-semibold leading-tight">{label ? <LabelText label={label} /> : null}</span>
      )}
      <span className="hint">{isUnavailable ? t("unavailable") : each}</span>
    </span>
  );
}

/** One offer as a ticket to pick up: how many, what each costs, and the price on the stub. */
export function OfferRow({ kind, offer, name, value, isChosen, isUnavailable, onChoose }: OfferRowProps) {
  const { money } = useWords();
  return (
    <label className={kind === "packages" && offer.label ? "offer mt-2" : "offer"}>
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        disabled={isUnavailable}
        onChange={onChoose}
        className="cover"
      />
      <span aria-hidden="true" className="offer-dot" />
      <Contents kind={kind} offer={offer} isUnavailable={isUnavailable} />
      <span className="tabular offer-price">{money(offer.priceCents)}</span>
      {kind === "bundles" ? <OfferParts offer={offer} /> : null}
      {kind === "packages" && offer.label ? (
        <span className="offer-mark">
          <LabelText label={offer.label} />
        </span>
      ) : null}
    </label>
  );
}
