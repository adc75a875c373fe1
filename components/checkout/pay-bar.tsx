import { useTranslations } from "next-intl";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { orderSum } from "@/components/order-form/order-sum";
import { useWords } from "@/components/order-form/use-words";
import { Button } from "@/components/ui/button";
import type { ButtonVariant } from "@/components/ui/button-class";
import { AppleConfirmation } from "./apple-confirmation";
import { AppleButton } from "./apple-pay-offer";
import type { CheckoutPage } from "./checkout-page";
import type { NextStep } from "./next-step";
import { goToStep, nextStep } from "./next-step";

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

/** Whether the form's own button that pays is in sight, above the bar. */
function useIsPaySeen(isThere: boolean): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const button = isThere ? document.getElementById("checkout-pay") : null;
    if (!button) return;
    const observer = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: "0px 0px -72px",
    });
    observer.observe(button);
    return () => {
      observer.disconnect();
      setSeen(false);
    };
  }, [isThere]);
  return isSeen;
}

const stepWords = {
  tickets: "stepTickets",
  details: "stepDetails",
  position: "position.title",
  confirm: "confirm",
  card: "stepPayment",
} as const satisfies Record<Exclude<NextStep["name"], "pay">, string>;

/** Leads a buyer who pays by card to what is still to be done. */
function NextButton({ draw, page, variant }: PayBarProps & { variant: ButtonVariant }) {
  const t = useTranslations("checkout");
  const step = nextStep({ draw, page });
  const name = step.name === "pay" ? undefined : t("bar.nextStep", { step: t(stepWords[step.name]) });
  return (
    <Button variant={variant} aria-label={name} onClick={() => goToStep(step, page.card)}>
      {t(step.name === "pay" ? "bar.review" : "bar.next")}
    </Button>
  );
}

function BarButton({ draw, page, variant }: PayBarProps & { variant: ButtonVariant }) {
  const t = useTranslations("checkout");
  const { phase, order } = page.purchase.state;
  if (phase !== "editing") {
    return (
      <Button variant={variant} busy>
        {t(phase)}
      </Button>
    );
  }
  // What is under a finger must not turn into another button.
  if (page.applePay === undefined) return <span className="pay-bar-wait" />;
  if (page.applePay === null) return <NextButton draw={draw} page={page} variant={variant} />;
  return <AppleButton draw={draw} page={page} describedBy={order ? undefined : confirmationId} />;
}

/**
 * Stays at the bottom of a phone's screen: how much is chosen, what it costs, and a button that leads to the next open
 * step, or pays by Apple Pay where there is one. The former steps back while the form's own button is in sight. Nothing
 * where nothing can be bought, nor where the sum is in sight.
 */
export function PayBar({ draw, page }: PayBarProps) {
  const t = useTranslations("checkout");
  const { money, tickets } = useWords();
  const isOneColumn = useIsOneColumn();
  const { phase, order } = page.purchase.state;
  const isShown = isOneColumn && !page.isClosed && phase !== "leaving";
  const isPaySeen = useIsPaySeen(isShown);
  if (!isShown) return null;
  const sum = orderSum(draw, page.control.form, page.sale, order);
  const isConfirmed = page.applePay && !order && phase === "editing";
  return (
    <section aria-label={t("bar.label")} className="pay-bar">
      <div>
        <p className="pay-bar-sum">
          <span>{tickets(sum.tickets)}</span> · <b className="tabular">{money(sum.cents)}</b>
        </p>
        {isConfirmed ? <AppleConfirmation draw={draw} id={confirmationId} isShort /> : null}
      </div>
      <BarButton draw={draw} page={page} variant={isPaySeen ? "secondary" : "primary"} />
    </section>
  );
}
