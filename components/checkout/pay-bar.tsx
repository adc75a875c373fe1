import { useTranslations } from "next-intl";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import type { OrderSum } from "@/components/order-form/order-sum";
import { orderSum } from "@/components/order-form/order-sum";
import { otherDraws } from "@/components/order-form/use-basket-words";
import { useWords } from "@/components/order-form/use-words";
import { cardFieldTypes } from "@/components/payment/card/card-state";
import { cardFieldIds } from "@/components/payment/card/use-card-fields";
import { CashAdvance } from "@/components/payment/cash-advance";
import { HoldLeft } from "@/components/payment/hold-notice";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { useNumbers } from "@/components/ui/use-numbers";
import { toDollars } from "@/lib/money";
import { AppleButton, AppleConfirmation, appleDescription } from "./apple-pay-offer";
import type { CheckoutPage } from "./checkout-page";
import { useKiosk } from "./kiosk";
import type { NextStep } from "./next-step";
import { goToStep, lacksPosition, nextStep } from "./next-step";

type PayBarProps = { draw: CheckoutDraw; page: CheckoutPage };

const confirmationId = "pay-bar-confirmation";
const cashAdvanceId = "pay-bar-cash-advance";

/**
 * Whether what the bar would lead to is on the screen: the button that pays, or the card's field that is next. On a
 * shared tablet, where the bar goes altogether, only the button.
 */
function useIsNextSeen({ draw, page }: PayBarProps, isShown: boolean, isKiosk: boolean): boolean {
  const step = nextStep({ draw, page });
  const field = !isKiosk && step.name === "card" && step.type ? cardFieldIds[step.type] : null;
  const isFieldSeen = useIsIn("seen", isShown ? field : null);
  return useIsIn("seen", isShown ? "checkout-pay" : null) || isFieldSeen;
}

/** What the button says where it leads; none of it says that it charges, as the form's own button does. */
const stepLabels = {
  tickets: "bar.toTickets",
  details: "bar.next",
  position: "position.share",
  confirm: "bar.next",
  card: "bar.toCard",
  pay: "bar.review",
} as const satisfies Record<NextStep["name"], string>;

/** Of the steps whose label is a mere "Continue", what a screen reader hears besides. */
const stepNames: { [name in NextStep["name"]]?: "stepDetails" | "confirm" } = {
  details: "stepDetails",
  confirm: "confirm",
};

/** What comes before Apple's sheet where the draw needs the location. */
const positionStep = { name: "position", field: "position" } as const;

/** `isReached`: one has scrolled to the form's own button that pays, or past it. */
type BarButtonProps = PayBarProps & { isReached: boolean };
type NextButtonProps = BarButtonProps & { step?: NextStep };

/** Leads a buyer to what is still to be done; the arrow says where that is, and that nothing is paid here. */
function NextButton({ draw, page, isReached, step = nextStep({ draw, page }) }: NextButtonProps) {
  const t = useTranslations("checkout");
  const name = stepNames[step.name];
  return (
    <Button aria-label={name && t("bar.nextStep", { step: t(name) })} onClick={() => goToStep(step, page.card)}>
      <span>{t(stepLabels[step.name])}</span>
      <Icon name="chevron-down" className={isReached ? "rotate-180" : ""} />
    </Button>
  );
}

/** Whether the buyer pays by card although there is Apple Pay: they said so, or have begun to type one. */
function useIsByCard({ card }: CheckoutPage) {
  const [said, say] = useState<boolean | null>(null);
  return [said ?? cardFieldTypes.some((type) => !card.card.fields[type].empty), say] as const;
}

/** Whether the bar pays itself, by Apple Pay. */
function paysByApple(page: PayBarProps["page"], isByCard: boolean): boolean {
  return Boolean(page.applePay) && !isByCard && page.purchase.state.phase === "editing" && !lacksPosition(page);
}

function BarButton({ isByCard, ...next }: BarButtonProps & { isByCard: boolean }) {
  const { draw, page } = next;
  const t = useTranslations("checkout");
  const { phase, order } = page.purchase.state;
  if (phase !== "editing") {
    return (
      // What a sheet of Apple's covers stays as black as it was.
      <Button busy className={page.applePay ? "bg-black text-white dark:bg-white dark:text-black" : ""}>
        {t(phase)}
      </Button>
    );
  }
  // What is under a finger must not turn into another button.
  if (page.applePay === undefined)
    return <span className="h-[48px] min-w-34 animate-pulse rounded-control bg-ink/15" />;
  if (paysByApple(page, isByCard)) {
    const ids = { confirmation: order ? null : confirmationId, cashAdvance: cashAdvanceId };
    return <AppleButton draw={draw} page={page} describedBy={appleDescription(draw, ids)} />;
  }
  return <NextButton {...next} step={page.applePay && !isByCard ? positionStep : undefined} />;
}

/** In the measure of the bar, which is no larger than the screen has room for. */
const sumClass = "font-medium text-(length:--bar-em) text-ink leading-[1.125] sm:text-[calc(1.25*var(--bar-em))]";

/** How many tickets of the main draw the buyer chose, and what all costs. */
function Sum({ tickets: count, cents }: OrderSum) {
  const { money, tickets } = useWords();
  return (
    <p className={sumClass}>
      <span>{tickets(count)}</span>
      {"\u00a0· "}
      <b className="tabular font-bold font-display">{money(cents)}</b>
    </p>
  );
}

/** What of the sum is for other draws, named where one pays; nothing where there are none. */
function Others({ sum }: { sum: OrderSum }) {
  const t = useTranslations("checkout.bar");
  const { shortDollars } = useNumbers();
  const { count, title, cents } = otherDraws(sum);
  if (count === 0) return null;
  return <p>{t("includes", { count, draw: title, price: shortDollars(toDollars(cents)) })}</p>;
}

/** Beside the form's own button the bar has room for what reassures. */
function Secure() {
  const t = useTranslations("checkout.bar");
  return (
    <p className="flex items-center gap-1.5 font-medium text-muted">
      <Icon name="lock" className="size-[1.25em]" />
      {t("secure")}
    </p>
  );
}

/** Where there is Apple Pay: leads to the card, as a first screen shows nothing of it, and back from it. */
function OtherWay({ isByCard, onChoose }: { isByCard: boolean; onChoose: (isByCard: boolean) => void }) {
  const t = useTranslations("checkout.bar");
  return (
    // A finger also hits beside it.
    <button type="button" className="link -my-[6px] py-[6px]" onClick={() => onChoose(!isByCard)}>
      {t(isByCard ? "byApple" : "byCard")}
    </button>
  );
}

/**
 * Stays at the bottom of a phone's screen, and of a shared tablet's however wide it is: how much is chosen, what it
 * costs, and a button that leads to the next open step, or pays by Apple Pay where there is one and nothing is wanted
 * before it. What leads to the card or to the form's own button goes while that is in sight, which leaves one slim
 * line, or none on a shared tablet; Apple Pay is another way to pay, and stays. Of a held order, also how long it is,
 * unless the form says so in sight, or beside its button. Nothing where nothing can be bought.
 */
export function PayBar({ draw, page }: PayBarProps) {
  const t = useTranslations("checkout");
  const isOneColumn = useIsOneColumn();
  const isKiosk = useKiosk() !== null;
  const { phase, order, held } = page.purchase.state;
  const isShown = (isOneColumn || isKiosk) && !page.isClosed && phase !== "leaving";
  const isNextSeen = useIsNextSeen({ draw, page }, isShown, isKiosk);
  const isReached = useIsIn("reached", isShown ? "checkout-pay" : null);
  // The form says it itself there.
  const isHoldSeen = useIsIn("seen", isShown && held ? "checkout-held" : null);
  const [isByCard, sayByCard] = useIsByCard(page);
  if (!isShown) return null;
  const sum = orderSum(draw, page.control.form, page.sale, order);
  const isApple = paysByApple(page, isByCard);
  const chooseCard = (isCard: boolean) => {
    sayByCard(isCard);
    if (isCard) goToStep(nextStep({ draw, page }), page.card);
  };
  const isAtPay = isNextSeen && !isApple;
  return (
    <section aria-label={t("bar.label")} className={isAtPay ? "pay-bar at-pay" : "pay-bar"}>
      <div className="pay-bar-words">
        <div className="pay-bar-choice">
          <Sum {...sum} />
          {isAtPay ? null : <Others sum={sum} />}
          {isApple ? <CashAdvance draw={draw} id={cashAdvanceId} isShort /> : null}
          {order && phase === "editing" && !isAtPay && !isHoldSeen ? <HoldLeft order={order} /> : null}
        </div>
        {isAtPay ? <Secure /> : null}
        {isApple || (page.applePay && isByCard && phase === "editing" && !isAtPay) ? (
          <div className="pay-bar-terms">
            {isApple && !order ? <AppleConfirmation draw={draw} id={confirmationId} isShort /> : null}{" "}
            <OtherWay isByCard={isByCard} onChoose={chooseCard} />
          </div>
        ) : null}
      </div>
      <BarButton draw={draw} page={page} isReached={isReached} isByCard={isByCard} />
    </section>
  );
}

/** Below this width the page is one column, and its sum scrolls out of sight (`lg`). */
const oneColumn = "(max-width: 63.99rem)";

function watchWidth(onChange: () => void): () => void {
  const query = window.matchMedia(oneColumn);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** Whether the page is one column. */
function useIsOneColumn(): boolean {
  return useSyncExternalStore(
    watchWidth,
    () => window.matchMedia(oneColumn).matches,
    () => false,
  );
}

/** Of a screen, what is above the bar; and that with all of the page that has been scrolled past. */
const rooms = { seen: "0px 0px -72px", reached: "99999px 0px -72px" } as const;

/** Of a part's height: one of which the bar hides some is not there yet. */
const whole = 0.99;

/** Whether a part of the form is in a room. One room for each question: a jump past it is noticed too. */
function useIsIn(room: keyof typeof rooms, id: string | null): boolean {
  const [isIn, setIn] = useState(false);
  useEffect(() => {
    const part = id === null ? null : document.getElementById(id);
    if (!part) return;
    const observer = new IntersectionObserver((entries) => setIn((entries.at(-1)?.intersectionRatio ?? 0) >= whole), {
      rootMargin: rooms[room],
      threshold: whole,
    });
    observer.observe(part);
    return () => {
      observer.disconnect();
      setIn(false);
    };
  }, [room, id]);
  return isIn;
}
