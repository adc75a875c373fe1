import { useLocale, useTranslations } from "next-intl";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { linesOf } from "@/components/order-form/checkout-form";
import { useProvinceWords } from "@/components/order-form/use-province-words";
import { useWords } from "@/components/order-form/use-words";
import { mainPoolId } from "@/lib/draws/rules";
import type { PricedItem } from "@/lib/gateways/apple-pay/rules.sheet";
import { toCents } from "@/lib/money";
import type { OrderView } from "@/lib/orders/rules";
import { sumByPool } from "@/lib/orders/rules.lines";
import { htmlLanguage } from "@/lib/platform/i18n/routing";
import type { CheckoutPage } from "./checkout-page";
import { useLate } from "./late-provider";

type ApplePayAreaProps = { draw: CheckoutDraw; page: CheckoutPage };

function heldLines(order: OrderView) {
  return order.lines.map((line) => ({ ...line, bundleId: line.bundleId ?? null, amountCents: toCents(line.amount) }));
}

/** What is bought, one line for each draw: the main one by its tickets, the others by their title too. */
function useItems({ draw, page }: ApplePayAreaProps): PricedItem[] {
  const { tickets } = useWords();
  const { order } = page.purchase.state;
  const lines = order ? heldLines(order) : linesOf(draw, page.control.form, page.sale);
  return [...sumByPool(lines)].map(([poolId, { tickets: count, cents }]) => {
    const title = draw.addOns.find((addOn) => addOn.poolId === poolId)?.title.text;
    return { label: poolId === mainPoolId || !title ? tickets(count) : `${title} · ${tickets(count)}`, cents };
  });
}

/** The buyer says by the press what the boxes of the form say otherwise. */
function Confirmation({ draw }: Pick<ApplePayAreaProps, "draw">) {
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
function ApplePayOffer({ draw, page }: ApplePayAreaProps) {
  const t = useTranslations("checkout.applePay");
  const locale = useLocale();
  const { money } = useWords();
  const wrong = useTranslations("checkout.wrong");
  const items = useItems({ draw, page });
  const { phase, order } = page.purchase.state;
  const cents = items.reduce((sum, item) => sum + item.cents, 0);
  const isBusy = phase !== "editing" || !page.applePay;
  return (
    <div className={`grid gap-3 ${phase === "restoring" ? "invisible" : ""}`}>
      <p className="sum">
        <span>{items.map(({ label }) => label).join(" + ")}</span> <b className="tabular">{money(cents)}</b>
      </p>
      <button
        type="button"
        lang={htmlLanguage(locale)}
        aria-describedby={order ? undefined : "apple-pay-confirmation"}
        aria-disabled={isBusy || undefined}
        onClick={isBusy ? undefined : () => page.payByApple({ items, cents, words: { own: t, wrong } })}
        className="apple-pay-button"
      >
        {t("buy")}
      </button>
      {order ? null : <Confirmation draw={draw} />}
      <p className="hint text-center">{t(order ? "orByCardHeld" : "orByCard")}</p>
    </div>
  );
}

/**
 * Apple Pay, there only where it works and something can be paid; why it did not go through is told also when nothing
 * can be bought any more. Its place is kept while an earlier order is looked for and, in Apple's browsers, until it is
 * known to work, so that nothing moves under a finger; where a stand-in makes it work (`isSure`), in all browsers.
 */
export function ApplePayArea({ draw, page, isSure }: ApplePayAreaProps & { isSure: boolean }) {
  const { phase, trouble } = page.purchase.state;
  const late = useLate();
  const isOffered = !page.isClosed && phase !== "checking" && phase !== "leaving";
  if (page.applePay === null || (!isOffered && trouble?.about !== "apple-pay")) return null;
  return (
    <section aria-label="Apple Pay" className={`apple-part ${page.applePay || isSure ? "grid" : "apple-pay-likely"}`}>
      {late ? <late.ApplePayNotice trouble={trouble} /> : null}
      {isOffered ? <ApplePayOffer draw={draw} page={page} /> : null}
    </section>
  );
}
