import { useTranslations } from "next-intl";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import type { OrderSum } from "@/components/order-form/order-sum";
import { orderSum } from "@/components/order-form/order-sum";
import { useWords } from "@/components/order-form/use-words";
import { cardFieldIds } from "@/components/payment/card/use-card-fields";
import { HoldLeft } from "@/components/payment/hold-left";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { AppleConfirmation } from "./apple-confirmation";
import { AppleButton } from "./apple-pay-offer";
import type { CheckoutPage } from "./checkout-page";
import { useKiosk } from "./kiosk";
import type { NextStep } from "./next-step";
import { goToStep, nextStep } from "./next-step";
import { lacksPosition } from "./position-first";

type PayBarProps = { draw: CheckoutDraw; page: CheckoutPage };

const confirmationId = "pay-bar-confirmation";

/** Below this width the page is one column, and its sum scrolls out of sight (`lg`). */
const oneColumn = "(max-width: 63.99rem)";

function watchWidth(onChange: () => void): () => void {
  const query = window.matchMedia(oneColumn);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

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

/** Whether what the bar would lead to is on the screen: the button that pays, or the card's field that is next. */
function useIsNextSeen({ draw, page }: PayBarProps, isShown: boolean): boolean {
  const step = nextStep({ draw, page });
  const field = step.name === "card" && step.type ? cardFieldIds[step.type] : null;
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
      {t(stepLabels[step.name])}
      <Icon name="chevron-down" className={isReached ? "rotate-180" : ""} />
    </Button>
  );
}

/** Whether the bar pays itself, by Apple Pay. */
function paysByApple(page: PayBarProps["page"]): boolean {
  return Boolean(page.applePay) && page.purchase.state.phase === "editing" && !lacksPosition(page);
}

function BarButton(next: BarButtonProps) {
  const { draw, page } = next;
  const t = useTranslations("checkout");
  const { phase, order } = page.purchase.state;
  if (phase !== "editing") {
    return (
      <Button busy className={page.applePay ? "apple-busy" : ""}>
        {t(phase)}
      </Button>
    );
  }
  // What is under a finger must not turn into another button.
  if (page.applePay === undefined) return <span className="pay-bar-wait" />;
  if (paysByApple(page))
    return <AppleButton draw={draw} page={page} describedBy={order ? undefined : confirmationId} />;
  return <NextButton {...next} step={page.applePay ? positionStep : undefined} />;
}

/** How many tickets the buyer chose, and what all costs, with what every order has. */
function Sum({ tickets: count, cents }: OrderSum) {
  const { money, tickets } = useWords();
  return (
    <p className="pay-bar-sum">
      {tickets(count)}
      {"\u00a0· "}
      <b className="tabular">{money(cents)}</b>
    </p>
  );
}

/** Beside the form's own button the bar has room for what reassures. */
function Secure() {
  const t = useTranslations("checkout.bar");
  return (
    <p className="pay-bar-secure">
      <Icon name="lock" />
      {t("secure")}
    </p>
  );
}

/** Beside Apple's button: where one pays by card, as a first screen shows nothing of it. */
function ByCard({ draw, page }: PayBarProps) {
  const t = useTranslations("checkout.bar");
  return (
    <button type="button" className="link pay-bar-card" onClick={() => goToStep(nextStep({ draw, page }), page.card)}>
      {t("byCard")}
    </button>
  );
}

/**
 * Stays at the bottom of a phone's screen, and of a shared tablet's however wide it is: how much is chosen, what it
 * costs, and a button that leads to the next open step, or pays by Apple Pay where there is one and nothing is wanted
 * before it. What leads to the card or to the form's own button goes while that is in sight, which leaves one slim
 * line; Apple Pay is another way to pay, and stays. Of a held order, also how long it is, until the form says so beside
 * its button. Nothing where nothing can be bought.
 */
export function PayBar({ draw, page }: PayBarProps) {
  const t = useTranslations("checkout");
  const isOneColumn = useIsOneColumn();
  const isKiosk = useKiosk() !== null;
  const { phase, order } = page.purchase.state;
  const isShown = (isOneColumn || isKiosk) && !page.isClosed && phase !== "leaving";
  const isNextSeen = useIsNextSeen({ draw, page }, isShown);
  const isReached = useIsIn("reached", isShown ? "checkout-pay" : null);
  if (!isShown) return null;
  const sum = orderSum(draw, page.control.form, page.sale, order);
  const isApple = paysByApple(page);
  const isAtPay = isNextSeen && !isApple;
  return (
    <section aria-label={t("bar.label")} className={isAtPay ? "pay-bar at-pay" : "pay-bar"}>
      <div className="pay-bar-words">
        <div className="pay-bar-choice">
          <Sum {...sum} />
          {isApple ? <ByCard draw={draw} page={page} /> : null}
        </div>
        {order && phase === "editing" && !isAtPay ? <HoldLeft order={order} /> : null}
        {isAtPay ? <Secure /> : null}
        {isApple && !order ? <AppleConfirmation draw={draw} id={confirmationId} isShort /> : null}
      </div>
      <BarButton draw={draw} page={page} isReached={isReached} />
    </section>
  );
}
