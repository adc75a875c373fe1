import "server-only";
import { createHash } from "node:crypto";
import type { Context } from "@/lib/context";
import type { SellableDraw } from "@/lib/draws/read-sellable-draw";
import { readSellableDraw } from "@/lib/draws/read-sellable-draw";
import type { Draw } from "@/lib/draws/schema";
import type { PaymentSource } from "@/lib/gateways/payment/port";
import { toCents, toDollars } from "@/lib/money";
import type { BuyerRefusal } from "@/lib/orders/rules.buyer";
import { checkBuyer, refuseProvince } from "@/lib/orders/rules.buyer";
import { canOpenOrder } from "@/lib/orders/rules.identity";
import type { Buyer, OrderKey } from "@/lib/orders/schema";
import type { OrderRow } from "@/lib/orders/store";
import { readOrderRow } from "@/lib/orders/store";
import type { PaymentInput, PayOrderInput } from "@/lib/payments/schema";
import { contactSchema } from "@/lib/payments/schema";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { getOrderId, getToken, toBuyer, toPaymentSource } from "./rules";

type AccountRefusal = Refusal<"payment-unavailable" | "amount-above-card-limit">;

export type PaymentRefusal =
  | (BuyerRefusal | AccountRefusal)
  | Refusal<"buyer-required" | "order-not-found" | "order-corrected" | "amount-mismatch">;

/** Finds out why no attempt was opened, from the current order and, if `isFresh`, the current draw. */
export async function checkPayment(
  ctx: Context,
  input: PayOrderInput,
  { isFresh }: { isFresh: boolean },
): Promise<{ ok: true; payment: PreparedPayment } | PaymentRefusal> {
  const { instanceId, payment } = input;
  const order = await readOrderRow(ctx.db, instanceId, getOrderId(payment));
  const sale = order && (await readSellableDraw(ctx, instanceId, { isFresh }));
  if (!order || !sale) return refuse("order-not-found");
  // Knowing the old URL must not reveal what was ordered, or whether it is paid.
  if (!canOpenOrder(ctx.actor, {}, order)) return refuse("order-corrected");
  if (toDollars(order.amountCents) !== payment.amount) return refuse("amount-mismatch");
  const refusal = checkOrderBuyer(sale.record.draw, order, payment) ?? checkAccount(order, sale);
  if (refusal) return refusal;
  const prepared = preparePayment(ctx, input, sale);
  if (!prepared) throw new Error("A payment that passed all checks cannot be prepared.");
  return { ok: true, payment: prepared };
}

type PaymentBuyer = { ok: true; buyer: Buyer } | BuyerRefusal | Refusal<"buyer-required">;

function checkOrderBuyer(
  draw: Draw,
  order: OrderRow,
  payment: PaymentInput,
): Exclude<PaymentBuyer, { ok: true }> | null {
  if (payment.payment_method !== "apple_pay" && order.buyer) return null;
  const named = readBuyer(draw, payment);
  return named.ok ? null : named;
}

function readBuyer(draw: Draw, { billing }: PaymentInput): PaymentBuyer {
  const contact = contactSchema.safeParse(billing);
  if (!contact.success) return refuse("buyer-required");
  const path = "payment.billing";
  const buyer = toBuyer(contact.data);
  if (!buyer) return refuseProvince(path);
  return checkBuyer(draw, buyer, path) ?? { ok: true, buyer };
}

/** Applies only to what could still be charged: a repeated payment gets its earlier answer. */
function checkAccount({ amountCents, status }: OrderRow, { credentials }: SellableDraw): AccountRefusal | null {
  if (!credentials) return refuse("payment-unavailable");
  const isTooMuch = amountCents > toCents(credentials.maximumAmount);
  return isTooMuch && status === "reserved" ? refuse("amount-above-card-limit") : null;
}

/** The values that an attempt is opened with, valid for one revision of the draw. */
export type PreparedPayment = {
  key: OrderKey;
  amountCents: number;
  source: PaymentSource;
  tokenHash: string;
  newBuyer: Buyer | null;
  /** True for Apple Pay, whose sheet names the buyer. Other payments need an order with a buyer. */
  replacesBuyer: boolean;
  revision: number;
  credentials: NonNullable<SellableDraw["credentials"]>;
};

/** Null if the draw takes no cards, or if the amount isn't in whole cents. */
export function preparePayment(
  { applePay }: Context,
  { instanceId, payment }: PayOrderInput,
  { record, credentials }: SellableDraw,
): PreparedPayment | null {
  const amountCents = toCents(payment.amount);
  if (!credentials || toDollars(amountCents) !== payment.amount) return null;
  const named = readBuyer(record.draw, payment);
  const source = toPaymentSource(payment, applePay?.merchantId ?? "");
  return {
    key: { instanceId, orderId: getOrderId(payment) },
    amountCents,
    source,
    tokenHash: createHash("sha256").update(getToken(source)).digest("base64url"),
    newBuyer: named.ok ? named.buyer : null,
    replacesBuyer: payment.payment_method === "apple_pay",
    revision: record.revision,
    credentials,
  };
}
