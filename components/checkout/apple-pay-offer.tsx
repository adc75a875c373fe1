import { useLocale, useTranslations } from "next-intl";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { orderSum } from "@/components/order-form/order-sum";
import { PositionAsk } from "@/components/order-form/position-ask";
import { useWords } from "@/components/order-form/use-words";
import type { PricedItem } from "@/lib/gateways/apple-pay/rules.sheet";
import { htmlLanguage } from "@/lib/platform/i18n/routing";
import { AppleConfirmation } from "./apple-confirmation";
import type { CheckoutPage } from "./checkout-page";
import { lacksPosition, useFocusAfterPosition } from "./position-first";

const confirmationId = "apple-pay-confirmation";
const buttonId = "apple-pay-button";

type ApplePayOfferProps = { draw: CheckoutDraw; page: CheckoutPage };

/** What is bought, one line for each draw: the main one by its tickets, the others by their title too. */
function useItems({ draw, page }: ApplePayOfferProps): { items: PricedItem[]; cents: number } {
  const { tickets } = useWords();
  const { draws, cents } = orderSum(draw, page.control.form, page.sale, page.purchase.state.order);
  const items = draws.map(({ title, tickets: count, cents: own }) => ({
    label: title ? `${title} · ${tickets(count)}` : tickets(count),
    cents: own,
  }));
  return { items, cents };
}

type AppleButtonProps = ApplePayOfferProps & { id?: string; describedBy: string | undefined };

/** Apple's button: what the page shows is what its sheet asks for. */
export function AppleButton({ draw, page, id, describedBy }: AppleButtonProps) {
  const t = useTranslations("checkout.applePay");
  const wrong = useTranslations("checkout.wrong");
  const locale = useLocale();
  const { items, cents } = useItems({ draw, page });
  const isBusy = page.purchase.state.phase !== "editing" || !page.applePay;
  return (
    <button
      type="button"
      id={id}
      lang={htmlLanguage(locale)}
      aria-describedby={describedBy}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? undefined : () => page.payByApple({ items, cents, words: { own: t, wrong } })}
      className="apple-pay-button"
    >
      {t("buy")}
    </button>
  );
}

/** Two taps: what is chosen, its price, and Apple's button; before it the location, where the draw needs one. */
export function ApplePayOffer({ draw, page }: ApplePayOfferProps) {
  const t = useTranslations("checkout.applePay");
  const { money } = useWords();
  const { items, cents } = useItems({ draw, page });
  const { phase, order } = page.purchase.state;
  // What its own sheet has just reserved is shown as it was pressed.
  const isHeld = order !== null && phase === "editing";
  const isLacking = lacksPosition(page);
  const noteAsking = useFocusAfterPosition(isLacking, page.position.state, buttonId);
  return (
    <div className={`apple-offer ${phase === "restoring" ? "invisible" : ""}`}>
      <p className="sum">
        <span>{items.map(({ label }) => label).join(" + ")}</span> <b className="tabular">{money(cents)}</b>
      </p>
      {isLacking ? (
        <PositionAsk id="apple-position" draw={draw} position={page.position} onAsk={noteAsking} />
      ) : (
        <AppleButton draw={draw} page={page} id={buttonId} describedBy={isHeld ? undefined : confirmationId} />
      )}
      {isHeld ? null : <AppleConfirmation draw={draw} id={confirmationId} />}
      <p className="hint">{t(isHeld ? "orByCardHeld" : "orByCard")}</p>
    </div>
  );
}
