import "server-only";

import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import { listSearchTerms } from "./rules.search-terms";
import type { Buyer } from "./schema";

/** A batch is one transaction, small enough to run beside sales. */
export const ordersPerBatch = 500;

type IndexedOrder = { orderId: string; buyer: Buyer | null; cardLastFour: string | null };

export async function listUnindexedDraws(db: Database, before: Date): Promise<string[]> {
  const rows = await queryRows<{ drawId: string }>(
    db,
    sql`select d.draw_id as "drawId" from draws d left join word_walks w on w.draw_id = d.draw_id
      cross join lateral (
        select from orders o where o.draw_id = d.draw_id and o.status = 'finalized'
          and o.finalized_at >= coalesce(w.finalized_at, '-infinity')
          and (w.draw_id is null or (o.finalized_at, o.order_id) > (w.finalized_at, w.order_id))
          and o.finalized_at < ${before.toISOString()}::timestamptz
        ${limitClause(1)}
      ) next order by d.draw_id`,
  );
  return rows.map(({ drawId }) => drawId);
}

/**
 * Returns 0 at the end, or while another process does it. Locks the orders, so that no erasure or correction comes in
 * between.
 */
export function addNextSearchTerms(db: Database, drawId: string, before: Date): Promise<number> {
  return db.transaction(async (tx) => {
    if (!(await lockProgress(tx, drawId))) return 0;
    const orders = await lockNextOrders(tx, drawId, before);
    await insertSearchTerms(tx, drawId, orders);
    const last = orders.at(-1);
    if (last) await saveProgress(tx, drawId, last.orderId);
    return orders.length;
  });
}

async function lockProgress(tx: Database, drawId: string): Promise<boolean> {
  await queryRows(
    tx,
    sql`insert into word_walks (draw_id, finalized_at, order_id) values (${drawId}, '-infinity', '')
      on conflict (draw_id) do nothing`,
  );
  const rows = await queryRows(tx, sql`select from word_walks where draw_id = ${drawId} for update skip locked`);
  return rows.length === 1;
}

function lockNextOrders(tx: Database, drawId: string, before: Date): Promise<IndexedOrder[]> {
  return queryRows(
    tx,
    sql`select o.order_id as "orderId", o.buyer, o.card_last_four as "cardLastFour"
      from word_walks w join orders o on o.draw_id = w.draw_id
      where w.draw_id = ${drawId} and o.draw_id = ${drawId} and o.status = 'finalized'
        and o.finalized_at >= w.finalized_at and (o.finalized_at, o.order_id) > (w.finalized_at, w.order_id)
        and o.finalized_at < ${before.toISOString()}::timestamptz
      order by o.finalized_at, o.order_id ${limitClause(ordersPerBatch)} for share of o`,
  );
}

/** Copies the time within the database, because a JavaScript date would lose the microseconds. */
async function saveProgress(tx: Database, drawId: string, orderId: string): Promise<void> {
  await queryRows(
    tx,
    sql`update word_walks w set finalized_at = o.finalized_at, order_id = o.order_id
      from orders o where w.draw_id = ${drawId} and o.draw_id = ${drawId} and o.order_id = ${orderId}`,
  );
}

async function insertSearchTerms(tx: Database, drawId: string, orders: readonly IndexedOrder[]): Promise<void> {
  const rows = orders.flatMap((order) => listSearchTerms(order).map((word) => ({ orderId: order.orderId, word })));
  const [orderIds, words] = [rows.map(({ orderId }) => orderId), rows.map(({ word }) => word)];
  await queryRows(
    tx,
    sql`insert into order_words (draw_id, order_id, word)
      select ${drawId}::text, order_id, word
      from unnest(${sql.param(orderIds)}::text[], ${sql.param(words)}::text[]) as added (order_id, word)
      on conflict do nothing`,
  );
}

/** Must run before a refund can end the order, because the job reads only paid orders. */
export function addOrderSearchTerms(tx: Database, drawId: string, order: IndexedOrder): Promise<void> {
  return insertSearchTerms(tx, drawId, [order]);
}

/** The caller's transaction has corrected the order and locks it. */
export async function replaceSearchTerms(tx: Database, drawId: string, order: IndexedOrder): Promise<void> {
  await queryRows(tx, sql`delete from order_words where draw_id = ${drawId} and order_id = ${order.orderId}`);
  await insertSearchTerms(tx, drawId, [order]);
}
