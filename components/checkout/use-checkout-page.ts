import type { RefObject } from "react";
import { startTransition, useEffect, useState } from "react";
import { useIsPreview, useLive } from "@/components/draws/live/live-provider";
import { useAvailability } from "@/components/order-form/add-ons/use-availability";
import { usePosition, useRefusedPosition } from "@/components/order-form/buyer/use-position";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { useCheckoutForm } from "@/components/order-form/use-checkout-form";
import type { ApplePay } from "@/components/payment/apple-pay/prepare-apple-pay";
import type { CardFieldType } from "@/components/payment/card/custom-checkout";
import { useCardFields } from "@/components/payment/card/use-card-fields";
import type { CheckoutState } from "@/components/payment/checkout-machine";
import { loadServerCalls, preloadServerCalls } from "@/components/payment/load-server-calls";
import { isAllTaken } from "@/lib/draws/rules";
import type { LiveState } from "@/lib/draws/rules.projection";
import type { ApplePayOffer } from "@/lib/gateways/apple-pay/rules";
import type { Language } from "@/lib/platform/i18n/routing";
import type { ApplePayInput, CheckoutPage } from "./checkout-page";
import { useKiosk } from "./kiosk-context";
import { useLazyParts } from "./lazy-parts-provider";
import type { CheckoutControl } from "./use-checkout";
import { useCheckout } from "./use-checkout";
import { useFocusAfterRefusal } from "./use-focus-after-refusal";

type CheckoutPageInput = {
  draw: CheckoutDraw;
  locale: Language;
  scriptUrl: string;
  applePay: ApplePayOffer | null;
  placeholders: Partial<Record<CardFieldType, string>>;
};

export function useCheckoutPage(input: CheckoutPageInput, element: RefObject<HTMLFormElement | null>): CheckoutPage {
  const { draw, locale, scriptUrl, placeholders } = input;
  const live = useLive();
  const lazy = useLazyParts();
  const availability = useAvailability(draw.catalogue, live);
  const control = useCheckoutForm(draw, element, { isShared: useKiosk() !== null });
  const position = usePosition(draw.needsPosition.online);
  const card = useCardFields(scriptUrl, placeholders);
  const purchase = useCheckout(draw.id, locale);
  const loadedApplePay = useApplePay(input.applePay);
  // The sheet opens only within the click, so the button waits for the lazy parts.
  const applePay = loadedApplePay && !lazy ? undefined : loadedApplePay;
  const { state } = purchase;
  const isPreview = useIsPreview();
  const isClosed = isPreview || isSaleClosed(live, state);
  useFocusAfterRefusal(state, card.clear, control.problems);
  useRefusedPosition(state.refusal?.reason, position.forget);
  useLoadWhenIdle(card.load, !isClosed);
  useLoadWhenIdle(preloadServerCalls, !isClosed);
  const purchaseInput = { draw, locale, page: { control, position, card, purchase, availability, isClosed } };
  const submission = usePaySubmit(purchase, lazy && (() => lazy.submitCardPayment(purchaseInput)));
  const payWithApplePay = (input: ApplePayInput) => {
    if (lazy && applePay) lazy.submitApplePay(purchaseInput, applePay, input);
  };
  const checkFieldOnBlur = (id: string) => lazy?.checkFieldOnBlur(purchaseInput, id);
  return { ...purchaseInput.page, live, ...submission, checkFieldOnBlur, applePay, payWithApplePay };
}

function useApplePay(offer: ApplePayOffer | null): ApplePay | null | undefined {
  const [applePay, setApplePay] = useState<ApplePay | null | undefined>(offer ? undefined : null);
  useEffect(() => {
    if (!offer) return;
    let isCancelled = false;
    loadApplePay(offer).then(
      (result) => {
        if (!isCancelled) startTransition(() => setApplePay(result));
      },
      (error: unknown) => {
        console.warn("Apple Pay is not available", error);
        if (!isCancelled) setApplePay(null);
      },
    );
    return () => {
      isCancelled = true;
    };
  }, [offer]);
  return applePay;
}

async function loadApplePay(offer: ApplePayOffer): Promise<ApplePay | null> {
  if (!offer.scriptUrl && !("ApplePaySession" in window)) return null;
  return (await import("@/components/payment/apple-pay/prepare-apple-pay")).prepareApplePay(offer);
}

function isSaleClosed(live: LiveState, { order }: CheckoutState): boolean {
  if (live.salesOpen) return false;
  return order === null || !isAllTaken(live.reason);
}

function useLoadWhenIdle(load: () => void, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    if (typeof window.requestIdleCallback !== "function") {
      const timer = setTimeout(load, 1500);
      return () => clearTimeout(timer);
    }
    const idle = window.requestIdleCallback(load, { timeout: 4000 });
    return () => window.cancelIdleCallback(idle);
  }, [load, isWanted]);
}

function usePaySubmit({ dispatch }: CheckoutControl, submitNow: (() => void) | null) {
  const [isPayPending, setPayPending] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the parts have loaded
  useEffect(() => {
    if (!isPayPending || !submitNow) return;
    setPayPending(false);
    submitNow();
  }, [isPayPending, submitNow === null]);
  const submit = () => {
    if (submitNow) return submitNow();
    setPayPending(true);
    loadServerCalls().catch((error: unknown) => {
      console.error("The press of the button could not be done.", error);
      setPayPending(false);
      dispatch({ type: "refused", reason: "unreachable" });
    });
  };
  return { isPayPending, submit };
}
