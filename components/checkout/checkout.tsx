"use client";

import { useTranslations } from "next-intl";
import type { ReactNode, Ref } from "react";
import { useCallback, useRef } from "react";

import { useInitialLive, useIsPreview } from "@/components/draws/live/live-provider";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { getOrderSum } from "@/components/order-form/order-sum";
import { CardSection } from "@/components/payment/card/card-section";
import { preloadServerCalls } from "@/components/payment/load-server-calls";
import { RefusalNotice } from "@/components/payment/refusal-notice";
import type { LiveState } from "@/lib/draws/rules.projection";
import { hasOrderForm } from "@/lib/draws/rules.projection";
import type { ApplePayOffer } from "@/lib/gateways/apple-pay/rules";
import type { Language } from "@/lib/platform/i18n/routing";
import type { CheckoutPage } from "./checkout-page";
import { BuyerStep, CheckoutStep, MissingBuyerStep, TicketChoiceStep } from "./choices";
import { useKiosk } from "./kiosk-context";
import { useLazyParts } from "./lazy-parts-provider";
import { ApplePayArea, HandoverLoading, PayArea } from "./pay-area";
import { useCheckoutPage } from "./use-checkout-page";

type CheckoutProps = {
  draw: CheckoutDraw;
  locale: Language;
  card: { scriptUrl: string };
  applePay: ApplePayOffer | null;
  notice?: ReactNode;
  cause?: ReactNode;
  cashAdvanceNotice?: ReactNode;
  footer?: ReactNode;
};

/** Needs a `LiveProvider`, its messages and a `LazyPartsProvider`. */
export function Checkout({ draw, locale, card, applePay, notice, cause, cashAdvanceNotice, footer }: CheckoutProps) {
  const t = useTranslations("checkout");
  const formRef = useRef<HTMLFormElement>(null);
  const placeholders = { expiry: t("cardExpiryPlaceholder"), cvv: t("cardCodePlaceholder") };
  const page = useCheckoutPage({ draw, locale, scriptUrl: card.scriptUrl, applePay, placeholders }, formRef);
  const initial = useInitialLive();
  const kiosk = useKiosk();
  const lazy = useLazyParts();
  const { state, handover } = page.purchase;
  const pendingPayment = lazy && !kiosk ? <lazy.PendingPaymentNotice drawId={draw.id} state={state} /> : null;
  if (isCheckoutHidden(page, initial)) {
    return (
      <>
        {pendingPayment}
        {notice}
      </>
    );
  }
  const isHandoverShown = handover !== null && state.phase === "editing" && state.order === null;
  return (
    <>
      {pendingPayment}
      <HandoverPart draw={draw} page={page} isHandoverShown={isHandoverShown} />
      <noscript>
        <p className="notice border-warning/30 bg-warning-soft">{t("noScript")}</p>
      </noscript>
      <OrderForm
        ref={formRef}
        draw={draw}
        page={page}
        isHidden={isHandoverShown}
        hasApplePay={applePay?.scriptUrl !== undefined}
        notice={notice}
        payment={{ cause, cashAdvanceNotice, footer }}
      />
      {kiosk ? <kiosk.Watcher page={page} kiosk={kiosk} /> : null}
      {lazy && !isHandoverShown ? <lazy.PayBar draw={draw} page={page} /> : null}
    </>
  );
}

type PartProps = { draw: CheckoutDraw; page: CheckoutPage };

function HeldOrderPart({ draw, page }: PartProps) {
  const { state, dispatch, extendHold, changeTickets } = page.purchase;
  const lazy = useLazyParts();
  const onTimeOver = useCallback(() => dispatch({ type: "time-over" }), [dispatch]);
  if (!state.order || !lazy) return null;
  return (
    <lazy.HoldNotice
      draw={draw}
      order={state.order}
      refusal={state.refusal}
      isBusy={state.phase !== "editing"}
      onTimeOver={onTimeOver}
      onExtend={extendHold}
      onChange={changeTickets}
    />
  );
}

type PaymentProps = PartProps & Pick<CheckoutProps, "cause" | "cashAdvanceNotice" | "footer">;

function Payment({ draw, page, cause, cashAdvanceNotice, footer }: PaymentProps) {
  const t = useTranslations("checkout");
  const { control, card, purchase, isClosed, isPayPending } = page;
  const lazy = useLazyParts();
  const { order, held, refusal } = purchase.state;
  return (
    <CheckoutStep id="checkout-payment" number={3} title={t("stepPayment")}>
      {refusal ? null : cause}
      {held && lazy ? null : <RefusalNotice refusal={refusal} about="card" />}
      <CardSection form={card} />
      <div className="mt-6">
        <RefusalNotice refusal={refusal} about="order" />
        {lazy ? <lazy.ProblemSummary draw={draw} problems={control.problems} card={card} /> : null}
        {cashAdvanceNotice}
        <PayArea
          sum={getOrderSum(draw, control.form, page.availability, order)}
          purchase={purchase}
          isClosed={isClosed}
          isPayPending={isPayPending}
          isTestDraw={draw.isTestDraw}
        />
        {footer}
      </div>
    </CheckoutStep>
  );
}

function HandoverPart({ draw, page, isHandoverShown }: PartProps & { isHandoverShown: boolean }) {
  const lazy = useLazyParts();
  const { handover, state } = page.purchase;
  if (!handover) return null;
  if (!isHandoverShown) {
    const nextId = state.held ? "checkout-held" : "checkout-payment";
    return lazy ? <lazy.HandoverWaitingNotice handover={handover} nextId={nextId} /> : null;
  }
  if (!lazy) return <HandoverLoading handover={handover} />;
  return <lazy.HandoverPanel draw={draw} handover={handover} isClosed={page.isClosed} />;
}

type OrderFormProps = PartProps & {
  ref: Ref<HTMLFormElement>;
  isHidden: boolean;
  hasApplePay: boolean;
  notice: ReactNode;
  payment: Omit<PaymentProps, keyof PartProps>;
};

function OrderForm({ ref, draw, page, isHidden, hasApplePay, notice, payment }: OrderFormProps) {
  const t = useTranslations("checkout");
  const lazy = useLazyParts();
  const isPreview = useIsPreview();
  const { state, dispatch } = page.purchase;
  return (
    <form
      ref={ref}
      id="checkout"
      data-order-form
      hidden={isHidden}
      noValidate
      // Until the script has loaded, a GET form would put its fields into the URL.
      method="dialog"
      // Otherwise the browser would restore this buyer's choices for the next person on the device.
      autoComplete="off"
      aria-labelledby="checkout-heading"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPreview) page.submit();
      }}
      onKeyDown={(event) => {
        const { key, target } = event;
        if (key !== "Enter" || !(target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return;
        // Enter would press the pay button.
        event.preventDefault();
        lazy?.focusNextField(target, page.card);
      }}
      onFocus={() => {
        if (isPreview) return;
        page.card.load();
        preloadServerCalls();
      }}
      onBlur={({ target }) => page.checkFieldOnBlur(target.id)}
      onChange={() => dispatch({ type: "edited" })}
      className="scroll-mt-4 overflow-hidden rounded-card border border-line bg-raised shadow-card"
    >
      <h2 id="checkout-heading" className="sr-only">
        {t("heading")}
      </h2>
      {state.held ? <HeldOrderPart draw={draw} page={page} /> : null}
      {state.held ? null : <TicketChoiceStep draw={draw} page={page} />}
      <ApplePayArea draw={draw} page={page} isCertain={hasApplePay} />
      {state.held ? (
        <MissingBuyerStep draw={draw} page={page} />
      ) : (
        <BuyerStep draw={draw} page={page} notice={notice} />
      )}
      <Payment draw={draw} page={page} {...payment} />
    </form>
  );
}

/** Nothing is for sale and nothing was bought here. A notice gives the reason, so the form is left out. */
function isCheckoutHidden({ isClosed, purchase: { state, handover } }: CheckoutPage, initial: LiveState): boolean {
  const hasContent = hasOrderForm(initial) || handover !== null;
  return isClosed && !hasContent && state.phase === "editing" && !state.order && !state.refusal;
}
