import "server-only";
import { createHash } from "node:crypto";
import type { Context } from "@/lib/context";
import type { Sale } from "@/lib/draws/read-sale";
import type { PaymentSource } from "@/lib/gateways/payment/gateway";
import { toCents, toDollars } from "@/lib/money";
import type { Buyer, OrderKey } from "@/lib/orders/schema";
import { buyerOf } from "./rules.billing";
import { orderIdOf, sourceOf, tokenOf } from "./rules.sources";
import type { PayOrderInput } from "./schema.payments";
import { contactSchema } from "./schema.payments";

/**
 * A payment that may be opened: its order and what that must cost, what it is made with, who buys where the payment
 * itself tells, and the account that is charged, by the definition of the draw with which it was read.
 */
export type PaymentCall = {
  key: OrderKey;
  amountCents: number;
  source: PaymentSource;
  tokenHash: string;
  newBuyer: Buyer | null;
  /** Apple's sheet has just asked for the buyer; any other payment needs an order that already has one. */
  replacesBuyer: boolean;
  revision: number;
  credentials: NonNullable<Sale["credentials"]>;
};

/** Creates a payment as it is opened by what is known of its draw; null where no card is charged, or of half a cent. */
export function createPaymentCall(
  { applePay }: Context,
  { instanceId, payment }: PayOrderInput,
  { record, credentials }: Sale,
): PaymentCall | null {
  const amountCents = toCents(payment.amount);
  if (!credentials || toDollars(amountCents) !== payment.amount) return null;
  const contact = contactSchema.safeParse(payment.billing);
  const source = sourceOf(payment, applePay?.merchantId ?? "");
  return {
    key: { instanceId, orderId: orderIdOf(payment) },
    amountCents,
    source,
    tokenHash: createHash("sha256").update(tokenOf(source)).digest("base64url"),
    newBuyer: contact.success ? buyerOf(record.draw, contact.data) : null,
    replacesBuyer: payment.payment_method === "apple_pay",
    revision: record.revision,
    credentials,
  };
}
