import { useTranslations } from "next-intl";
import { getMaxQuantity, listRequiredLines } from "@/components/order-form/basket";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import type { OfferChoice } from "@/components/order-form/checkout-form";
import { getOfferKey } from "@/components/order-form/checkout-form";
import { ErrorText } from "@/components/order-form/field-problems";
import { OfferGroupTitle, OfferQuantity } from "@/components/order-form/tickets/offer-choice";
import type { FormControl } from "@/components/order-form/use-checkout-form";
import { chooseOffer } from "@/components/order-form/use-checkout-form";
import { LabelText, useOrderFormatters } from "@/components/order-form/use-order-formatters";
import { useTabletSettings } from "@/components/terminal/shell/tablet-settings";
import type { Availability } from "@/lib/orders/rules.lines";
import { sumCents } from "@/lib/orders/rules.lines";

type PackageTilesProps = { draw: CheckoutDraw; control: FormControl; availability: Availability; error: string | null };

export function PackageTiles({ draw, control, availability, error }: PackageTilesProps) {
  const { hasKeys } = useTabletSettings();
  const shortcutOffers = hasKeys ? listShortcutOffers(draw) : [];
  const getShortcut = (value: string) => shortcutOffers.findIndex((offer) => offer.value === value) + 1 || null;
  const requiredCents = sumCents(listRequiredLines(draw, control.form, availability));
  return (
    <div id="checkout-choice" tabIndex={-1} className="grid gap-4">
      {draw.groups.map((group) => (
        <fieldset key={group.id} aria-describedby={error ? "checkout-choice-error" : undefined} className="min-w-0">
          <OfferGroupTitle group={group} className="mb-3 grid" />
          <div className="@container">
            <div className="tiles">
              {group.offers.map((offer) => {
                const tile = { kind: group.kind, offer, value: getOfferKey(group.kind, offer.id) };
                return (
                  <PackageTile
                    key={offer.id}
                    {...tile}
                    besideCents={group.kind === "packages" ? requiredCents : 0}
                    shortcut={getShortcut(tile.value)}
                    isChosen={control.form.choice === tile.value}
                    isUnavailable={getMaxQuantity(draw, tile, availability) < 1}
                    onChoose={() => chooseOffer(control, tile.value)}
                  />
                );
              })}
            </div>
          </div>
        </fieldset>
      ))}
      <OfferQuantity draw={draw} control={control} availability={availability} />
      <ErrorText id="checkout-choice-error" text={error} />
    </div>
  );
}

function Contents({ kind, offer }: Pick<SaleOffer, "kind" | "offer">) {
  const t = useTranslations("checkout");
  const { number, tickets } = useOrderFormatters();
  if (kind === "packages") {
    return (
      <span className="flex flex-wrap items-baseline justify-center gap-x-1.5 leading-tight">
        <b className="tabular font-display font-extrabold text-4xl leading-none">{number(offer.tickets)}</b>{" "}
        <span>{t("ticketWord", { count: offer.tickets })}</span>
      </span>
    );
  }
  return (
    <span className="grid content-start gap-1 leading-tight">
      <span className="font-bold text-lg leading-tight">
        {offer.label ? (
          <span>
            <LabelText label={offer.label} />
          </span>
        ) : null}
      </span>{" "}
      {(offer.parts ?? []).map((part) => (
        <span key={part.title.text} className="text-muted text-sm">
          <span>{`${tickets(part.tickets)} · `}</span>
          <span>
            <LabelText label={part.title} />
          </span>
        </span>
      ))}
    </span>
  );
}

type TileProps = SaleOffer & {
  besideCents: number;
  shortcut: number | null;
  isChosen: boolean;
  isUnavailable: boolean;
  onChoose: () => void;
};

const tileClass =
  "relative flex min-h-30 flex-col rounded-control border-2 border-line-strong bg-raised " +
  "text-center hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-surface " +
  "has-checked:[--color-muted:var(--color-surface)] " +
  "has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 " +
  "has-disabled:border-dashed has-disabled:bg-sunken has-disabled:text-muted";

function PackageTile({ kind, offer, value, besideCents, shortcut, isChosen, isUnavailable, onChoose }: TileProps) {
  const t = useTranslations("checkout");
  const { money } = useOrderFormatters();
  const mark = kind === "packages" ? offer.label : undefined;
  const sumText = besideCents > 0 ? `${money(offer.priceCents)} + ${money(besideCents)}` : null;
  const note = isUnavailable ? t("unavailable") : sumText;
  return (
    <label className={tileClass}>
      <input
        type="radio"
        name="choice"
        value={value}
        checked={isChosen}
        disabled={isUnavailable}
        aria-keyshortcuts={shortcut === null ? undefined : String(shortcut)}
        onChange={onChoose}
        className="cover"
      />
      <span className={`grid grow gap-2 ${kind === "packages" ? "content-center" : "content-between"}`}>
        <Contents kind={kind} offer={offer} />
        <span className="grid gap-1">
          <span className="tabular font-bold font-display text-2xl leading-none">
            {money(offer.priceCents + besideCents)}
          </span>{" "}
          {note ? <span className="tabular hint">{note}</span> : null}
        </span>
      </span>
      {mark ? (
        <span className="offer-mark">
          <LabelText label={mark} />
        </span>
      ) : null}
      {shortcut === null ? null : (
        <span
          aria-hidden="true"
          className="absolute top-1.5 left-1.5 hidden min-w-6 rounded border border-line px-1 font-sans text-muted text-sm sm:pointer-fine:block"
        >
          {shortcut}
        </span>
      )}
    </label>
  );
}

type SaleOffer = OfferChoice & { value: string };

const maxShortcuts = 6;

export function listShortcutOffers(draw: CheckoutDraw): SaleOffer[] {
  const offers = draw.groups.flatMap(({ kind, offers }) =>
    offers.map((offer) => ({ kind, offer, value: getOfferKey(kind, offer.id) })),
  );
  return offers.slice(0, maxShortcuts);
}
