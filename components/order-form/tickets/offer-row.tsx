import { useTranslations } from "next-intl";
import type { Offer, OfferGroup } from "@/components/order-form/offers";
import { LabelText, useOrderFormatters } from "@/components/order-form/use-order-formatters";
import { useFormatters } from "@/components/ui/use-formatters";

export type OfferRowProps = {
  kind: OfferGroup["kind"];
  offer: Offer;
  name: string;
  value: string;
  /** The price of required second draws, which are in every order. */
  requiredCents: number;
  isChosen: boolean;
  isUnavailable: boolean;
  onChoose: () => void;
};

export function OfferRow({ kind, name, value, isChosen, onChoose, ...contents }: OfferRowProps) {
  const Contents = kind === "packages" ? PackageContents : BundleContents;
  return (
    <label className="offer">
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        disabled={contents.isUnavailable}
        onChange={onChoose}
        className="cover"
      />
      <Contents {...contents} />
    </label>
  );
}

export function OfferParts({ offer: { description, parts = [] } }: Pick<OfferRowProps, "offer">) {
  const { tickets } = useOrderFormatters();
  return (
    <>
      {description ? (
        <span>
          <LabelText label={description} />
        </span>
      ) : null}
      {parts.map((part) => (
        <span key={part.title.text} className="text-muted">
          <span>{tickets(part.tickets)}</span>
          <i className="not-italic">
            {" · "}
            <span>
              <LabelText label={part.title} />
            </span>
          </i>
        </span>
      ))}
    </>
  );
}

type ContentsProps = Pick<OfferRowProps, "offer" | "requiredCents" | "isUnavailable">;

function PackageContents({ offer, requiredCents, isUnavailable }: ContentsProps) {
  const t = useTranslations("checkout");
  const { money, number } = useOrderFormatters();
  const { shortDollars } = useFormatters();
  const { tickets: count, priceCents, label } = offer;
  const eachCents = Math.round(priceCents / count);
  const formatShort = (cents: number) => shortDollars(cents / 100);
  // The price per ticket is left out if the rounded price wouldn't add up.
  const sum =
    count > 1 && eachCents * count === priceCents
      ? `${number(count)} × ${formatShort(eachCents)}`
      : formatShort(priceCents);
  return (
    <>
      <span className="offer-count">
        <b className="tabular">{number(count)}</b> <span>{t("ticketWord", { count })}</span>
      </span>
      <span className="tabular offer-price">{money(priceCents + requiredCents)}</span>
      <span className="offer-each">
        {isUnavailable
          ? t("unavailable")
          : requiredCents > 0
            ? `${sum} + ${formatShort(requiredCents)}`
            : t("each", { price: money(eachCents) })}
      </span>
      {label ? (
        <span className="offer-mark">
          <LabelText label={label} />
        </span>
      ) : null}
    </>
  );
}

const savedClass =
  "inline-block rounded-[0.5625rem] bg-positive-soft px-2 text-positive text-xs leading-4.5 " +
  "in-[.offer:has(:checked)]:bg-(--chosen-ink) in-[.offer:has(:checked)]:text-(--chosen)";

function BundleContents({ offer, isUnavailable }: ContentsProps) {
  const t = useTranslations("checkout");
  const { money } = useOrderFormatters();
  const { label, priceCents, savedCents } = offer;
  return (
    <>
      <span className="min-w-0 font-semibold leading-6">
        {label ? (
          <span>
            <LabelText label={label} />
          </span>
        ) : null}{" "}
        {savedCents ? <b className={savedClass}>{t("bundleSaves", { amount: money(savedCents) })}</b> : null}
        {isUnavailable ? <span className="hint block">{t("unavailable")}</span> : null}
      </span>
      <span className="tabular offer-price">{money(priceCents)}</span>
      <span className="offer-parts">
        <OfferParts offer={offer} />
      </span>
    </>
  );
}
