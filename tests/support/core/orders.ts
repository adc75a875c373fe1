import { sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import type { OrderView } from "@/lib/orders/rules";
import type { PlaceOrderInput } from "@/lib/orders/schema";
import type { Payment } from "@/lib/payments/pay/pay-order";
import { payOrder } from "@/lib/payments/pay/pay-order";
import type { PayOrderInput } from "@/lib/payments/schema";
import { queryRows } from "@/lib/platform/db/database";
import { demoMerchant, sheetBilling, walletToken } from "@/tests/support/calls/apple-pay";
import type { TestContext } from "./test-context";
import { drawAt, importTestDraw } from "./test-context";
import { approve } from "./test-gateway";

let serial = 0;

export function freshKey(): string {
  serial += 1;
  return `test-key-${String(serial).padStart(8, "0")}`;
}

export function createBasket(
  instanceId: string,
  quantity = 1,
  overrides: Partial<PlaceOrderInput> = {},
): PlaceOrderInput {
  return {
    instanceId,
    lines: [{ poolId: "main", packageId: "one", quantity }],
    bundles: [],
    buyer: { name: "Marie Tremblay", email: "marie@example.com", province: "ON" },
    attestations: { age: true, location: true, rules: true },
    locale: "en",
    ...overrides,
  };
}

export type PaidOrder = Pick<OrderView, "instanceId" | "orderId" | "amount">;

export function createPayment(order: PaidOrder, code = `token-${freshKey()}`): PayOrderInput {
  return {
    instanceId: order.instanceId,
    payment: {
      amount: order.amount,
      payment_method: "token",
      order_number: order.orderId,
      token: { code, name: "Marie Tremblay", complete: true },
      billing: {},
    },
  };
}

export function createWalletPayment({ instanceId, orderId, amount }: OrderView): PayOrderInput {
  const token = walletToken({ amountCents: Math.round(amount * 100) });
  return {
    instanceId,
    payment: {
      amount,
      payment_method: "apple_pay",
      order_number: `AP${orderId}`,
      billing: sheetBilling,
      apple_pay: { passthrough: false, apple_pay_merchant_id: demoMerchant, payment_token: token, complete: true },
    },
  };
}

export async function openDraw(
  test: TestContext,
  id: string,
  overrides: Record<string, unknown> = {},
): Promise<string> {
  await importTestDraw(test.admin, drawAt(test.clock.now(), { id, urlSlug: id, ...overrides }));
  return id;
}

export async function place(
  test: TestContext,
  instanceId: string,
  quantity = 1,
  overrides: Partial<PlaceOrderInput> = {},
): Promise<OrderView> {
  const placed = await placeOrder(test.ctx, createBasket(instanceId, quantity, overrides), freshKey());
  if (!placed.ok) throw new Error(placed.reason);
  return placed.order;
}

/** Money in cents. */
export async function readPool(test: TestContext, drawId: string) {
  const [row] = await queryRows<{ sold: number; reserved: number; sales_cents: string; reserved_cents: string }>(
    test.ctx.db,
    sql`select sold, reserved, sales_cents, reserved_cents from pools where draw_id = ${drawId}`,
  );
  return { ...row, sales_cents: Number(row?.sales_cents), reserved_cents: Number(row?.reserved_cents) };
}

export function getOutcome(answer: Payment | { ok: false; reason: string }): string {
  return answer.ok ? answer.outcome : answer.reason;
}

export async function pay(ctx: Context, order: PaidOrder): Promise<void> {
  const outcome = getOutcome(await payOrder(ctx, createPayment(order)));
  if (outcome !== "paid") throw new Error(outcome);
}

/** Returns the order as it was before the payment. */
export async function sell(test: TestContext, drawId: string, quantity = 1): Promise<OrderView> {
  const order = await place(test, drawId, quantity);
  await pay(test.ctx, order);
  return order;
}

export async function listNumbers(test: TestContext, drawId: string): Promise<string[]> {
  const rows = await queryRows<{ numbers: string }>(
    test.ctx.db,
    sql`select first_number || '-' || last_number as numbers from number_ranges where draw_id = ${drawId}
      order by first_number`,
  );
  return rows.map(({ numbers }) => numbers);
}

/** Slow enough for calls to overlap. */
export async function approveSlowly(request: Parameters<typeof approve>[0]) {
  await new Promise((resolve) => setTimeout(resolve, 300));
  return approve(request);
}
