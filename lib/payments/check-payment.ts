import "server-only";
import { createHash } from "node:crypto";
import type { Context } from "@/lib/context";
import { readDrawRecord } from "@/lib/draws/store";
import type { PaymentSource } from "@/lib/gateways/bambora/gateway";
import { toDollars } from "@/lib/money";
import type { Buyer, OrderKey } from "@/lib/orders/schema";
import type { OrderRow } from "@/lib/orders/store";
import { readOrderRow } from "@/lib/orders/store";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { buyerOf, toBilling } from "./rules.billing";
import { customerCodeOf, orderIdOf, sourceOf, tokenOf } from "./rules.sources";
import type { PayOrderInput, SentPayment } from "./schema.payments";
import { contactSchema } from "./schema.payments";

/** A payment that may be opened: its order, what it is made with, and who buys where the payment itself tells. */
export type PaymentCall = {
  key: OrderKey;
  order: OrderRow;
  source: PaymentSource;
  tokenHash: string;
  newBuyer: Buyer | null;
  billing: Record<string, string>;
};

type Checked = { ok: true; newBuyer: Buyer | null } | Refusal;

/** Apple's sheet has just asked who buys; any other payment is asked only for an order that does not know. */
async function checkBuyer(ctx: Context, order: OrderRow, payment: SentPayment): Promise<Checked> {
  if (payment.payment_method !== "apple_pay" && order.buyer) return { ok: true, newBuyer: null };
  const contact = contactSchema.safeParse(payment.billing);
  if (!contact.success) return refuse("buyer-required");
  const record = await readDrawRecord(ctx.db, order.drawId);
  const newBuyer = record && buyerOf(record.draw, contact.data);
  const field = { field: "payment.billing.province", problem: "not-in-draw" } as const;
  return newBuyer ? { ok: true, newBuyer } : refuse("province-not-eligible", [field]);
}

/** A stored card pays the order that it was stored for, and no other. */
function isForeignProfile(payment: SentPayment): boolean {
  if (payment.payment_method !== "payment_profile") return false;
  return payment.payment_profile.customer_code !== customerCodeOf(orderIdOf(payment));
}

/**
 * Checks a payment before anything is written or charged. Refusals: `order-not-found`, `amount-mismatch`, of an order
 * whose buyer the payment tells `buyer-required` and `province-not-eligible`, `apple-pay-unavailable`, and
 * `invalid-input` for the payment profile of another order.
 */
export async function checkPayment(
  ctx: Context,
  { instanceId, payment }: PayOrderInput,
): Promise<{ ok: true; call: PaymentCall } | Refusal> {
  const key = { instanceId, orderId: orderIdOf(payment) };
  if (payment.payment_method === "apple_pay" && !ctx.applePay) return refuse("apple-pay-unavailable");
  if (isForeignProfile(payment)) {
    return refuse("invalid-input", [{ field: "payment.payment_profile.customer_code", problem: "malformed" }]);
  }
  const order = await readOrderRow(ctx.db, key.instanceId, key.orderId);
  if (!order) return refuse("order-not-found");
  if (toDollars(order.amountCents) !== payment.amount) return refuse("amount-mismatch");
  const checked = await checkBuyer(ctx, order, payment);
  if (!checked.ok) return checked;
  const { newBuyer } = checked;
  const source = sourceOf(payment, ctx.applePay?.merchantId ?? "");
  const tokenHash = createHash("sha256").update(tokenOf(source)).digest("base64url");
  const billing = toBilling(newBuyer ?? order.buyer, payment.billing);
  return { ok: true, call: { key, order, source, tokenHash, newBuyer, billing } };
}
