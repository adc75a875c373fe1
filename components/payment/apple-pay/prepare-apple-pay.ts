import { loadServerCalls } from "@/components/payment/load-server-calls";
import type { ApplePayOffer } from "@/lib/gateways/apple-pay/rules";
import { loadApplePay } from "./apple-pay-api";
import type { ApplePurchase } from "./apple-pay-purchase";

/** Loaded in advance, so that the sheet can open within the click. */
export type ApplePay = {
  offer: ApplePayOffer;
  run: (purchase: Omit<ApplePurchase, "api" | "offer">) => Promise<void>;
};

export async function prepareApplePay(offer: ApplePayOffer): Promise<ApplePay | null> {
  const api = await loadApplePay(offer);
  if (!api) return null;
  const [{ runApplePurchase }] = await Promise.all([import("./apple-pay-purchase"), loadServerCalls()]);
  return { offer, run: (purchase) => runApplePurchase({ ...purchase, api, offer }) };
}
