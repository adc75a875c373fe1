import { sql } from "drizzle-orm";
import type { Device } from "@/lib/actor";
import type { Context } from "@/lib/context";
import { requireOrder } from "@/lib/orders/read-order";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import type { OrderView } from "@/lib/orders/rules";
import type { PlaceOrderInput } from "@/lib/orders/schema";
import { settleCash } from "@/lib/payments/settle/settle-cash";
import { queryRows } from "@/lib/platform/db/database";

import { createBasket, freshKey, openDraw } from "./orders";
import type { TestContext } from "./test-context";

export function asTestDevice({ ctx }: Pick<TestContext, "ctx">, overrides: Partial<Device> = {}): Context {
  const device: Device = {
    deviceId: "gate-1",
    parentId: "test-parent",
    locationId: "gate",
    name: "Gate 1",
    operator: "Alex",
    printer: "browser",
    maySell: true,
    listsOthers: false,
    ...overrides,
  };
  return { ...ctx, actor: { kind: "device", ...device } };
}

/** The parent's devices may sell it to people without a name. */
export function openCashDraw(test: TestContext, id: string, overrides: Record<string, unknown> = {}): Promise<string> {
  return openDraw(test, id, { terminal: { allowAnonymousCash: true, allowRefund: true }, ...overrides });
}

/** Single tickets at $10, no buyer. */
export function gateBasket(instanceId: string, overrides: Partial<PlaceOrderInput> = {}): PlaceOrderInput {
  const { buyer: _buyer, ...basket } = createBasket(instanceId);
  return { ...basket, atTerminal: true, ...overrides };
}

export async function placeAtDevice(
  device: Context,
  instanceId: string,
  overrides: Partial<PlaceOrderInput> = {},
): Promise<OrderView> {
  const placed = await placeOrder(device, gateBasket(instanceId, overrides), freshKey());
  if (!placed.ok) throw new Error(placed.reason);
  return placed.order;
}

export async function sellForCash(
  device: Context,
  instanceId: string,
  overrides: Partial<PlaceOrderInput> = {},
): Promise<OrderView> {
  const order = await placeAtDevice(device, instanceId, overrides);
  const settled = await settleCash(device, order);
  if (!settled.ok) throw new Error(settled.reason);
  return requireOrder(device, order);
}

export async function listAttemptStates({ ctx }: TestContext, { instanceId, orderId }: OrderView): Promise<string[]> {
  const rows = await queryRows<{ tried: string }>(
    ctx.db,
    sql`select method || ' ' || state as tried from payment_attempts
      where draw_id = ${instanceId} and order_id = ${orderId} order by attempt_number`,
  );
  return rows.map(({ tried }) => tried);
}

export function listEntries({ ctx }: TestContext, { instanceId, orderId }: OrderView) {
  return queryRows<{ action: string; operator: string | null; device_id: string | null; detail: unknown }>(
    ctx.db,
    sql`select action, operator, device_id, detail from audit_entries
      where draw_id = ${instanceId} and order_id = ${orderId} order by at, action`,
  );
}
