import { sql } from "drizzle-orm";
import type { Device } from "@/lib/actor";
import { systemActor } from "@/lib/audit/rules";
import type { Context } from "@/lib/context";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import type { OrderView } from "@/lib/orders/rules";
import type { PlaceOrderInput } from "@/lib/orders/schema";
import { writeDeviceEntry } from "@/lib/terminal/device/store";

import { createBasket, freshKey } from "./orders";
import type { TestContext } from "./test-context";

/** Also writes the device's row. With `name` null, its label stays. */
export async function registerDevice(
  { ctx, clock }: TestContext,
  { name = "Gate", ...device }: Partial<Omit<Device, "name">> & { deviceId: string; name?: string | null },
): Promise<Context & { actor: { kind: "device" } & Device }> {
  const actor = {
    ...{ kind: "device" as const, parentId: "test-parent", locationId: "gate", operator: "Alex", printer: "browser" },
    ...{ name: name ?? "", maySell: true, listsOthers: false, ...device },
  };
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  await ctx.db.execute(
    sql`insert into devices (device_id, parent_id, location_id, label, code_hash, code_expires_at, name, operator,
      printer, lists_others, created_at)
      values (${actor.deviceId}, ${actor.parentId}, 'gate', ${`Tablet of ${actor.operator}`}, '', ${now}, ${name}, ${actor.operator},
        ${actor.printer}, ${actor.listsOthers}, ${now})`,
  );
  await writeDeviceEntry(ctx.db, actor, { action: "device-created", at: clock.now(), actor: systemActor });
  return { ...ctx, actor };
}

export async function placeBy(
  ctx: Context,
  drawId: string,
  overrides: Partial<PlaceOrderInput> = {},
): Promise<OrderView> {
  const atTerminal = ctx.actor.kind === "device" ? { atTerminal: true as const } : {};
  const placed = await placeOrder(ctx, createBasket(drawId, 1, { ...atTerminal, ...overrides }), freshKey());
  if (!placed.ok) throw new Error(placed.reason);
  return placed.order;
}

/** Writes directly into the database, many orders a second, each with a line and an attempt. */
export async function fillOrders(
  { ctx, clock }: TestContext,
  drawId: string,
  { orders, perSecond = 1 }: { orders: number; perSecond?: number },
): Promise<void> {
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  await ctx.db.execute(
    sql`insert into orders (draw_id, order_id, order_code, status, amount_cents, locale, buyer, is_test, client_key,
        idempotency_key, request_hash, placed_at, expires_at, extensions)
      select ${drawId}::text, lpad(to_hex(n), 26, '0'), lpad(to_hex(n), 8, '0'),
        case when n % 100 = 0 then 'unknown' else 'expired' end, 1000, 'en',
        jsonb_build_object('name', 'Filler', 'email', 'Filler' || n || '@example.test', 'phone', (4165000000 + n)::text),
        false, '', 'filler-' || n, '', ${now} - (n / ${perSecond}::int) * interval '1 second', ${now}, 0
      from generate_series(1, ${orders}::int) n`,
  );
  await ctx.db.execute(
    sql`insert into order_lines (draw_id, order_id, line_number, pool_id, package_id, quantity, tickets, amount_cents)
      select draw_id, order_id, 1, 'main', 'one', 1, 1, 1000 from orders where draw_id = ${drawId}`,
  );
  await ctx.db.execute(
    sql`insert into payment_attempts (draw_id, gateway_order_number, order_id, attempt_number, kind, method, token_hash,
        amount_cents, state, sent_at, deadline_at)
      select draw_id, order_id, order_id, 1, 'order', 'token', '', 1000,
        case when status = 'unknown' then 'unknown' else 'declined' end, placed_at, placed_at
      from orders where draw_id = ${drawId}`,
  );
  await ctx.db.execute(sql`analyze`);
}
