import type { BillingDetails } from "./rules.contacts";

/** In Apple's test environment `paymentData` may be empty (docs/bambora.md, Wallet tokens). */
export type SheetToken = { paymentData?: unknown; paymentMethod?: unknown; transactionIdentifier?: string };

/** Defined in docs/design.md, Apple Pay payment request. `amount` is in dollars. */
export type ApplePayPayment = {
  amount: number;
  payment_method: "apple_pay";
  order_number: string;
  billing: Partial<BillingDetails>;
  apple_pay: { passthrough: false; apple_pay_merchant_id: string; payment_token: string; complete: true };
};

const tokenKeys = ["data", "signature", "header", "version"] as const;

/** Encodes `paymentData` if it is complete, otherwise the whole token (docs/design.md, Apple Pay token). */
export function encodeToken(token: SheetToken): string {
  return toBase64(JSON.stringify(isComplete(token.paymentData) ? token.paymentData : token));
}

function omitEmpty(billing: BillingDetails): Partial<BillingDetails> {
  return Object.fromEntries(Object.entries(billing).filter(([, text]) => text !== ""));
}

/** Defined in docs/design.md, Apple Pay order numbers. */
export function createAppleOrderNumber(orderId: string | null, nowMs: number): string {
  return orderId === null ? `AP-${nowMs.toString(36)}` : `AP${orderId}`;
}

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
    billing: omitEmpty(input.billing),
    apple_pay: {
      passthrough: false,
      apple_pay_merchant_id: input.merchantId,
      payment_token: encodeToken(input.token),
      complete: true,
    },
  };
}

/** `btoa` alone refuses characters outside Latin-1. */
function toBase64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
}

function isComplete(paymentData: unknown): boolean {
  if (typeof paymentData !== "object" || paymentData === null) return false;
  return tokenKeys.every((key) => Boolean((paymentData as Record<string, unknown>)[key]));
}
