import { useEffect, useState } from "react";
import type { ApplePayOffer } from "@/lib/payments/rules.apple-pay";
import type { ApplePayApi } from "./apple-pay-api";
import { findApplePay } from "./apple-pay-api";
import type { ApplePurchase } from "./apple-pay-purchase";

/** Apple Pay where it works: what the button needs is all there, so that the sheet can open within the click. */
export type ApplePay = {
  offer: ApplePayOffer;
  run: (purchase: Omit<ApplePurchase, "api" | "offer">) => Promise<void>;
};

/** A module, so that the stand-in can be of several files; it loads once, however often it is asked for. */
function loadStandIn(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("The stand-in of Apple Pay did not load."));
    script.type = "module";
    script.crossOrigin = "anonymous";
    script.src = url;
    document.head.append(script);
  });
}

async function loadApplePay(offer: ApplePayOffer): Promise<ApplePay | null> {
  if (offer.scriptUrl && !findApplePay()) await loadStandIn(offer.scriptUrl);
  const api: ApplePayApi | null = findApplePay();
  if (!api) return null;
  const { runApplePurchase } = await import("./apple-pay-purchase");
  return { offer, run: (purchase) => runApplePurchase({ ...purchase, api, offer }) };
}

/** Apple Pay once it is known to work in this browser; undefined before that, null where it does not. */
export function useApplePay(offer: ApplePayOffer | null): ApplePay | null | undefined {
  const [applePay, setApplePay] = useState<ApplePay | null | undefined>(offer ? undefined : null);
  useEffect(() => {
    if (!offer) return;
    let isOver = false;
    loadApplePay(offer).then(
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
