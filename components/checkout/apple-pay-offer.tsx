import { useLocale, useTranslations } from "next-intl";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { orderSum } from "@/components/order-form/order-sum";
import { useProvinceWords } from "@/components/order-form/use-province-words";
import { useWords } from "@/components/order-form/use-words";
import type { PricedItem } from "@/lib/gateways/apple-pay/rules.sheet";
import { htmlLanguage } from "@/lib/platform/i18n/routing";
import type { CheckoutPage } from "./checkout-page";

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

type AppleButtonProps = ApplePayOfferProps & { describedBy: string | undefined };

/** Apple's button: what the page shows is what its sheet asks for. */
export function AppleButton({ draw, page, describedBy }: AppleButtonProps) {
  const t = useTranslations("checkout.applePay");
  const wrong = useTranslations("checkout.wrong");
  const locale = useLocale();
  const { items, cents } = useItems({ draw, page });
  const isBusy = page.purchase.state.phase !== "editing" || !page.applePay;
  return (
    <button
      type="button"
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

/** The buyer says by the press what the boxes of the form say otherwise. */
function Confirmation({ draw }: Pick<ApplePayOfferProps, "draw">) {
  const t = useTranslations("checkout");
  const { place, places } = useProvinceWords(draw);
  const where = place ? t("applePay.confirmPlace", { place }) : t("applePay.confirmPlaces", { places });
  return (
    <p id="apple-pay-confirmation" className="hint">
      {t.rich("applePay.confirm", {
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

/** Two taps: what is chosen, its price, and Apple's button. */
export function ApplePayOffer({ draw, page }: ApplePayOfferProps) {
  const t = useTranslations("checkout.applePay");
  const { money } = useWords();
  const { items, cents } = useItems({ draw, page });
  const { phase, order } = page.purchase.state;
  return (
    <div className={`apple-offer ${phase === "restoring" ? "invisible" : ""}`}>
      <p className="sum">
        <span>{items.map(({ label }) => label).join(" + ")}</span> <b className="tabular">{money(cents)}</b>
      </p>
      <AppleButton draw={draw} page={page} describedBy={order ? undefined : "apple-pay-confirmation"} />
      {order ? null : <Confirmation draw={draw} />}
      <p className="hint text-center">{t(order ? "orByCardHeld" : "orByCard")}</p>
    </div>
  );
}
