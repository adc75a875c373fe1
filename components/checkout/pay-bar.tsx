import { useTranslations } from "next-intl";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import type { OrderSum } from "@/components/order-form/order-sum";
import { getOrderSum } from "@/components/order-form/order-sum";
import { sumOtherDraws } from "@/components/order-form/use-basket-text";
import { useOrderFormatters } from "@/components/order-form/use-order-formatters";
import { cardFieldTypes } from "@/components/payment/card/card-state";
import { cardFieldIds } from "@/components/payment/card/use-card-fields";
import { CashAdvance } from "@/components/payment/cash-advance";
import { HoldTimeLeft } from "@/components/payment/hold-notice";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { useFormatters } from "@/components/ui/use-formatters";
import { toDollars } from "@/lib/money";
import { AppleButton, AppleConfirmation, getAppleDescribedBy } from "./apple-pay-offer";
import type { CheckoutPage } from "./checkout-page";
import { goToStep } from "./field-focus";
import { useKiosk } from "./kiosk-context";
import type { NextStep } from "./next-step";
import { getNextStep, isPositionMissing } from "./next-step";

type PayBarProps = { draw: CheckoutDraw; page: CheckoutPage };

const confirmationId = "pay-bar-confirmation";
const cashAdvanceId = "pay-bar-cash-advance";

/** Hides the button to the next step while that step is visible. The Apple Pay button stays. */
export function PayBar({ draw, page }: PayBarProps) {
  const t = useTranslations("checkout");
  const isOneColumn = useIsOneColumn();
  const isKiosk = useKiosk() !== null;
  const { phase, order, held } = page.purchase.state;
  const isShown = (isOneColumn || isKiosk) && !page.isClosed && phase !== "leaving";
  const isNextVisible = useIsNextVisible({ draw, page }, isShown, isKiosk);
  const isReached = useIsInView("reached", isShown ? "checkout-pay" : null);
  const isHoldVisible = useIsInView("seen", isShown && held ? "checkout-held" : null);
  const [isCardChosen, setCardChosen] = useCardChoice(page);
  if (!isShown) return null;
  const sum = getOrderSum(draw, page.control.form, page.availability, order);
  const isApplePay = isPayingWithApplePay(page, isCardChosen);
  const chooseCard = (isCard: boolean) => {
    setCardChosen(isCard);
    if (isCard) goToStep(getNextStep({ draw, page }), page.card);
  };
  const isAtPay = isNextVisible && !isApplePay;
  return (
    <section aria-label={t("bar.label")} className={isAtPay ? "pay-bar at-pay" : "pay-bar"}>
      <div className="pay-bar-words">
        <div className="pay-bar-choice">
          <OrderTotal {...sum} />
          {isAtPay ? null : <OtherDrawsTotal sum={sum} />}
          {isApplePay ? <CashAdvance draw={draw} id={cashAdvanceId} isShort /> : null}
          {order && phase === "editing" && !isAtPay && !isHoldVisible ? <HoldTimeLeft order={order} /> : null}
        </div>
        {isAtPay ? <SecureNote /> : null}
        {isApplePay || (page.applePay && isCardChosen && phase === "editing" && !isAtPay) ? (
          <div className="pay-bar-terms">
            {isApplePay && !order ? <AppleConfirmation draw={draw} id={confirmationId} isShort /> : null}{" "}
            <MethodSwitch isCardChosen={isCardChosen} onChoose={chooseCard} />
          </div>
        ) : null}
      </div>
      <BarButton draw={draw} page={page} isReached={isReached} isCardChosen={isCardChosen} />
    </section>
  );
}

const oneColumnQuery = "(max-width: 63.99rem)";

function useIsOneColumn(): boolean {
  return useSyncExternalStore(
    subscribeToWidth,
    () => window.matchMedia(oneColumnQuery).matches,
    () => false,
  );
}

function subscribeToWidth(onChange: () => void): () => void {
  const query = window.matchMedia(oneColumnQuery);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

function useIsNextVisible({ draw, page }: PayBarProps, isShown: boolean, isKiosk: boolean): boolean {
  const step = getNextStep({ draw, page });
  const field = !isKiosk && step.name === "card" && step.type ? cardFieldIds[step.type] : null;
  const isFieldVisible = useIsInView("seen", isShown ? field : null);
  return useIsInView("seen", isShown ? "checkout-pay" : null) || isFieldVisible;
}

const rootMargins = { seen: "0px 0px -72px", reached: "99999px 0px -72px" } as const;

/** Less than 1, because rounding may keep the ratio of a fully visible element below it. */
const visibleRatio = 0.99;

/** True while the element is visible or, with `reached`, above the window's lower edge. */
function useIsInView(area: keyof typeof rootMargins, id: string | null): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    const element = id === null ? null : document.getElementById(id);
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => setInView((entries.at(-1)?.intersectionRatio ?? 0) >= visibleRatio),
      {
        rootMargin: rootMargins[area],
        threshold: visibleRatio,
      },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      setInView(false);
    };
  }, [area, id]);
  return isInView;
}

function useCardChoice({ card }: CheckoutPage) {
  const [choice, setChoice] = useState<boolean | null>(null);
  return [choice ?? cardFieldTypes.some((type) => !card.card.fields[type].empty), setChoice] as const;
}

function isPayingWithApplePay(page: PayBarProps["page"], isCardChosen: boolean): boolean {
  return Boolean(page.applePay) && !isCardChosen && page.purchase.state.phase === "editing" && !isPositionMissing(page);
}

const sumClass = "font-medium text-(length:--bar-em) text-ink leading-[1.125] sm:text-[calc(1.25*var(--bar-em))]";

function OrderTotal({ tickets: count, cents }: OrderSum) {
  const { money, tickets } = useOrderFormatters();
  return (
    <p className={sumClass}>
      <span>{tickets(count)}</span>
      {"\u00a0· "}
      <b className="tabular font-bold font-display">{money(cents)}</b>
    </p>
  );
}

function OtherDrawsTotal({ sum }: { sum: OrderSum }) {
  const t = useTranslations("checkout.bar");
  const { shortDollars } = useFormatters();
  const { count, title, cents } = sumOtherDraws(sum);
  if (count === 0) return null;
  return <p>{t("includes", { count, draw: title, price: shortDollars(toDollars(cents)) })}</p>;
}

function SecureNote() {
  const t = useTranslations("checkout.bar");
  return (
    <p className="flex items-center gap-1.5 font-medium text-muted">
      <Icon name="lock" className="size-[1.25em]" />
      {t("secure")}
    </p>
  );
}

function MethodSwitch({
  isCardChosen,
  onChoose,
}: {
  isCardChosen: boolean;
  onChoose: (isCardChosen: boolean) => void;
}) {
  const t = useTranslations("checkout.bar");
  return (
    <button type="button" className="link -my-[6px] py-[6px]" onClick={() => onChoose(!isCardChosen)}>
      {t(isCardChosen ? "byApple" : "byCard")}
    </button>
  );
}

type BarButtonProps = PayBarProps & { isReached: boolean };
type NextButtonProps = BarButtonProps & { step?: NextStep };

const positionStep = { name: "position", field: "position" } as const;

function BarButton({ isCardChosen, ...next }: BarButtonProps & { isCardChosen: boolean }) {
  const { draw, page } = next;
  const t = useTranslations("checkout");
  const { phase, order } = page.purchase.state;
  if (phase !== "editing") {
    return (
      <Button busy className={page.applePay ? "bg-black text-white dark:bg-white dark:text-black" : ""}>
        {t(phase)}
      </Button>
    );
  }
  // A placeholder: a button that changed during a press could do what the buyer didn't choose.
  if (page.applePay === undefined)
    return <span className="h-[48px] min-w-34 animate-pulse rounded-control bg-ink/15" />;
  if (isPayingWithApplePay(page, isCardChosen)) {
    const ids = { confirmation: order ? null : confirmationId, cashAdvance: cashAdvanceId };
    return <AppleButton draw={draw} page={page} describedBy={getAppleDescribedBy(draw, ids)} />;
  }
  return <NextButton {...next} step={page.applePay && !isCardChosen ? positionStep : undefined} />;
}

const stepNames: { [name in NextStep["name"]]?: "stepDetails" | "confirm" } = {
  details: "stepDetails",
  confirm: "confirm",
};

const stepLabels = {
  tickets: "bar.toTickets",
  details: "bar.next",
  position: "position.share",
  confirm: "bar.next",
  card: "bar.toCard",
  pay: "bar.review",
} as const satisfies Record<NextStep["name"], string>;

function NextButton({ draw, page, isReached, step = getNextStep({ draw, page }) }: NextButtonProps) {
  const t = useTranslations("checkout");
  const name = stepNames[step.name];
  return (
    <Button aria-label={name && t("bar.nextStep", { step: t(name) })} onClick={() => goToStep(step, page.card)}>
      <span>{t(stepLabels[step.name])}</span>
      <Icon name="chevron-down" className={isReached ? "rotate-180" : ""} />
    </Button>
  );
}
