import "server-only";

import { sql } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { queryRows } from "@/lib/db/database";

/** Sales of a device by one means of payment, and what of their money went back; cents. */
export type SalesByMeans = { means: string; orders: number; amountCents: number; refundedCents: number };

/** Sales of a device in a draw. */
export type SalesSpan = { drawId: string; deviceId: string; from: Date; to: Date; placedFrom: Date };

/**
 * Sums what a device sold in a draw from `from` to before `to`, by means. Orders that were placed before `placedFrom` are
 * not looked at: the index of recent orders finds the rest.
 */
export async function sumSales(db: Database, { drawId, deviceId, ...span }: SalesSpan): Promise<SalesByMeans[]> {
  const [from, to, placedFrom] = [span.from, span.to, span.placedFrom].map(
    (at) => sql`${at.toISOString()}::timestamptz`,
  );
  const rows = await queryRows<{ means: string; orders: string; amount: string; refunded: string }>(
    db,
    sql`select a.method as means, count(*) as orders, sum(o.amount_cents) as amount, coalesce(sum(r.cents), 0) as refunded
      from orders o
      join payment_attempts a on a.draw_id = o.draw_id and a.order_id = o.order_id and a.state = 'approved'
      left join lateral (
        select sum(f.amount_cents) as cents from refunds f
        where f.draw_id = o.draw_id and f.order_id = o.order_id and f.state = 'done' and f.cause = 'requested') r on true
      where o.draw_id = ${drawId} and o.device_id = ${deviceId} and o.placed_at >= ${placedFrom} and o.placed_at < ${to}
        and o.finalized_at >= ${from} and o.finalized_at < ${to}
      group by a.method`,
  );
  return rows.map(({ means, orders, amount, refunded }) => {
    return { means, orders: Number(orders), amountCents: Number(amount), refundedCents: Number(refunded) };
  });
}
