import { useTranslations } from "next-intl";
import { useEffect, useState, useSyncExternalStore } from "react";
import { orderSum } from "@/components/order-form/order-sum";
import { useProvinceWords } from "@/components/order-form/use-province-words";
import { useWords } from "@/components/order-form/use-words";
import { Button } from "@/components/ui/button";
import type { ButtonVariant } from "@/components/ui/button-class";
import { AppleButton } from "./apple-pay-offer";
import type { CheckoutPage, Pressed } from "./checkout-page";
import type { NextStep } from "./next-step";
import { goToStep, nextStep } from "./next-step";

type PayBarProps = { pressed: Pressed; page: CheckoutPage };

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
function NextButton({ pressed, variant }: Pick<PayBarProps, "pressed"> & { variant: ButtonVariant }) {
  const t = useTranslations("checkout");
  const step = nextStep(pressed);
  const name = step.name === "pay" ? undefined : t("bar.nextStep", { step: t(stepWords[step.name]) });
  return (
    <Button variant={variant} aria-label={name} onClick={() => goToStep(step, pressed)}>
      {t(step.name === "pay" ? "bar.review" : "bar.next")}
    </Button>
  );
}

/** What the press of Apple's button confirms, short enough for the bar. */
function Confirmation({ draw }: Pick<Pressed, "draw">) {
  const t = useTranslations("checkout");
  const { place } = useProvinceWords(draw);
  const where = place ? t("applePay.confirmPlace", { place }) : t("bar.inPlaces", { places: draw.places.join(", ") });
  return (
    <p id="pay-bar-confirmation">
      {t.rich("bar.confirm", {
        age: draw.minimumAge,
        where,
        link: (words) => (
          <a href="#rules" className="link">
            {words}
          </a>
        ),
      })}
    </p>
  );
}

function BarButton({ pressed, page, variant }: PayBarProps & { variant: ButtonVariant }) {
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
  if (page.applePay === null) return <NextButton pressed={pressed} variant={variant} />;
  return <AppleButton draw={pressed.draw} page={page} describedBy={order ? undefined : "pay-bar-confirmation"} />;
}

/**
 * Stays at the bottom of a phone's screen: how much is chosen, what it costs, and a button that leads to the next open
 * step, or pays by Apple Pay where there is one. The former steps back while the form's own button is in sight. Nothing
 * where nothing can be bought, nor where the sum is in sight.
 */
export function PayBar({ pressed, page }: PayBarProps) {
  const t = useTranslations("checkout");
  const { money, tickets } = useWords();
  const isOneColumn = useIsOneColumn();
  const { phase, order } = page.purchase.state;
  const isShown = isOneColumn && !page.isClosed && phase !== "leaving";
  const isPaySeen = useIsPaySeen(isShown);
  if (!isShown) return null;
  const sum = orderSum(pressed.draw, page.control.form, page.sale, order);
  const isConfirmed = page.applePay && !order && phase === "editing";
  return (
    <section aria-label={t("bar.label")} className="pay-bar">
      <div>
        <p className="pay-bar-sum">
          <span>{tickets(sum.tickets)}</span> · <b className="tabular">{money(sum.cents)}</b>
        </p>
        {isConfirmed ? <Confirmation draw={pressed.draw} /> : null}
      </div>
      <BarButton pressed={pressed} page={page} variant={isPaySeen ? "secondary" : "primary"} />
    </section>
  );
}
