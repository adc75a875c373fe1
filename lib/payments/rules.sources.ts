import type { PaymentSource } from "@/lib/gateways/payment/gateway";

import type { SentPayment } from "./schema.payments";

/** The order that a payment is for: Apple Pay writes `AP` before its id. */
export function orderIdOf({ order_number: number }: SentPayment): string {
  return number.slice(-26);
}

/** What a payment is made with; `merchantId` is the one that Apple Pay tokens must be made for here. */
export function sourceOf(payment: SentPayment, merchantId: string): PaymentSource {
  switch (payment.payment_method) {
    case "token":
      return { kind: "token", code: payment.token.code, name: payment.token.name };
    case "apple_pay":
      return { kind: "apple_pay", merchantId, paymentToken: payment.apple_pay.payment_token };
    case "payment_profile":
      return { kind: "payment_profile", customerCode: payment.payment_profile.customer_code };
  }
}

/** The code of an order's payment profile at the gateway: its own, so that it pays no other and there is one of it. */
export function customerCodeOf(orderId: string): string {
  return orderId;
}

/** What an order is paid with once: the same again is the same payment again. */
export function tokenOf(source: PaymentSource): string {
  if (source.kind === "token") return source.code;
  return source.kind === "apple_pay" ? source.paymentToken : source.customerCode;
}

/** What the gateway order numbers of such attempts begin with (docs/design.md, Gateway order numbers). */
export function numberPrefixOf(kind: PaymentSource["kind"]): "" | "AP" {
  return kind === "apple_pay" ? "AP" : "";
}
