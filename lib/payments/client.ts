import { queryOptions } from "@tanstack/react-query";

import type { ApplePayPayment } from "@/lib/gateways/apple-pay/rules.payment";
import { applePaymentTimeoutMs } from "@/lib/gateways/apple-pay/rules.times";
import type { OrderBody } from "@/lib/orders/client";
import { isOrderBody } from "@/lib/orders/client";
import type { OrderView } from "@/lib/orders/rules";
import { toCardHolderName } from "@/lib/orders/rules.payment";
import type { OrderKey } from "@/lib/orders/schema";
import type { PendingPayment } from "@/lib/payments/pay/find-pending-payment";
import type { RefusalError } from "@/lib/platform/http/browser/client";
import { unwrapResult } from "@/lib/platform/http/browser/client";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { fetchJson } from "@/lib/platform/http/browser/fetch-json";

/** The buyer, in the gateway's field names, for an order that was placed without one. */
export type CardBilling = {
  name: string;
  email_address: string;
  province: string;
  phone_number?: string;
  postal_code?: string;
};

/** `amount` is in dollars, and the server compares it with the order's. `name` is the cardholder's. */
export type CardPayment = OrderKey & {
  amount: number;
  token: string;
  name: string;
  billing?: CardBilling;
  atTerminal?: true;
};

/** If `isPaid` is false, the outcome isn't known yet. */
export type PaymentResult = { ok: true; isPaid: boolean; order: OrderView } | CallRefusal;

type PaymentBody = OrderBody & { success: boolean };

/** The gateway has 20 s, and the server answers within 30 s (docs/design.md, Gateway time limit). */
const paymentTimeoutMs = 45_000;

function isPaymentBody(body: unknown): body is PaymentBody {
  return isOrderBody(body) && typeof (body as Partial<PaymentBody>).success === "boolean";
}

type OpenPaymentBody = { payment: PendingPayment | null };

function isOpenPaymentBody(body: unknown): body is OpenPaymentBody {
  const payment = (body as Partial<OpenPaymentBody> | null)?.payment;
  return payment === null || typeof payment?.orderId === "string";
}

/** This browser's open payment in a draw. Null until it has been read. */
export function pendingPaymentQuery(drawId: string) {
  return queryOptions<OpenPaymentBody | null, RefusalError, OpenPaymentBody | null, readonly string[]>({
    queryKey: ["draws", drawId, "open-payment"],
    queryFn: async ({ signal }) =>
      unwrapResult(await fetchJson(`/api/draws/${drawId}/open-payment`, isOpenPaymentBody, { signal })).body,
  });
}

async function callPayment(path: string, body: unknown, timeoutMs: number): Promise<PaymentResult> {
  const answer = await fetchJson(path, isPaymentBody, { body, timeoutMs });
  return answer.ok ? { ok: true, isPaid: answer.body.success, order: answer.body.order } : answer;
}

/**
 * After `unreachable` or a status of 500 or above (except `payment-unavailable` and `bank-not-answering`), the card may
 * have been charged, so the caller reads the order again.
 */
export function processPayment(payment: CardPayment): Promise<PaymentResult> {
  const { instanceId, orderId, amount, token, name, billing, atTerminal } = payment;
  const body = {
    instanceId,
    payment: {
      amount,
      payment_method: "token",
      order_number: orderId,
      token: { code: token, name: toCardHolderName(name), complete: true },
      ...(billing ? { billing } : {}),
    },
    ...(atTerminal ? { atTerminal } : {}),
  };
  return callPayment("/api/bambora/processPayment", body, paymentTimeoutMs);
}

/** Answers like `processPayment`. `apple-pay-unavailable` charged nothing either. */
export function processApplePayPayment(instanceId: string, payment: ApplePayPayment): Promise<PaymentResult> {
  return callPayment("/api/bambora/processApplePayPayment", { instanceId, payment }, applePaymentTimeoutMs);
}
