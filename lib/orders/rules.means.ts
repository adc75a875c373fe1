import type { PaymentMeans } from "@/lib/payments/gateway";

import type { SentPayment } from "./schema.payments";

/** The order that a payment is for: Apple Pay writes `AP` before its id. */
export function orderIdOf({ order_number: number }: SentPayment): string {
  return number.slice(-26);
}

/** What a payment is made with; `merchantId` is the one that Apple Pay's tokens are made for here. */
export function meansOf(payment: SentPayment, merchantId: string): PaymentMeans {
  switch (payment.payment_method) {
    case "token":
      return { kind: "token", code: payment.token.code, name: payment.token.name };
    case "apple_pay":
      return { kind: "apple_pay", merchantId, paymentToken: payment.apple_pay.payment_token };
  }
}

/** What an order is paid with once: the same again is the same payment again. */
export function tokenOf(means: PaymentMeans): string {
  if (means.kind === "token") return means.code;
  return means.kind === "apple_pay" ? means.paymentToken : means.customerCode;
}

/** What the gateway order numbers of such attempts begin with (design section 4). */
export function numberPrefixOf(kind: PaymentMeans["kind"]): "" | "AP" {
  return kind === "apple_pay" ? "AP" : "";
}
