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
import { htmlLanguage } from "@/lib/platform/i18n/routing";
import type { ProvinceCode } from "@/lib/postal-address";
import type { CheckoutPage } from "./checkout-page";
import { useFocusAfterPosition } from "./field-focus";
import { isPositionMissing } from "./next-step";

type ApplePayOfferProps = { draw: CheckoutDraw; page: CheckoutPage };

export function ApplePayOffer({ draw, page }: ApplePayOfferProps) {
  const t = useTranslations("checkout.applePay");
  const tCheckout = useTranslations("checkout");
  const { money } = useOrderFormatters();
  const { items, cents } = useApplePayTotal({ draw, page });
  const { phase, order } = page.purchase.state;
  const isHeld = order !== null && phase === "editing";
  const isMissing = isPositionMissing(page);
  const onRequestPosition = useFocusAfterPosition(isMissing, page.position.state, buttonId);
  const describedBy = getAppleDescribedBy(draw, {
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
      {isMissing ? (
        <PositionRequest id="apple-position" draw={draw} position={page.position} onAsk={onRequestPosition} />
      ) : (
        <AppleButton draw={draw} page={page} id={buttonId} describedBy={describedBy} />
      )}
      {isHeld ? null : <AppleConfirmation draw={draw} id={confirmationId} />}
      <CashAdvance draw={draw} id={cashAdvanceId} />
      <p className="or-by-card">{t("orByCard")}</p>
    </div>
  );
}

type AppleButtonProps = ApplePayOfferProps & { id?: string; describedBy: string | undefined };

export function AppleButton({ draw, page, id, describedBy }: AppleButtonProps) {
  const t = useTranslations("checkout.applePay");
  const tWrong = useTranslations("checkout.wrong");
  const locale = useLocale();
  const { items, cents } = useApplePayTotal({ draw, page });
  const isBusy = page.purchase.state.phase !== "editing" || !page.applePay;
  return (
    <button
      type="button"
      id={id}
      lang={htmlLanguage(locale)}
      aria-describedby={describedBy}
      aria-disabled={isBusy || undefined}
      onClick={
        isBusy ? undefined : () => page.payWithApplePay({ items, cents, translations: { applePay: t, wrong: tWrong } })
      }
      className="apple-pay-button"
    >
      {t("buy")}
    </button>
  );
}

/** A held order needs no confirmation, because its buyer has already given it. */
export function getAppleDescribedBy(draw: CheckoutDraw, ids: { confirmation: string | null; cashAdvance: string }) {
  const descriptionIds = [ids.confirmation, draw.mayBeCashAdvance ? ids.cashAdvance : null].filter((id) => id !== null);
  return descriptionIds.length > 0 ? descriptionIds.join(" ") : undefined;
}

type AppleConfirmationProps = {
  draw: CheckoutDraw;
  id: string;
  isShort?: boolean;
};

/** By pressing Apple's button, the buyer confirms what the form's check boxes say. */
export function AppleConfirmation({ draw, id, isShort = false }: AppleConfirmationProps) {
  const t = useTranslations("checkout");
  const { placeRule } = draw;
  const placeNames = useProvinceNames(draw);
  const shorten = (codes: readonly ProvinceCode[], name: string) =>
    codes.length === 1 ? name : t("bar.inPlaces", { places: codes.join(", ") });
  const shortNames = { place: shorten(draw.places, placeNames.place), home: shorten(draw.provinces, placeNames.home) };
  return (
    <p id={id} className={isShort ? undefined : "hint"}>
      {t.rich(isShort ? "bar.confirm" : "applePay.confirm", {
        age: draw.minimumAge,
        where: isShort ? t(`bar.${placeRule}`, shortNames) : t(`applePay.${placeRule}`, placeNames),
        link: (chunks) => (
          <a href="#rules" className="link">
            {chunks}
          </a>
        ),
      })}
    </p>
  );
}

export function ApplePayNotice({ refusal }: { refusal: CheckoutRefusal | null }) {
  const t = useTranslations("checkout.applePay");
  const tReasons = useTranslations("reasons");
  if (refusal?.about !== "apple-pay") return null;
  const title = findTitleKey(refusal.reason);
  return (
    <Notice
      id="checkout-trouble"
      role="alert"
      tone={title === "cancelled" ? "info" : "danger"}
      title={title ? t(title) : null}
    >
      <p>{tReasons(tReasons.has(refusal.reason) ? refusal.reason : "internal-error")}</p>
      <RetryHint refusal={refusal} />
    </Notice>
  );
}

const confirmationId = "apple-pay-confirmation";
const cashAdvanceId = "apple-pay-cash-advance";
const buttonId = "apple-pay-button";

function useApplePayTotal({ draw, page }: ApplePayOfferProps): { items: SumItem[]; cents: number } {
  const sum = getOrderSum(draw, page.control.form, page.availability, page.purchase.state.order);
  return { items: useSumItems(sum), cents: sum.cents };
}

/** The heading above the reason (docs/design.md, Payment messages). Null if the reason needs none. */
function findTitleKey(reason: CheckoutReason): "cancelled" | "unavailable" | "failed" | null {
  if (reason === "apple-pay-cancelled") return "cancelled";
  if (reason === "apple-pay-unavailable") return "unavailable";
  return isPaymentRefusal(reason) ? "failed" : null;
}
