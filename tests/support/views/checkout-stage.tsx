import { act, render, waitFor } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { StrictMode } from "react";
import { expect } from "vitest";
import { Checkout } from "@/components/checkout/checkout";
import type { Kiosk } from "@/components/checkout/kiosk-context";
import { KioskProvider } from "@/components/checkout/kiosk-context";
import { LazyPartsProvider } from "@/components/checkout/lazy-parts-provider";
import { LiveProvider } from "@/components/draws/live/live-provider";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { cardFieldTypes } from "@/components/payment/card/card-state";
import type { CardFieldType } from "@/components/payment/card/custom-checkout";
import { CashAdvance } from "@/components/payment/cash-advance";
import type { LiveState } from "@/lib/draws/rules.projection";
import type { ApplePayOffer } from "@/lib/gateways/apple-pay/rules";
import messages from "@/messages/en.json";
import { demoCheckoutDraw, demoLive } from "./fake-checkout-draw";
import type { FakeCustomCheckout } from "./fake-custom-checkout";

type CheckoutOptions = { draw?: CheckoutDraw; live?: LiveState; applePay?: ApplePayOffer | null; kiosk?: Kiosk | null };

/** By default, sales are open, by card only. */
export function openCheckout({
  draw = demoCheckoutDraw(),
  live = demoLive(),
  applePay = null,
  kiosk = null,
}: CheckoutOptions = {}) {
  return render(
    <StrictMode>
      <LiveProvider drawId="demo" refreshMs={600_000} initial={live}>
        <NextIntlClientProvider locale="en" messages={messages} timeZone="America/Toronto">
          <LazyPartsProvider>
            <KioskProvider value={kiosk}>
              <Checkout
                draw={draw}
                locale="en"
                card={{ scriptUrl: "https://x.test/c.js" }}
                applePay={applePay}
                cashAdvanceNotice={<CashAdvance draw={draw} id="checkout-cash-advance" />}
              />
            </KioskProvider>
          </LazyPartsProvider>
        </NextIntlClientProvider>
      </LiveProvider>
    </StrictMode>,
  );
}

export async function findCardFields({ calls }: FakeCustomCheckout): Promise<void> {
  await waitFor(() => expect(calls.filter((call) => call.startsWith("mount"))).toHaveLength(3));
}

export function typeCard({ emit }: FakeCustomCheckout, fields: readonly CardFieldType[] = cardFieldTypes): void {
  act(() => {
    for (const field of fields) {
      emit("empty", { field, empty: false });
      emit("complete", { field, complete: true });
    }
  });
}
