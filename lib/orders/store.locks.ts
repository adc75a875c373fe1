import "server-only";
import type { SQL } from "drizzle-orm";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { OrderStatus } from "./rules";
import type { AttemptName, AttemptRow } from "./store.attempts";
import { paymentAttempts } from "./tables.payments";

/** Locks the pools of a draw that the CTE `wanted` names, in the order of their ids, as all do who change counters. */
export function lockPools(drawId: string, wanted: SQL = sql`wanted`): SQL {
  return sql`select p.pool_id from pools p join ${wanted} w on w.pool_id = p.pool_id
      where p.draw_id = ${drawId} order by p.pool_id for update of p`;
}

/** What a settlement needs to know of an order that it has locked. */
export type LockedOrder = { status: OrderStatus; orderCode: string };

/**
 * Locks an order until the transaction ends; null when there is none. Whoever changes an attempt locks its order first.
 */
export async function lockOrder(
  tx: Database,
  { drawId, orderId }: { drawId: string; orderId: string },
): Promise<LockedOrder | null> {
  const rows = await queryRows<{ status: OrderStatus; order_code: string }>(
    tx,
    sql`select status, order_code from orders where draw_id = ${drawId} and order_id = ${orderId} for update`,
  );
  return rows[0] ? { status: rows[0].status, orderCode: rows[0].order_code } : null;
}

/** Locks a verification until the transaction ends; null when there is none. */
export async function lockVerification(tx: Database, name: AttemptName): Promise<AttemptRow | null> {
  const rows = await tx
    .select()
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.drawId, name.drawId),
        eq(paymentAttempts.gatewayOrderNumber, name.gatewayOrderNumber),
        isNull(paymentAttempts.orderId),
      ),
    )
    .for("update");
  return rows[0] ?? null;
}
