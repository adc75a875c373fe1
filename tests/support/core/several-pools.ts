import { sql } from "drizzle-orm";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import type { OrderView } from "@/lib/orders/rules";
import type { PlaceOrderInput } from "@/lib/orders/schema";
import { queryRows } from "@/lib/platform/db/database";
import { createBasket, freshKey } from "./orders";
import type { TestContext } from "./test-context";

/** Single tickets for $5 (`one`) and threes for $12.50 (`three`). */
export function secondDraw(id: string, changes: Record<string, unknown> = {}) {
  const ticketPackageInfo = [
    { id: "one", tickets: 1, price: 5 },
    { id: "three", tickets: 3, price: 12.5 },
  ];
  return { id, type: "5050 Cash", title: id, ticketPackageInfo, ...changes };
}

/** Single main tickets for $10, and a bundle of two main tickets and three of the first second draw. */
export function createDraw(secondDraws: ReturnType<typeof secondDraw>[], changes: Record<string, unknown> = {}) {
  const [first] = secondDraws;
  const items = [
    { poolId: "main", packageId: "one", quantity: 2, price: 15.5 },
    { poolId: first?.id, packageId: "three", quantity: 1, price: 10.25 },
  ];
  return { secondDraws, bundles: first ? [{ id: "both", title: "Both", items }] : [], ...changes };
}

export function line(poolId: string, quantity = 1, packageId = "one") {
  return { poolId, packageId, quantity };
}

export function basket(drawId: string, lines: PlaceOrderInput["lines"], bundles: PlaceOrderInput["bundles"] = []) {
  return createBasket(drawId, 1, { lines, bundles });
}

export async function placeBasket(context: TestContext, input: PlaceOrderInput): Promise<OrderView> {
  const placed = await placeOrder(context.ctx, input, freshKey());
  if (!placed.ok) throw new Error(placed.reason);
  return placed.order;
}

/** Everything that a basket can change: counters by pool, numbers of orders and lines. */
export async function readTraces({ ctx }: TestContext, drawId: string) {
  const pools = await queryRows<{ pool_id: string; sold: number; reserved: number; reserved_cents: string }>(
    ctx.db,
    sql`select pool_id, sold, reserved, reserved_cents from pools where draw_id = ${drawId} order by pool_id`,
  );
  const [rows] = await queryRows<{ orders: number; lines: number }>(
    ctx.db,
    sql`select (select count(*)::int from orders where draw_id = ${drawId}) as orders,
      (select count(*)::int from order_lines where draw_id = ${drawId}) as lines`,
  );
  return { pools, ...rows };
}

export async function poolCounts(context: TestContext, drawId: string) {
  const { pools } = await readTraces(context, drawId);
  return Object.fromEntries(pools.map((pool) => [pool.pool_id, [pool.sold, pool.reserved]]));
}
