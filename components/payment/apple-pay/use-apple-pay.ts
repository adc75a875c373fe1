import { useEffect, useState } from "react";
import { loadServerCalls } from "@/components/payment/server-calls";
import type { ApplePayOffer } from "@/lib/gateways/apple-pay/rules";
import type { ApplePurchase } from "./apple-pay-purchase";

/** Apple Pay where it works: what the button needs is all there, so that the sheet can open within the click. */
export type ApplePay = {
  offer: ApplePayOffer;
  run: (purchase: Omit<ApplePurchase, "api" | "offer">) => Promise<void>;
};

async function prepare(offer: ApplePayOffer): Promise<ApplePay | null> {
  // A browser that has nothing of Apple's need not load what asks more closely.
  if (!offer.scriptUrl && !("ApplePaySession" in window)) return null;
  const { loadApplePay } = await import("./load-apple-pay");
  const api = await loadApplePay(offer);
  if (!api) return null;
  const [{ runApplePurchase }] = await Promise.all([import("./apple-pay-purchase"), loadServerCalls()]);
  return { offer, run: (purchase) => runApplePurchase({ ...purchase, api, offer }) };
}

/** Apple Pay once it is known to work in this browser; undefined before that, null where it does not. */
export function useApplePay(offer: ApplePayOffer | null): ApplePay | null | undefined {
  const [applePay, setApplePay] = useState<ApplePay | null | undefined>(offer ? undefined : null);
  useEffect(() => {
    if (!offer) return;
    let isOver = false;
    prepare(offer).then(
      (found) => {
        if (!isOver) setApplePay(found);
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
