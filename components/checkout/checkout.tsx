"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useCallback, useMemo, useRef } from "react";

import { useInitialLive } from "@/components/draws/live-provider";
import { AddOnList } from "@/components/order-form/add-on-list";
import { Attestations } from "@/components/order-form/attestations";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { totalCents } from "@/components/order-form/checkout-form";
import { CheckoutStep } from "@/components/order-form/checkout-step";
import { DetailsStep } from "@/components/order-form/details-step";
import { LocationShare } from "@/components/order-form/location-share";
import type { PackedDraw } from "@/components/order-form/packed-draw";
import { unpackDraw } from "@/components/order-form/packed-draw";
import { TeamChoice } from "@/components/order-form/team-choice";
import { TicketStep } from "@/components/order-form/ticket-step";
import { useProblemText } from "@/components/order-form/use-problem-text";
import { CardSection } from "@/components/payment/card/card-section";
import { TroubleNotice } from "@/components/payment/trouble-notice";
import type { LiveState } from "@/lib/draws/rules.projection";
import type { ApplePayOffer } from "@/lib/gateways/apple-pay/rules";
import { toCents } from "@/lib/money";
import type { Language } from "@/lib/platform/i18n/routing";
import { ApplePayArea } from "./apple-pay-area";
import type { CheckoutPage } from "./checkout-page";
import { useKiosk } from "./kiosk";
import { useLate } from "./late-provider";
import { OfferWait } from "./offer-wait";
import { PayArea } from "./pay-area";
import { prepareCalls } from "./use-attention";
import { useCheckoutPage } from "./use-checkout-page";

type CheckoutProps = {
  draw: PackedDraw;
  locale: Language;
  /** Address of the card provider's script. */
  card: { scriptUrl: string };
  /** Null where Apple Pay is not set up. */
  applePay: ApplePayOffer | null;
  /** What the money is for, above the card, and under the button who it goes to. */
  cause?: ReactNode;
  papers?: ReactNode;
};

type PartProps = { draw: CheckoutDraw; page: CheckoutPage };

/** The buyer's details, with what comes late to them. */
function Details({ draw, page: { control, purchase } }: PartProps) {
  const late = useLate();
  const isShared = useKiosk() !== null;
  const errorOf = useProblemText(draw, control.problems);
  return (
    <>
      <DetailsStep
        draw={draw}
        control={control}
        errorOf={errorOf}
        emailHint={late ? <late.EmailHint control={control} /> : null}
      />
      {/* Its place is held: what a buyer taps next must not move when it comes. */}
      {isShared ? null : (
        <div className="flow-root min-h-22 sm:max-lg:min-h-17 max-sm:[&:lang(fr)]:min-h-28">
          {late ? <late.RememberDetails control={control} phase={purchase.state.phase} /> : null}
        </div>
      )}
    </>
  );
}

function Choices({ draw, page }: PartProps) {
  const t = useTranslations("checkout");
  const { control, live, sale } = page;
  const errorOf = useProblemText(draw, control.problems);
  return (
    <fieldset disabled={page.purchase.state.phase !== "editing"} className="contents">
      <legend className="sr-only">{t("heading")}</legend>
      <CheckoutStep id="checkout-tickets" number={1} title={t("stepTickets")}>
        <TicketStep draw={draw} control={control} sale={sale} error={errorOf("choice")} />
        <AddOnList draw={draw} control={control} sale={sale} live={live.pools} errorOf={errorOf} />
        <TeamChoice draw={draw} control={control} />
      </CheckoutStep>
      <CheckoutStep id="checkout-details" number={2} title={t("stepDetails")}>
        <Details draw={draw} page={page} />
        <LocationShare draw={draw} control={control} position={page.position} errorOf={errorOf} />
        <Attestations draw={draw} control={control} errorOf={errorOf} />
      </CheckoutStep>
    </fieldset>
  );
}

function Held({ page }: { page: CheckoutPage }) {
  const { state, dispatch, extend, change } = page.purchase;
  const late = useLate();
  const onTimeOver = useCallback(() => dispatch({ type: "time-over" }), [dispatch]);
  if (!state.order || !late) return null;
  return (
    <late.HoldNotice
      order={state.order}
      isBusy={state.phase !== "editing"}
      onTimeOver={onTimeOver}
      onExtend={extend}
      onChange={change}
    />
  );
}

/** An order that Apple's sheet reserved and did not pay has no buyer yet: a card needs one. */
function MissingBuyer({ draw, page }: PartProps) {
  const t = useTranslations("checkout");
  const { purchase } = page;
  if (!purchase.state.order || purchase.state.order.buyer) return null;
  return (
    <fieldset disabled={purchase.state.phase !== "editing"} className="contents">
      <CheckoutStep id="checkout-details" number={null} title={t("stepDetails")}>
        <Details draw={draw} page={page} />
      </CheckoutStep>
    </fieldset>
  );
}

function Payment({ draw, page, cause, papers }: PartProps & Pick<CheckoutProps, "cause" | "papers">) {
  const t = useTranslations("checkout");
  const { control, card, purchase, isClosed, isPressed } = page;
  const late = useLate();
  const { order, held, trouble } = purchase.state;
  const errorOf = useProblemText(draw, control.problems);
  return (
    <CheckoutStep id="checkout-payment" number={held ? null : 3} title={t("stepPayment")}>
      {cause}
      <TroubleNotice trouble={trouble} about="card" />
      <CardSection form={card} />
      <div className="mt-6">
        <TroubleNotice trouble={trouble} about="order" />
        {late ? <late.ProblemSummary problems={control.problems} errorOf={errorOf} card={card} /> : null}
        <PayArea
          cents={order ? toCents(order.amount) : totalCents(draw, control.form, page.sale)}
          purchase={purchase}
          isClosed={isClosed}
          isPressed={isPressed}
          isTestDraw={draw.isTestDraw}
        />
        {papers}
      </div>
    </CheckoutStep>
  );
}

/** An order that a link brought: asked about in place of the form, or announced above it. */
function Offered({ draw, page, isAsked }: PartProps & { isAsked: boolean }) {
  const late = useLate();
  const { offered, state } = page.purchase;
  if (!offered) return null;
  if (!isAsked) {
    const nextId = state.held ? "checkout-held" : "checkout-payment";
    return late ? <late.OfferedLater offered={offered} nextId={nextId} /> : null;
  }
  if (!late) return <OfferWait offered={offered} />;
  return <late.OfferedPanel draw={draw} offered={offered} isClosed={page.isClosed} />;
}

/** Nothing to sell when the page was made and nothing bought here: the page itself says why. */
function isOfNoUse({ isClosed, purchase: { state, offered } }: CheckoutPage, built: LiveState): boolean {
  const mayOpen = built.salesOpen || built.reason === "all-held" || offered !== null;
  return isClosed && !mayOpen && state.phase === "editing" && !state.order && !state.trouble;
}

/**
 * The purchase on one page: tickets, details, card, and the button that pays. It needs a live provider, its first words
 * (first-words.ts) and a provider of its late parts around it, and draws nothing for a draw that sells nothing.
 */
export function Checkout({ draw: packed, locale, card, applePay, cause, papers }: CheckoutProps) {
  const draw = useMemo(() => unpackDraw(packed), [packed]);
  const t = useTranslations("checkout");
  const element = useRef<HTMLFormElement>(null);
  const placeholders = { expiry: t("cardExpiryPlaceholder"), cvv: t("cardCodePlaceholder") };
  const page = useCheckoutPage({ draw, locale, scriptUrl: card.scriptUrl, applePay, placeholders }, element);
  const built = useInitialLive();
  const kiosk = useKiosk();
  const late = useLate();
  if (isOfNoUse(page, built)) return null;
  const { state, dispatch, offered } = page.purchase;
  const isAsked = offered !== null && state.phase === "editing" && state.order === null;
  return (
    <>
      <Offered draw={draw} page={page} isAsked={isAsked} />
      <noscript>
        <p className="notice border-warning/30 bg-warning-soft">{t("noScript")}</p>
      </noscript>
      <form
        ref={element}
        id="checkout"
        hidden={isAsked}
        noValidate
        // Before its script has arrived the form must not write what was typed into the address.
        method="dialog"
        // Nor may the browser tick and choose for the next person on this device who comes back to the page.
        autoComplete="off"
        aria-labelledby="checkout-heading"
        onSubmit={(event) => {
          event.preventDefault();
          page.submit();
        }}
        onFocus={() => {
          page.card.load();
          prepareCalls();
        }}
        onBlur={({ target }) => page.leaveField(target.id)}
        onChange={() => dispatch({ type: "edited" })}
        className="scroll-mt-4 overflow-hidden rounded-card border border-line bg-raised shadow-card"
      >
        <h2 id="checkout-heading" className="sr-only">
          {t("heading")}
        </h2>
        {state.held ? <Held page={page} /> : null}
        <ApplePayArea draw={draw} page={page} isSure={applePay?.scriptUrl !== undefined} />
        {state.held ? <MissingBuyer draw={draw} page={page} /> : <Choices draw={draw} page={page} />}
        <Payment draw={draw} page={page} cause={cause} papers={papers} />
      </form>
      {kiosk ? <kiosk.Watch page={page} kiosk={kiosk} /> : null}
      {late && !isAsked ? <late.PayBar draw={draw} page={page} /> : null}
    </>
  );
}
