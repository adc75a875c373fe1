import type { BillingDetails } from "./rules.contacts";

/**
 * The token of an authorized payment; in Apple's own test environment `paymentData` may be empty (docs/bambora.md,
 * Wallet tokens).
 */
export type SheetToken = { paymentData?: unknown; paymentMethod?: unknown; transactionIdentifier?: string };

/** The payment request (docs/design.md, Apple Pay payment request); `amount` in dollars with at most two decimals. */
export type ApplePayPayment = {
  amount: number;
  payment_method: "apple_pay";
  order_number: string;
  billing: Partial<BillingDetails>;
  apple_pay: { passthrough: false; apple_pay_merchant_id: string; payment_token: string; complete: true };
};

const tokenKeys = ["data", "signature", "header", "version"] as const;

/** Base64 of UTF-8: `btoa` alone refuses what is no Latin-1. */
function toBase64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
}

function isWhole(paymentData: unknown): boolean {
  if (typeof paymentData !== "object" || paymentData === null) return false;
  return tokenKeys.every((key) => Boolean((paymentData as Record<string, unknown>)[key]));
}

/**
 * The token as the gateway wants it: base64 of its `paymentData`, or of all of it where that is not whole
 * (docs/design.md, Apple Pay token).
 */
export function encodeToken(token: SheetToken): string {
  return toBase64(JSON.stringify(isWhole(token.paymentData) ? token.paymentData : token));
}

function withoutEmpty(billing: BillingDetails): Partial<BillingDetails> {
  return Object.fromEntries(Object.entries(billing).filter(([, text]) => text !== ""));
}

/**
 * `AP` and the order's id, or `AP-` and the time in base 36 where there is no order (docs/design.md, Apple Pay order
 * numbers).
 */
export function appleOrderNumber(orderId: string | null, nowMs: number): string {
  return orderId === null ? `AP-${nowMs.toString(36)}` : `AP${orderId}`;
}

/** The payment of an authorized sheet, as the server takes it; billing details that are empty are left out. */
export function toApplePayPayment(input: {
  amount: number;
  orderNumber: string;
  merchantId: string;
  token: SheetToken;
  billing: BillingDetails;
}): ApplePayPayment {
  return {
    amount: Math.round(input.amount * 100) / 100,
    payment_method: "apple_pay",
    order_number: input.orderNumber,
    billing: withoutEmpty(input.billing),
    apple_pay: {
      passthrough: false,
      apple_pay_merchant_id: input.merchantId,
      payment_token: encodeToken(input.token),
      complete: true,
    },
  };
}
