/** `scriptUrl` is set in a demo only, for the stand-in of Apple's script. */
export type ApplePayOffer = { merchantId: string; displayName: string; scriptUrl?: string };

/** Null if Apple Pay isn't set up, in which case pages show no button. */
export function toApplePayOffer(
  settings: { merchantId: string; displayName: string; scriptUrl: string | null } | null,
): ApplePayOffer | null {
  if (!settings) return null;
  const { merchantId, displayName, scriptUrl } = settings;
  return { merchantId, displayName, ...(scriptUrl ? { scriptUrl } : {}) };
}

const hosts = ["apple-pay-gateway", "cn-apple-pay-gateway", "apple-pay-gateway-cert", "cn-apple-pay-gateway-cert"];

/** Hosts of older lists, which Apple may still name (docs/bambora.md, Merchant validation). */
const pods = ["nc-pod", "pr-pod"].flatMap((pod) =>
  [1, 2, 3, 4, 5].flatMap((number) => ["", "-dr"].map((site) => `apple-pay-gateway-${pod}${number}${site}`)),
);

const paths = ["/paymentservices/startSession", "/paymentservices/paymentSession"];

const validationUrls: ReadonlySet<string> = new Set(
  [...hosts, ...pods].flatMap((host) => paths.map((path) => `https://${host}.apple.com${path}`)),
);

/** The same address serves test and live (docs/bambora.md, Merchant validation). */
export const defaultValidationUrl = "https://apple-pay-gateway.apple.com/paymentservices/paymentSession";

export const domainFilePath = "/.well-known/apple-developer-merchantid-domain-association";

/** Compares the whole text, so that user info, ports, escapes or a trailing dot cannot lead to another host. */
export function isValidationUrl(text: string): boolean {
  return validationUrls.has(text);
}
