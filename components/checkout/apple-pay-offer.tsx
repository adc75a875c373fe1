import { useLocale, useTranslations } from "next-intl";
import { PositionRequest } from "@/components/order-form/buyer/position-request";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { getOrderSum } from "@/components/order-form/order-sum";
import type { SumItem } from "@/components/order-form/sum-lines";
import { SumLines, useSumItems } from "@/components/order-form/sum-lines";
import { useOrderFormatters } from "@/components/order-form/use-order-formatters";
import { useProvinceNames } from "@/components/order-form/use-province-names";
import { CashAdvance } from "@/components/payment/cash-advance";
import type { CheckoutReason, CheckoutRefusal } from "@/components/payment/checkout-reasons";
import { isPaymentRefusal } from "@/components/payment/checkout-reasons";
import { RetryHint } from "@/components/payment/refusal-notice";
import { Notice } from "@/components/ui/notice";
import type { ProvinceCode } from "@/lib/address";
import { htmlLanguage } from "@/lib/platform/i18n/routing";
import type { CheckoutPage } from "./checkout-page";
import { useFocusAfterPosition } from "./field-focus";
import { lacksPosition } from "./next-step";

const confirmationId = "apple-pay-confirmation";
const cashAdvanceId = "apple-pay-cash-advance";
const buttonId = "apple-pay-button";

type ApplePayOfferProps = { draw: CheckoutDraw; page: CheckoutPage };

function useItems({ draw, page }: ApplePayOfferProps): { items: SumItem[]; cents: number } {
  const sum = getOrderSum(draw, page.control.form, page.availability, page.purchase.state.order);
  return { items: useSumItems(sum), cents: sum.cents };
}

/**
 * The ids for `aria-describedby` of Apple's button: the confirmation, unless the order is held, and the cash advance.
 */
export function appleDescription(draw: CheckoutDraw, ids: { confirmation: string | null; cashAdvance: string }) {
  const descriptionIds = [ids.confirmation, draw.mayBeCashAdvance ? ids.cashAdvance : null].filter((id) => id !== null);
  return descriptionIds.length > 0 ? descriptionIds.join(" ") : undefined;
}

type AppleButtonProps = ApplePayOfferProps & { id?: string; describedBy: string | undefined };

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
      onClick={isBusy ? undefined : () => page.payByApple({ items, cents, translations: { own: t, wrong } })}
      className="apple-pay-button"
    >
      {t("buy")}
    </button>
  );
}

export function ApplePayOffer({ draw, page }: ApplePayOfferProps) {
  const t = useTranslations("checkout.applePay");
  const tCheckout = useTranslations("checkout");
  const { money } = useOrderFormatters();
  const { items, cents } = useItems({ draw, page });
  const { phase, order } = page.purchase.state;
  const isHeld = order !== null && phase === "editing";
  const isLacking = lacksPosition(page);
  const noteAsking = useFocusAfterPosition(isLacking, page.position.state, buttonId);
  const describedBy = appleDescription(draw, {
    confirmation: isHeld ? null : confirmationId,
    cashAdvance: cashAdvanceId,
  });
  return (
    <div className={`hidden gap-3 lg:grid ${phase === "restoring" ? "invisible" : ""}`}>
      <div>
        <SumLines items={items} />
        <p className="sum">
          <span>{items.length === 1 ? items[0]?.label : tCheckout("total")}</span>{" "}
          <b className="tabular">{money(cents)}</b>
        </p>
      </div>
      {isLacking ? (
        <PositionRequest id="apple-position" draw={draw} position={page.position} onAsk={noteAsking} />
      ) : (
        <AppleButton draw={draw} page={page} id={buttonId} describedBy={describedBy} />
      )}
      {isHeld ? null : <AppleConfirmation draw={draw} id={confirmationId} />}
      <CashAdvance draw={draw} id={cashAdvanceId} />
      <p className="or-by-card">{t("orByCard")}</p>
    </div>
  );
}

/** A heading above the reason (docs/design.md, Payment messages). Null if the reason suffices. */
function titleKey(reason: CheckoutReason): "cancelled" | "unavailable" | "failed" | null {
  if (reason === "apple-pay-cancelled") return "cancelled";
  if (reason === "apple-pay-unavailable") return "unavailable";
  return isPaymentRefusal(reason) ? "failed" : null;
}

export function ApplePayNotice({ refusal }: { refusal: CheckoutRefusal | null }) {
  const t = useTranslations("checkout.applePay");
  const reasons = useTranslations("reasons");
  if (refusal?.about !== "apple-pay") return null;
  const title = titleKey(refusal.reason);
  return (
    <Notice
      id="checkout-trouble"
      role="alert"
      tone={title === "cancelled" ? "info" : "danger"}
      title={title ? t(title) : null}
    >
      <p>{reasons(reasons.has(refusal.reason) ? refusal.reason : "internal-error")}</p>
      <RetryHint refusal={refusal} />
    </Notice>
  );
}

type AppleConfirmationProps = {
  draw: CheckoutDraw;
  id: string;
  isShort?: boolean;
};

/** Pressing Apple's button attests what the form's check boxes attest otherwise. */
export function AppleConfirmation({ draw, id, isShort = false }: AppleConfirmationProps) {
  const t = useTranslations("checkout");
  const { placeRule } = draw;
  const placeNames = useProvinceNames(draw);
  const inShort = (codes: readonly ProvinceCode[], named: string) =>
    codes.length === 1 ? named : t("bar.inPlaces", { places: codes.join(", ") });
  const short = { place: inShort(draw.places, placeNames.place), home: inShort(draw.provinces, placeNames.home) };
  return (
    <p id={id} className={isShort ? undefined : "hint"}>
      {t.rich(isShort ? "bar.confirm" : "applePay.confirm", {
        age: draw.minimumAge,
        where: isShort ? t(`bar.${placeRule}`, short) : t(`applePay.${placeRule}`, placeNames),
        link: (chunks) => (
          <a href="#rules" className="link">
            {chunks}
          </a>
        ),
      })}
    </p>
  );
}
