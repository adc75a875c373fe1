import { useTranslations } from "next-intl";
import { LabelText, useOrderFormatters } from "@/components/order-form/use-order-formatters";
import type { OfferRowProps } from "./offer-row";
import { OfferParts } from "./offer-row";

export function PlainOfferRow({ name, value, isChosen, onChoose, ...details }: OfferRowProps) {
  return (
    <label
      ref={openDisclosures}
      className="flex min-h-20 cursor-pointer items-start gap-4 border-ink border-b-2 px-2 py-4 last:border-b-0 has-disabled:cursor-not-allowed has-disabled:text-muted"
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        disabled={details.isUnavailable}
        onChange={onChoose}
        className="mt-0.5 size-7 shrink-0 accent-brand"
      />
      <OfferDetails {...details} />
    </label>
  );
}

function BundleParts({ offer }: Pick<OfferRowProps, "offer">) {
  const t = useTranslations("checkout");
  const { money } = useOrderFormatters();
  const { priceCents, savedCents } = offer;
  return (
    <span className="grid text-lg">
      <OfferParts offer={offer} />
      {savedCents ? (
        <span>
          <s>{money(priceCents + savedCents)}</s> {t("bundleApart")}{" "}
          <b className="inline-block text-positive">{t("bundleSaves", { amount: money(savedCents) })}</b>
        </span>
      ) : null}
    </span>
  );
}

type OfferDetailsProps = Pick<OfferRowProps, "kind" | "offer" | "requiredCents" | "isUnavailable">;

function OfferDetails({ kind, offer, requiredCents, isUnavailable }: OfferDetailsProps) {
  const t = useTranslations("checkout");
  const { money, tickets } = useOrderFormatters();
  const { tickets: count, priceCents, label } = offer;
  const price = money(priceCents + requiredCents);
  const withRequired = requiredCents > 0 ? `${money(priceCents)} + ${money(requiredCents)}` : null;
  const perTicket =
    kind === "packages" && count > 1 ? t("each", { price: money(Math.round(priceCents / count)) }) : null;
  const priceDetail = withRequired ?? perTicket;
  return (
    <span className="grid gap-1">
      <span className="font-bold text-xl">
        {kind === "packages" ? <span>{t("plainPackage", { tickets: tickets(count), price })}</span> : null}
        {kind === "bundles" && label ? (
          <span>
            <LabelText label={label} />
          </span>
        ) : null}
      </span>
      {kind === "bundles" ? <span className="font-bold text-lg">{price}</span> : null}
      {isUnavailable || priceDetail ? (
        <span className="text-lg">{isUnavailable ? t("unavailable") : priceDetail}</span>
      ) : null}
      {kind === "packages" && label ? (
        <span className="text-lg">
          <LabelText label={label} />
        </span>
      ) : null}
      {kind === "bundles" ? <BundleParts offer={offer} /> : null}
    </span>
  );
}

function openDisclosures(row: HTMLElement | null): void {
  const disclosures = row?.closest("section")?.querySelectorAll<HTMLDetailsElement>("details.boxed") ?? [];
  for (const disclosure of disclosures) disclosure.open = true;
}
