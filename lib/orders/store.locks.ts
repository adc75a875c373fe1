import "server-only";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { OrderStatus } from "./rules";
import type { AttemptName, AttemptRow } from "./store.attempts";
import { paymentAttempts } from "./tables.payments";

/** What a settlement needs to know of an order that it has locked. */
export type LockedOrder = { status: OrderStatus; orderCode: string };

/**
 * Locks an order until the transaction ends; null if there is none. Lock an attempt's order before changing the
 * attempt.
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

/** Locks the attempt of a payment without an order until the transaction ends; null when there is none. */
export async function lockAttemptWithoutOrder(tx: Database, name: AttemptName): Promise<AttemptRow | null> {
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
