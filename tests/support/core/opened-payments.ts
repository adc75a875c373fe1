import { sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import type { ChargeOutcome } from "@/lib/gateways/payment/port";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import type { AttemptKey } from "@/lib/orders/store.attempts";
import { openAttempt } from "@/lib/payments/pay/open-attempt";
import { settleAttempt } from "@/lib/payments/settle/settle-attempt";
import { queryRows } from "@/lib/platform/db/database";
import { createBasket, createPayment, freshKey } from "./orders";
import type { TestContext } from "./test-context";
import { approve } from "./test-gateway";

export type OpenedPayment = AttemptKey & { amountCents: number };

/** Opens an attempt for a new order, without charging it. */
export async function openOne(ctx: Context, drawId: string, quantity = 1, teamId?: string): Promise<OpenedPayment> {
  const placed = await placeOrder(ctx, createBasket(drawId, quantity, teamId ? { teamId } : {}), freshKey());
  if (!placed.ok) throw new Error(placed.reason);
  const result = await openAttempt(ctx, createPayment(placed.order));
  if (!result.ok || !result.attempt) throw new Error(result.ok ? "No attempt was opened." : result.reason);
  const { gatewayOrderNumber, order } = result.attempt;
  return { drawId, orderId: order.orderId, gatewayOrderNumber, amountCents: order.amountCents };
}

export async function openMany(ctx: Context, drawId: string, count: number, quantity = 1): Promise<OpenedPayment[]> {
  const opened: OpenedPayment[] = [];
  while (opened.length < count) opened.push(await openOne(ctx, drawId, quantity));
  return opened;
}

export async function settle(
  ctx: Context,
  { amountCents, ...key }: OpenedPayment,
  outcome: ChargeOutcome = approve({ amountCents }),
): Promise<string> {
  return settleAttempt(ctx, key, outcome).then(
    ({ state }) => state,
    (error: Error) => error.message,
  );
}

export async function listNumbers({ ctx }: Pick<TestContext, "ctx">, opened: readonly OpenedPayment[]) {
  const rows = await queryRows<{ order_id: string; first: number; last: number }>(
    ctx.db,
    sql`select order_id, first_number as first, last_number as last from number_ranges
      where draw_id = any(${sql.param(opened.map(({ drawId }) => drawId))}::text[]) order by first_number`,
  );
  return opened.map(({ orderId }) => {
    const own = rows.filter((row) => row.order_id === orderId);
    return own.length === 0 ? null : own.map(({ first, last }) => `${first}-${last}`).join();
  });
}
