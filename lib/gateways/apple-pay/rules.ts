/** What the browser needs to offer Apple Pay; `scriptUrl` is that of a demo's stand-in for the browser's own part. */
export type ApplePayOffer = { merchantId: string; displayName: string; scriptUrl?: string };

/** What a page tells the browser of how Apple Pay is set up; null where it is not, and there is no button. */
export function offerApplePay(
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

/**
 * Where Apple opens payment sessions when no browser names an address; the same for test and live (docs/bambora.md,
 * Merchant validation).
 */
export const defaultValidationUrl = "https://apple-pay-gateway.apple.com/paymentservices/paymentSession";

/** Where Apple looks for the domain association file. */
export const domainFilePath = "/.well-known/apple-developer-merchantid-domain-association";

/**
 * Whether `text` is one of the addresses at which Apple opens payment sessions. Compared letter by letter with whole
 * addresses: what a parser might read into user info, ports, escapes or a trailing dot cannot lead anywhere else.
 */
export function isValidationUrl(text: string): boolean {
  return validationUrls.has(text);
}
