import type { RefObject } from "react";
import { startTransition, useEffect, useState } from "react";
import { useLive } from "@/components/draws/live/live-provider";
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

type CheckoutInput = {
  draw: CheckoutDraw;
  locale: Language;
  scriptUrl: string;
  applePay: ApplePayOffer | null;
  placeholders: Partial<Record<CardFieldType, string>>;
};

export function useCheckoutPage(input: CheckoutInput, element: RefObject<HTMLFormElement | null>): CheckoutPage {
  const { draw, locale, scriptUrl, placeholders } = input;
  const live = useLive();
  const lazy = useLazyParts();
  const availability = useAvailability(draw.catalogue, live);
  const control = useCheckoutForm(draw, element, { isShared: useKiosk() !== null });
  const position = usePosition(draw.needsPosition.online);
  const card = useCardFields(scriptUrl, placeholders);
  const purchase = useCheckout(draw.id, locale);
  const foundApplePay = useApplePay(input.applePay);
  // The sheet opens only within the click, so the button waits for the lazy parts.
  const applePay = foundApplePay && !lazy ? undefined : foundApplePay;
  const { state } = purchase;
  const isClosed = isSaleClosed(live, state);
  useFocusAfterRefusal(state, card.clear, control.problems);
  useRefusedPosition(state.refusal?.reason, position.forget);
  useIdleLoad(card.load, !isClosed);
  useIdleLoad(preloadServerCalls, !isClosed);
  const purchaseInput = { draw, locale, page: { control, position, card, purchase, availability, isClosed } };
  const early = useEarlyPress(purchase, lazy && (() => lazy.submitCardPayment(purchaseInput)));
  const payByApple = (input: ApplePayInput) => {
    if (lazy && applePay) lazy.submitApplePay(purchaseInput, applePay, input);
  };
  const leaveField = (id: string) => lazy?.leaveField(purchaseInput, id);
  return { ...purchaseInput.page, live, ...early, leaveField, applePay, payByApple };
}

function useApplePay(offer: ApplePayOffer | null): ApplePay | null | undefined {
  const [applePay, setApplePay] = useState<ApplePay | null | undefined>(offer ? undefined : null);
  useEffect(() => {
    if (!offer) return;
    let isOver = false;
    prepare(offer).then(
      (result) => {
        if (!isOver) startTransition(() => setApplePay(result));
      },
      (error: unknown) => {
        console.warn("Apple Pay is not available", error);
        if (!isOver) setApplePay(null);
      },
    );
    return () => {
      isOver = true;
    };
  }, [offer]);
  return applePay;
}

async function prepare(offer: ApplePayOffer): Promise<ApplePay | null> {
  if (!offer.scriptUrl && !("ApplePaySession" in window)) return null;
  return (await import("@/components/payment/apple-pay/prepare-apple-pay")).prepareApplePay(offer);
}

function isSaleClosed(live: LiveState, { order }: CheckoutState): boolean {
  if (live.salesOpen) return false;
  return order === null || !isAllTaken(live.reason);
}

function useIdleLoad(load: () => void, isWanted: boolean): void {
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

function useEarlyPress({ dispatch }: CheckoutControl, press: (() => void) | null) {
  const [isPressed, setPressed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the press finds when it can be done, and only once
  useEffect(() => {
    if (!isPressed || !press) return;
    setPressed(false);
    press();
  }, [isPressed, press === null]);
  const submit = () => {
    if (press) return press();
    setPressed(true);
    loadServerCalls().catch((error: unknown) => {
      console.error("The press of the button could not be done.", error);
      setPressed(false);
      dispatch({ type: "refused", reason: "unreachable" });
    });
  };
  return { isPressed, submit };
}
