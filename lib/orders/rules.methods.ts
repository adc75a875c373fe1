/** Where an order was sold. */
export type SaleChannel = "web" | "device";

/** How an order was paid. */
export type PaymentMethod = "card" | "apple-pay" | "cash";

/** How an attempt pays, as it is stored and on the wire. */
export type AttemptMethod = "token" | "payment_profile" | "apple_pay" | "cash";

const methods: Record<AttemptMethod, PaymentMethod> = {
  token: "card",
  payment_profile: "card",
  apple_pay: "apple-pay",
  cash: "cash",
};

/** How an order was paid, by the `method` of its approved attempt; null when nothing says how. */
export function paymentMethodOf(attemptMethod: AttemptMethod | null): PaymentMethod | null {
  return (attemptMethod && methods[attemptMethod]) ?? null;
}
