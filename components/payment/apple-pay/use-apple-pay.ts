import { startTransition, useEffect, useState } from "react";
import type { ApplePayOffer } from "@/lib/gateways/apple-pay/rules";
import type { ApplePay } from "./prepare-apple-pay";

async function prepare(offer: ApplePayOffer): Promise<ApplePay | null> {
  // A browser that has nothing of Apple's need not load what asks more closely.
  if (!offer.scriptUrl && !("ApplePaySession" in window)) return null;
  return (await import("./prepare-apple-pay")).prepareApplePay(offer);
}

/** Apple Pay once it is known to work in this browser; undefined before that, null where it does not. */
export function useApplePay(offer: ApplePayOffer | null): ApplePay | null | undefined {
  const [applePay, setApplePay] = useState<ApplePay | null | undefined>(offer ? undefined : null);
  useEffect(() => {
    if (!offer) return;
    let isOver = false;
    prepare(offer).then(
      (found) => {
        if (!isOver) startTransition(() => setApplePay(found));
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
