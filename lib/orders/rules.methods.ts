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

/**
 * What the buyer's card statement says of an order that a card paid; null where none did, and where its draw doesn't
 * tell what (`additionalOptions.statementDescriptor`).
 */
export function cardStatementOf(
  { method, finalizedAt }: { method: PaymentMethod | null; finalizedAt: string | null },
  descriptor: string | undefined,
): string | null {
  const isByCard = finalizedAt !== null && (method === "card" || method === "apple-pay");
  return isByCard ? (descriptor ?? null) : null;
}

/** How an order was paid, by the `method` of its approved attempt; null when nothing says how. */
export function paymentMethodOf(attemptMethod: AttemptMethod | null): PaymentMethod | null {
  return (attemptMethod && methods[attemptMethod]) ?? null;
}
