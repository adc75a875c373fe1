import type { ApplePayOffer } from "@/lib/gateways/apple-pay/rules";
import type { ApplePayApi } from "./apple-pay-api";
import { findApplePay } from "./apple-pay-api";

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

/**
 * Apple Pay of this browser, or a demo's stand-in of it; null where neither works. Rejects when the stand-in does not
 * load.
 */
export async function loadApplePay({ scriptUrl }: ApplePayOffer): Promise<ApplePayApi | null> {
  if (scriptUrl && !findApplePay()) await loadStandIn(scriptUrl);
  return findApplePay();
}
