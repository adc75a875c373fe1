import { useLocale, useTranslations } from "next-intl";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { linesOf } from "@/components/order-form/checkout-form";
import { useProvinceWords } from "@/components/order-form/use-province-words";
import { useWords } from "@/components/order-form/use-words";
import { ApplePayNotice } from "@/components/payment/apple-pay/apple-pay-notice";
import { contactKeys } from "@/components/payment/apple-pay/contact-keys";
import { mainPoolId } from "@/lib/draws/rules";
import type { ContactProblem } from "@/lib/gateways/apple-pay/rules.contacts";
import type { PricedItem } from "@/lib/gateways/apple-pay/rules.sheet";
import { toCents } from "@/lib/money";
import type { OrderView } from "@/lib/orders/rules";
import { sumByPool } from "@/lib/orders/rules.lines";
import { htmlLanguage } from "@/lib/platform/i18n/routing";
import type { CheckoutPage } from "./checkout-page";

type ApplePayAreaProps = { draw: CheckoutDraw; page: CheckoutPage };

/** What is wrong with a contact, as the sheet shows it. */
function useProblemText(): (problem: ContactProblem) => string {
  const t = useTranslations("checkout.applePay");
  const wrong = useTranslations("checkout.wrong");
  return ({ field, problem }) => {
    const key = contactKeys[field];
    if (key === "province") return wrong("province");
    return problem === "required" || key === "address" || key === "name" ? t(`required.${key}`) : wrong(key);
  };
}

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
    <p id="apple-pay-confirmation" className="text-sm text-muted">
      {t.rich("applePay.confirm", {
        age: draw.minimumAge,
        where,
        link: (words) => (
          <a href="#rules" className="font-medium text-brand-strong underline underline-offset-4">
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
  const textOf = useProblemText();
  const items = useItems({ draw, page });
  const { phase, order } = page.purchase.state;
  const cents = items.reduce((sum, item) => sum + item.cents, 0);
  const isBusy = phase !== "editing" || !page.applePay;
  return (
    <div className={`grid gap-3 ${phase === "restoring" ? "invisible" : ""}`}>
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-medium">{items.map(({ label }) => label).join(" + ")}</span>{" "}
        <span className="tabular font-display text-xl font-bold">{money(cents)}</span>
      </p>
      <button
        type="button"
        lang={htmlLanguage(locale)}
        aria-describedby={order ? undefined : "apple-pay-confirmation"}
        aria-disabled={isBusy || undefined}
        onClick={isBusy ? undefined : () => page.payByApple({ items, cents, textOf })}
        className="apple-pay-button"
      >
        {t("buy")}
      </button>
      {order ? null : <Confirmation draw={draw} />}
      <p className="text-center text-sm text-muted">{t(order ? "orByCardHeld" : "orByCard")}</p>
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
  const isOffered = !page.isClosed && phase !== "checking" && phase !== "leaving";
  if (page.applePay === null || (!isOffered && trouble?.about !== "apple-pay")) return null;
  return (
    <section
      aria-label="Apple Pay"
      className={`${page.applePay || isSure ? "grid" : "apple-pay-likely"} gap-3 border-b border-line px-4 py-5 sm:px-6`}
    >
      <ApplePayNotice trouble={trouble} />
      {isOffered ? <ApplePayOffer draw={draw} page={page} /> : null}
    </section>
  );
}
