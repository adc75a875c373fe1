import "server-only";

import { createHash } from "node:crypto";

import type { Context } from "@/lib/context";
import { readDrawRecord } from "@/lib/draws/store";
import type { Refusal } from "@/lib/http/reasons";
import { refuse } from "@/lib/http/reasons";
import { toDollars } from "@/lib/money";
import type { PaymentMeans } from "@/lib/payments/gateway";

import type { OrderKey } from "./read-order";
import { toBilling } from "./rules.billing";
import { buyerOfSheet } from "./rules.buyer";
import { meansOf, orderIdOf, tokenOf } from "./rules.means";
import type { Buyer } from "./schema";
import type { PayOrderInput, SentPayment } from "./schema.payments";
import type { OrderRow } from "./store";
import { readOrderRow } from "./store";

/** A payment that may be opened: its order, what it is made with, and who buys where the payment itself tells. */
export type PaymentCall = {
  key: OrderKey;
  order: OrderRow;
  means: PaymentMeans;
  tokenHash: string;
  newBuyer: Buyer | null;
  billing: Record<string, string>;
};

type Checked = { ok: true; newBuyer: Buyer | null } | Refusal;

async function checkSheet(ctx: Context, drawId: string, payment: SentPayment): Promise<Checked> {
  if (payment.payment_method !== "apple_pay") return { ok: true, newBuyer: null };
  if (!ctx.applePay) return refuse("apple-pay-unavailable");
  const record = await readDrawRecord(ctx.db, drawId);
  const newBuyer = record && buyerOfSheet(record.draw, payment.billing);
  const field = { field: "payment.billing.province", problem: "not-in-draw" } as const;
  return newBuyer ? { ok: true, newBuyer } : refuse("province-not-eligible", [field]);
}

/**
 * Checks a payment before anything is written or charged. Refusals: `order-not-found`, `amount-mismatch`,
 * `buyer-required`; for Apple Pay, whose sheet tells who buys, `apple-pay-unavailable` and `province-not-eligible`.
 */
export async function checkPayment(
  ctx: Context,
  { instanceId, payment }: PayOrderInput,
): Promise<{ ok: true; call: PaymentCall } | Refusal> {
  const key = { instanceId, orderId: orderIdOf(payment) };
  const order = await readOrderRow(ctx.db, key.instanceId, key.orderId);
  if (!order) return refuse("order-not-found");
  if (toDollars(order.amountCents) !== payment.amount) return refuse("amount-mismatch");
  const sheet = await checkSheet(ctx, instanceId, payment);
  if (!sheet.ok) return sheet;
  const buyer = sheet.newBuyer ?? order.buyer;
  if (!buyer) return refuse("buyer-required");
  const means = meansOf(payment, ctx.applePay?.merchantId ?? "");
  const tokenHash = createHash("sha256").update(tokenOf(means)).digest("base64url");
  const billing = toBilling(buyer, payment.billing);
  return { ok: true, call: { key, order, means, tokenHash, newBuyer: sheet.newBuyer, billing } };
}
