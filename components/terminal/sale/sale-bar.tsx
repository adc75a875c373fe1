import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";

import { TestMark } from "@/components/draws/test-mark";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { orderSum } from "@/components/order-form/order-sum";
import { useBasketWords } from "@/components/order-form/use-basket-words";
import { useProvinceWords } from "@/components/order-form/use-province-words";
import { useWords } from "@/components/order-form/use-words";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { ReceiptLanguage } from "./receipt-language";
import type { SalePage } from "./use-sale-page";

type SaleBarProps = {
  draw: CheckoutDraw;
  page: SalePage;
  /** Whom it is sold to. */
  buyer: ReactNode;
};

/**
 * What the law wants a buyer to say (docs/draw-rules.md, Attestations) is said by the operator, who sees the buyer,
 * with the press: it stands beside what is pressed, on every screen.
 */
function Confirmation({ draw }: Pick<SaleBarProps, "draw">) {
  const t = useTranslations("terminalSale");
  const locale = useLocale();
  const words = useProvinceWords(draw);
  return (
    <p id="sale-confirmation" className="text-muted text-sm leading-snug">
      {t.rich("confirm", {
        age: draw.minimumAge,
        where: t(`where.${draw.placeRule}`, words),
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

function Methods({ page: { purchase, methods, stop, choose } }: Pick<SaleBarProps, "page">) {
  const t = useTranslations("terminalSale");
  const { phase, means: chosen } = purchase.state;
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,4.75rem),1fr))] gap-2">
        {methods.map((name, at) => (
          <Button
            key={name}
            size="large"
            variant={at === 0 ? "primary" : "secondary"}
            className="wrap-normal flex-col gap-1 px-1! text-base! sm:flex-row sm:gap-2 sm:text-lg! lg:flex-col lg:gap-1"
            busy={phase !== "choosing" && chosen === name}
            disabled={stop !== null}
            aria-describedby="sale-confirmation"
            onClick={() => choose(name)}
          >
            <Icon name={name} className="size-6" />
            <span>{t(`means.${name}`)}</span>
          </Button>
        ))}
      </div>
      {methods.includes("cash") ? null : <p className="text-muted text-sm">{t("noCash")}</p>}
    </>
  );
}

/**
 * Whom it is for, the sum, the three ways to pay it and what the press confirms: in reach of the thumb, but where it
 * would leave no room for the tickets.
 */
export function SaleBar({ draw, page, buyer }: SaleBarProps) {
  const t = useTranslations("terminalSale");
  const { money } = useWords();
  const basketOf = useBasketWords();
  const { control, sale, cents, language, setLanguage } = page;
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
          <span>{basketOf(orderSum(draw, control.form, sale, null))}</span>{" "}
          {draw.isTestDraw ? <TestMark label={t("testMark")} className="ml-1" /> : null}
        </span>{" "}
        <span className="tabular ml-auto font-display font-extrabold text-3xl">{money(cents)}</span>
      </p>
      <Methods page={page} />
      <Confirmation draw={draw} />
    </section>
  );
}
