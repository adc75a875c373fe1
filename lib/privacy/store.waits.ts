import "server-only";

import { sql } from "drizzle-orm";
import { systemActor } from "@/lib/audit/rules";
import type { Database } from "@/lib/platform/db/database";
import { atMost, queryRows } from "@/lib/platform/db/database";
import type { OrderName } from "./store";
import { eraseOrders, knowsBuyer } from "./store";

/** Orders of one transaction. */
const ordersAtOnce = 500;

/** The order `o` was never paid. */
export const isUnpaid = sql`o.finalized_at is null`;

const mayWait = sql`${isUnpaid} and ${knowsBuyer}`;

const tomorrow = (now: Date) => sql`${now.toISOString()}::timestamptz + interval '1 day'`;

/** Notes which of a draw's orders still know a buyer and were never paid: each is looked at again, once a day. */
export async function noteWaits(tx: Database, drawId: string, orderIds: readonly string[], now: Date): Promise<void> {
  await queryRows(
    tx,
    sql`insert into erasure_waits (draw_id, order_id, look_at)
      select ${drawId}, o.order_id, ${tomorrow(now)} from unnest(${sql.param(orderIds)}::text[]) as k (id)
      cross join lateral (
        select order_id from orders o where o.draw_id = ${drawId} and o.order_id = k.id and ${mayWait} limit 1
      ) o on conflict do nothing`,
  );
}

/** The orders that have waited longest, which nobody else takes until this transaction ends. */
function takeDue(tx: Database, now: Date): Promise<OrderName[]> {
  return queryRows<OrderName>(
    tx,
    sql`select draw_id as "drawId", order_id as "orderId" from erasure_waits
      where look_at <= ${now.toISOString()}::timestamptz order by look_at, draw_id, order_id
      ${atMost(ordersAtOnce)} for update skip locked`,
  );
}

/** Puts off a draw's orders that still wait, and forgets the others. */
async function putOff(tx: Database, drawId: string, orderIds: readonly string[], now: Date): Promise<void> {
  const named = sql`w.draw_id = ${drawId} and w.order_id = any(${sql.param(orderIds)}::text[])`;
  await queryRows(tx, sql`update erasure_waits w set look_at = ${tomorrow(now)} where ${named}`);
  await queryRows(
    tx,
    sql`delete from erasure_waits w where ${named} and not exists (
      select from orders o where o.draw_id = w.draw_id and o.order_id = w.order_id and ${mayWait}
    )`,
  );
}

/**
 * Looks again at unpaid orders that were open when their turn came, 500 at most, in one transaction: erases the buyers
 * of those that have ended. Nothing is seen when none is due.
 */
export function eraseWaiting(db: Database, now: Date): Promise<{ seen: number; erased: number }> {
  return db.transaction(async (tx) => {
    const due = await takeDue(tx, now);
    const draws = [...new Set(due.map(({ drawId }) => drawId))].sort();
    let erased = 0;
    for (const drawId of draws) {
      const orderIds = due.filter((one) => one.drawId === drawId).map(({ orderId }) => orderId);
      erased += (await eraseOrders(tx, { drawId, orderIds, now, actor: systemActor }, isUnpaid)).length;
      await putOff(tx, drawId, orderIds, now);
    }
    return { seen: due.length, erased };
  });
}
