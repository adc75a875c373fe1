import "server-only";

import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

import type { Environment } from "./env.schema";

/** What Apple Pay is set up with. `certificate` and `key` are PEM, or the path of a file with it. */
export type ApplePaySettings = {
  merchantId: string;
  /** Our name on the sheet, at most 64 characters (docs/bambora.md, Merchant validation). */
  displayName: string;
  /** The domain that shows the button, as it is registered with Apple. */
  domain: string;
  certificate: string;
  key: string;
  /** Address of the stand-in for Apple's gateway; null uses Apple's. */
  gatewayUrl: string | null;
  /** Address of the stand-in for the browser's part; null if the browser has its own. */
  scriptUrl: string | null;
};

/** The settings of Apple Pay, or null if it isn't set up: then no page offers it. */
export function applePaySettings(environment: Environment): ApplePaySettings | null {
  const { APPLE_PAY_MERCHANT_ID, APPLE_PAY_CERTIFICATE, APPLE_PAY_KEY, APPLE_PAY_GATEWAY_URL } = environment;
  if (!APPLE_PAY_MERCHANT_ID || !APPLE_PAY_CERTIFICATE || !APPLE_PAY_KEY) return null;
  const domain = new URL(environment.CHECKOUT_HOST).hostname;
  return {
    merchantId: APPLE_PAY_MERCHANT_ID,
    displayName: environment.APPLE_PAY_DISPLAY_NAME ?? domain.slice(0, 64),
    domain,
    certificate: APPLE_PAY_CERTIFICATE,
    key: APPLE_PAY_KEY,
    gatewayUrl: APPLE_PAY_GATEWAY_URL ?? null,
    scriptUrl: APPLE_PAY_GATEWAY_URL ? new URL("/sandbox/apple-pay.js", environment.BAMBORA_SCRIPT_URL).href : null,
  };
}

/**
 * The PEM that a variable contains or names. Read again for each use: a renewed certificate needs no restart. Throws.
 */
export function readPem(value: string): string {
  return value.includes("-----BEGIN") ? value.replaceAll("\\n", "\n") : readFileSync(value, "utf8");
}

/** What is wrong with a merchant identity, or null: it cannot be read, or the key is not the certificate's. */
export function identityProblem(certificate: string, key: string): string | null {
  try {
    const isItsKey = new X509Certificate(readPem(certificate)).checkPrivateKey(createPrivateKey(readPem(key)));
    return isItsKey ? null : "is not the key of APPLE_PAY_CERTIFICATE";
  } catch {
    return "and APPLE_PAY_CERTIFICATE must be PEM, or files with it that can be read";
  }
}
