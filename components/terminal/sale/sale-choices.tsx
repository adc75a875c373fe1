import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useState } from "react";
import { TestMark } from "@/components/draws/test-mark";
import { AddOnBody } from "@/components/order-form/add-ons/add-on-body";
import { AddOnList } from "@/components/order-form/add-ons/add-on-list";
import { getMaxQuantity } from "@/components/order-form/basket";
import { LocationShare } from "@/components/order-form/buyer/location-share";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { useProblemText } from "@/components/order-form/field-problems";
import { pickDetailProblems } from "@/components/order-form/form-problems";
import { getOrderSum } from "@/components/order-form/order-sum";
import { TeamChoice } from "@/components/order-form/tickets/team-choice";
import { useBasketText } from "@/components/order-form/use-basket-text";
import { chooseOffer } from "@/components/order-form/use-checkout-form";
import { useOrderFormatters } from "@/components/order-form/use-order-formatters";
import { useProvinceNames } from "@/components/order-form/use-province-names";
import { useKeys } from "@/components/terminal/shell/use-keys";
import { Button } from "@/components/ui/button";
import { focusId } from "@/components/ui/focus-id";
import { Icon } from "@/components/ui/icon";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { BuyerChip, BuyerPanel, buyerPanelId, clearBuyer, getBuyerName } from "./buyer-panel";
import { listShortcutOffers, PackageTiles } from "./package-tiles";
import { ReceiptLanguage } from "./receipt-language";
import type { SaleInput, SalePage } from "./use-sale-page";

type SaleChoicesProps = { input: SaleInput; page: SalePage };

export function SaleChoices({ input, page }: SaleChoicesProps) {
  const { draw, allowsAnonymousCash } = input;
  const { control, purchase } = page;
  const [isRequested, setWanted] = useState(!allowsAnonymousCash);
  const hasProblems = Object.keys(pickDetailProblems(control.problems)).length > 0;
  const isOpen = isRequested || hasProblems;
  const name = getBuyerName(control.form);
  useChoiceKeys(draw, page);
  const toggle = () => {
    setWanted(!isOpen);
    if (!isOpen) focusId("checkout-name");
  };
  const clear = () => {
    clearBuyer(draw, control);
    setWanted(!allowsAnonymousCash);
    focusId("sale-buyer-chip");
  };
  const chip = (
    <BuyerChip
      name={name}
      form={{ id: buyerPanelId, isOpen, onToggle: toggle }}
      onClear={name === null ? undefined : clear}
    />
  );
  return (
    <fieldset disabled={purchase.state.phase !== "choosing"} className="contents">
      <div className="flex flex-col gap-5 max-lg:grow lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-8">
        <div className="contents lg:grid lg:content-start lg:gap-5">
          <Tickets draw={draw} page={page} />
          <BuyerPanel input={input} page={page} isOpen={isOpen} onClose={() => setWanted(false)} />
        </div>
        <div className="contents lg:grid lg:content-start lg:gap-5 lg:self-stretch">
          <SalePlace draw={draw} page={page} />
          <SaleBar draw={draw} page={page} buyer={chip} />
        </div>
      </div>
    </fieldset>
  );
}

function useChoiceKeys(draw: CheckoutDraw, { control, availability, purchase, choose }: SalePage): void {
  useKeys((key) => {
    if (purchase.state.phase !== "choosing") return false;
    const offer = /^[1-9]$/.test(key) ? listShortcutOffers(draw)[Number(key) - 1] : undefined;
    if (offer && getMaxQuantity(draw, offer, availability) > 0) chooseOffer(control, offer.value);
    else if (key.toLowerCase() === "c") choose("cash");
    else return false;
    return true;
  });
}

const panelClass = "rounded-card border border-line bg-raised p-4 shadow-card sm:p-6";

const choiceClass = `${panelClass} [--own-ground:var(--color-ink)] [--own-ink:var(--color-surface)]`;

function Tickets({ draw, page }: { draw: CheckoutDraw; page: SalePage }) {
  const t = useTranslations("terminalSale");
  const { control, availability, live } = page;
  const getError = useProblemText(draw, control.problems);
  return (
    <section aria-labelledby="sale-tickets" className={choiceClass}>
      <h2 id="sale-tickets" tabIndex={-1} className="mb-4 text-xl">
        {t("tickets")}
      </h2>
      <PackageTiles draw={draw} control={control} availability={availability} error={getError("choice")} />
      <AddOnList
        draw={draw}
        control={control}
        availability={availability}
        live={live.pools}
        getError={getError}
        Box={AddOnBody}
        heading="h3"
      />
      <TeamChoice draw={draw} control={control} />
    </section>
  );
}

function SalePlace({ draw, page: { control, position } }: { draw: CheckoutDraw; page: SalePage }) {
  const getError = useProblemText(draw, control.problems);
  if (!position.isWanted) return null;
  return (
    <div className={panelClass}>
      <LocationShare draw={draw} control={control} position={position} getError={getError} />
    </div>
  );
}

type SaleBarProps = {
  draw: CheckoutDraw;
  page: SalePage;
  buyer: ReactNode;
};

function SaleBar({ draw, page, buyer }: SaleBarProps) {
  const t = useTranslations("terminalSale");
  const { money } = useOrderFormatters();
  const formatBasket = useBasketText();
  const { control, availability, cents, language, setLanguage } = page;
  return (
    <section
      aria-label={t("pay")}
      data-sticky-bar
      className="[@media(height>=36rem)]:sticky bottom-0 z-10 -mx-4 mt-auto grid grid-cols-[minmax(0,1fr)] gap-2.5 border-line border-t bg-raised px-4 py-3 sm:-mx-6 sm:px-6 lg:top-4 lg:bottom-4 lg:mx-0 lg:mt-0 lg:rounded-card lg:border lg:p-5 lg:shadow-card"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        {buyer}
        <ReceiptLanguage language={language} onChoose={setLanguage} />
      </div>
      <p aria-live="polite" aria-atomic="true" className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-muted">
          <span>{formatBasket(getOrderSum(draw, control.form, availability, null))}</span>{" "}
          {draw.isTestDraw ? <TestMark label={t("testMark")} className="ml-1" /> : null}
        </span>{" "}
        <span className="tabular ml-auto font-display font-extrabold text-3xl">{money(cents)}</span>
      </p>
      <Methods page={page} />
      <Confirmation draw={draw} />
    </section>
  );
}

function Methods({ page: { purchase, methods, block, choose } }: Pick<SaleBarProps, "page">) {
  const t = useTranslations("terminalSale");
  const { phase, method } = purchase.state;
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,4.75rem),1fr))] gap-2">
        {methods.map((name, index) => (
          <Button
            key={name}
            size="large"
            variant={index === 0 ? "primary" : "secondary"}
            className="wrap-normal flex-col gap-1 px-1! text-base! sm:flex-row sm:gap-2 sm:text-lg! lg:flex-col lg:gap-1"
            busy={phase !== "choosing" && method === name}
            disabled={block !== null}
            aria-describedby="sale-confirmation"
            onClick={() => choose(name)}
          >
            <Icon name={name} className="size-6" />
            <span>{t(`methods.${name}`)}</span>
          </Button>
        ))}
      </div>
      {methods.includes("cash") ? null : <p className="text-muted text-sm">{t("noCash")}</p>}
    </>
  );
}

/** The operator, who sees the buyer, confirms by pressing (docs/draw-rules.md, Attestations). */
function Confirmation({ draw }: Pick<SaleBarProps, "draw">) {
  const t = useTranslations("terminalSale");
  const locale = useLocale();
  const placeNames = useProvinceNames(draw);
  return (
    <p id="sale-confirmation" className="text-muted text-sm leading-snug">
      {t.rich("confirm", {
        age: draw.minimumAge,
        where: t(`where.${draw.placeRule}`, placeNames),
        link: (text) => (
          <a
            href={localizedPath(locale, `/${draw.id}#rules`)}
            target="_blank"
            rel="noopener"
            className="-my-3 inline-block py-3 font-medium text-brand-strong underline underline-offset-4"
          >
            {text}
          </a>
        ),
      })}
    </p>
  );
}
