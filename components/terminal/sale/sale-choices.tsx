import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { TestMark } from "@/components/draws/test-mark";
import { AddOnList } from "@/components/order-form/add-on-list";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { linesOf } from "@/components/order-form/checkout-form";
import { DetailsStep } from "@/components/order-form/details-step";
import { detailProblems } from "@/components/order-form/form-problems";
import { LocationShare } from "@/components/order-form/location-share";
import { TeamChoice } from "@/components/order-form/team-choice";
import { TicketStep } from "@/components/order-form/ticket-step";
import { useProblemText } from "@/components/order-form/use-problem-text";
import { useProvinceWords } from "@/components/order-form/use-province-words";
import { useWords } from "@/components/order-form/use-words";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { ReceiptLanguage } from "./receipt-language";
import { saleMethods } from "./sale-state";
import type { SaleInput, SalePage } from "./use-sale-page";

type SaleBarProps = { draw: CheckoutDraw; page: SalePage };

/**
 * What the law wants a buyer to say (docs/draw-rules.md, Attestations) is said by the operator, who sees the buyer,
 * with the press.
 */
function Confirmation({ draw }: Pick<SaleBarProps, "draw">) {
  const t = useTranslations("terminalSale");
  const locale = useLocale();
  const { place, places } = useProvinceWords(draw);
  return (
    <p id="sale-confirmation" className="text-muted text-sm">
      {t.rich("confirm", {
        age: draw.minimumAge,
        where: place ?? t("places", { places }),
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

/** The sum and the three ways to pay it, in reach of the thumb on a small screen. */
function SaleBar({ draw, page }: SaleBarProps) {
  const t = useTranslations("terminalSale");
  const { money, tickets } = useWords();
  const { control, sale, cents, purchase, stop, choose } = page;
  const { phase, means: chosen } = purchase.state;
  const count = linesOf(draw, control.form, sale).reduce((sum, line) => sum + line.tickets, 0);
  return (
    <section
      aria-label={t("pay")}
      data-sticky-bar
      className="sticky bottom-0 z-10 -mx-4 grid gap-3 border-line border-t bg-raised px-4 py-3 sm:-mx-6 sm:px-6 lg:top-4 lg:bottom-4 lg:mx-0 lg:rounded-card lg:border lg:p-5 lg:shadow-card"
    >
      <p aria-live="polite" aria-atomic="true" className="flex items-baseline justify-between gap-4">
        <span className="text-muted">
          {tickets(count)} {draw.isTestDraw ? <TestMark label={t("testMark")} className="ml-1" /> : null}
        </span>{" "}
        <span className="tabular font-display font-extrabold text-3xl">{money(cents)}</span>
      </p>
      <div className="grid grid-cols-3 gap-2">
        {saleMethods.map((name) => (
          <Button
            key={name}
            size="large"
            variant={name === "cash" ? "primary" : "secondary"}
            className="flex-col gap-1 px-2! text-base! sm:flex-row sm:gap-2 sm:text-lg! lg:flex-col lg:gap-1"
            busy={phase !== "choosing" && chosen === name}
            disabled={stop !== null}
            aria-describedby="sale-confirmation"
            onClick={() => choose(name)}
          >
            <Icon name={name} className="size-6" />
            {t(`means.${name}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}

type SaleChoicesProps = { input: SaleInput; page: SalePage };

const panelClass = "rounded-card border border-line bg-raised p-4 shadow-card sm:p-6";

function Tickets({ draw, page }: { draw: CheckoutDraw; page: SalePage }) {
  const t = useTranslations("terminalSale");
  const { control, sale, live } = page;
  const errorOf = useProblemText(draw, control.problems);
  return (
    <section aria-labelledby="sale-tickets" className={panelClass}>
      <h2 id="sale-tickets" tabIndex={-1} className="mb-4 text-xl">
        {t("tickets")}
      </h2>
      <TicketStep draw={draw} control={control} sale={sale} error={errorOf("choice")} />
      <AddOnList draw={draw} control={control} sale={sale} live={live.pools} errorOf={errorOf} heading="h3" />
      <TeamChoice draw={draw} control={control} />
    </section>
  );
}

/** Who buys: closed while nobody asks, open as soon as something in it is wrong. */
function Buyer({ input: { draw, allowsAnonymousCash }, page: { control } }: SaleChoicesProps) {
  const t = useTranslations("terminalSale");
  const errorOf = useProblemText(draw, control.problems);
  const [isOpen, setOpen] = useState(!allowsAnonymousCash);
  const isWrong = Object.keys(detailProblems(control.problems)).length > 0;
  const { name, email } = control.form;
  return (
    <details
      open={isOpen || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className={`${panelClass} group`}
    >
      <summary className="-m-2 flex min-h-11 items-center justify-between gap-3 rounded-control p-2 font-semibold">
        <span>
          {t("buyer")}
          <span className="ml-1.5 font-normal text-muted">{allowsAnonymousCash ? t("buyerOptional") : null}</span>
        </span>
        <span className="inline-flex min-w-0 items-center gap-2">
          <span className="min-w-0 truncate font-normal text-muted group-open:hidden">{name || email}</span>
          <Icon name="plus" className="size-5 shrink-0 transition-transform group-open:rotate-45" />
        </span>
      </summary>
      <p className="mt-2 mb-4 text-muted text-sm">{t(allowsAnonymousCash ? "buyerWhy" : "buyerNeeded")}</p>
      <DetailsStep draw={draw} control={control} errorOf={errorOf} />
    </details>
  );
}

/** Where the tablet is, for a draw whose operators may not skip that check. */
function SalePlace({ draw, page: { control, position } }: SaleBarProps) {
  const errorOf = useProblemText(draw, control.problems);
  if (!position.isWanted) return null;
  return (
    <div className={panelClass}>
      <LocationShare draw={draw} control={control} position={position} errorOf={errorOf} />
    </div>
  );
}

/** The first step of a sale: tickets, who buys where that is asked, and how it will be paid. */
export function SaleChoices({ input, page }: SaleChoicesProps) {
  const { draw } = input;
  const { phase } = page.purchase.state;
  return (
    <fieldset disabled={phase !== "choosing"} className="contents">
      {/* One below the other these are all of one box, so that the bar sticks to the bottom of the window. */}
      <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-8">
        <Tickets draw={draw} page={page} />
        <div className="contents lg:grid lg:content-start lg:gap-5 lg:self-stretch">
          <Buyer input={input} page={page} />
          <ReceiptLanguage language={page.language} onChoose={page.setLanguage} />
          <SalePlace draw={draw} page={page} />
          <Confirmation draw={draw} />
          <SaleBar draw={draw} page={page} />
        </div>
      </div>
    </fieldset>
  );
}
