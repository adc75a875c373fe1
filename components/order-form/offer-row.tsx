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

const rowClass =
  "group relative grid min-h-16 grid-cols-[auto_1fr_auto] items-center gap-x-3.5 rounded-control border-2 border-line bg-raised px-3.5 py-2 " +
  "transition-colors duration-150 hover:border-line-strong has-checked:border-brand has-checked:bg-brand/7 " +
  "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus " +
  "has-disabled:border-dashed has-disabled:bg-sunken has-disabled:text-muted";

function Dot() {
  return (
    <span
      aria-hidden="true"
      className="grid size-6 place-items-center rounded-full border-2 border-line-strong group-has-checked:border-brand group-has-checked:bg-brand"
    >
      <span className="size-2.5 rounded-full bg-on-brand opacity-0 group-has-checked:opacity-100" />
    </span>
  );
}

/** What a bundle holds of each draw, and what it saves; larger in a plain list. */
export function OfferParts({
  offer: { parts = [], savedCents, description },
  isPlain = false,
}: Pick<OfferRowProps, "offer"> & { isPlain?: boolean }) {
  const t = useTranslations("checkout");
  const { money, tickets } = useWords();
  return (
    <span className={isPlain ? "grid text-lg" : "col-start-2 col-end-4 grid text-sm"}>
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
    <span className="grid min-w-0">
      {kind === "packages" ? (
        <span className="flex flex-wrap items-baseline gap-x-1.5 leading-tight">
          <span className="tabular font-display text-2xl font-extrabold">{number(count)}</span>{" "}
          <span className="font-medium">{t("ticketWord", { count })}</span>
        </span>
      ) : (
        <span className="font-semibold leading-tight">{label ? <LabelText label={label} /> : null}</span>
      )}
      <span className="text-sm text-muted">{isUnavailable ? t("unavailable") : each}</span>
    </span>
  );
}

/** One offer as a ticket to pick up: how many, what each costs, and the price on the stub. */
export function OfferRow({ kind, offer, name, value, isChosen, isUnavailable, onChoose }: OfferRowProps) {
  const { money } = useWords();
  return (
    <label className={`${rowClass} ${kind === "packages" && offer.label ? "mt-2" : ""}`}>
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        disabled={isUnavailable}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
      <Dot />
      <Contents kind={kind} offer={offer} isUnavailable={isUnavailable} />
      <span className="tabular self-stretch border-l-2 border-dashed border-line pl-3.5 text-right font-display text-xl font-bold grid items-center min-w-26 group-has-checked:border-brand/40">
        {money(offer.priceCents)}
      </span>
      {kind === "bundles" ? <OfferParts offer={offer} /> : null}
      {kind === "packages" && offer.label ? (
        <span className="absolute -top-3 left-12 rounded-full bg-brand px-2.5 py-0.5 text-xs font-semibold text-on-brand">
          <LabelText label={offer.label} />
        </span>
      ) : null}
    </label>
  );
}
