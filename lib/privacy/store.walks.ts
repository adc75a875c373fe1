import "server-only";

import { sql } from "drizzle-orm";
import { systemActor } from "@/lib/audit/rules";
import type { Draw } from "@/lib/draws/schema";
import type { Database } from "@/lib/platform/db/database";
import { atMost, queryRows } from "@/lib/platform/db/database";
import { eraseOrders, isSettled } from "./store";
import { isUnpaid, noteWaits } from "./store.waits";
import type { stubWalks } from "./tables";
import { erasureWalks } from "./tables";

/** Orders of one transaction: it is short beside sales. */
export const ordersAtOnce = 500;

/** The table that has the places of a walk through the orders of each draw. */
type Walks = typeof erasureWalks | typeof stubWalks;

/** A draw to which orders come until `closesAt`. */
export type OpenWalk = { drawId: string; closesAt: Date };

/** What one batch came to. */
export type Batch = { seen: number; erased: number };

/** Lists draws that have sold before an instant and that a walk didn't go through to their end since. */
export async function listOpenWalks(db: Database, walks: Walks, before: Date, keptDays: number): Promise<OpenWalk[]> {
  const rows = await queryRows<{ draw_id: string; closes_at: string | Date }>(
    db,
    sql`select d.draw_id, d.closes_at from draws d
      where d.opens_at <= ${before.toISOString()}::timestamptz and not exists (
        select from ${walks} w
        where w.draw_id = d.draw_id and w.finished_at >= d.closes_at + make_interval(days => ${keptDays}::int)
      ) order by d.closes_at ${atMost(5000)}`,
  );
  return rows.map((row) => ({ drawId: row.draw_id, closesAt: new Date(row.closes_at) }));
}

/** Lists the draws in which buyers of unpaid orders are to be erased that were placed before an instant. */
export function listWalks(db: Database, before: Date, keptDays: number): Promise<OpenWalk[]> {
  return listOpenWalks(db, erasureWalks, before, keptDays);
}

/** Keeps other processes away from the place of a draw; false while another is at it. */
export async function lockPlace(tx: Database, walks: Walks, drawId: string): Promise<boolean> {
  await queryRows(
    tx,
    sql`insert into ${walks} (draw_id, placed_at, order_id) values (${drawId}, '-infinity', '')
      on conflict (draw_id) do nothing`,
  );
  const rows = await queryRows(tx, sql`select draw_id from ${walks} where draw_id = ${drawId} for update skip locked`);
  return rows.length === 1;
}

/** An order that a walk comes to. */
type NextOrder = { orderId: string; isPaid: boolean };

/** The next orders of a draw; an order that was paid never becomes unpaid again. */
export function findNext(tx: Database, walks: Walks, drawId: string, before: Date): Promise<NextOrder[]> {
  return queryRows<NextOrder>(
    tx,
    sql`select o.order_id as "orderId", o.finalized_at is not null as "isPaid"
      from ${walks} w cross join lateral (
        select order_id, finalized_at from orders
        where draw_id = ${drawId} and (placed_at, order_id) > (w.placed_at, w.order_id)
          and placed_at <= ${before.toISOString()}::timestamptz
        order by placed_at, order_id ${atMost(ordersAtOnce)}
      ) o where w.draw_id = ${drawId}`,
  );
}

/** The place comes from the order's row itself: an instant of JavaScript would lose its microseconds. */
export async function notePlace(
  tx: Database,
  walks: Walks,
  { drawId, last, finishedAt }: { drawId: string; last: string; finishedAt: Date | null },
): Promise<void> {
  await queryRows(
    tx,
    sql`update ${walks} w set finished_at = ${finishedAt?.toISOString() ?? null}::timestamptz,
        placed_at = coalesce(o.placed_at, w.placed_at), order_id = coalesce(o.order_id, w.order_id)
      from (select 1) one left join orders o on o.draw_id = ${drawId} and o.order_id = ${last}
      where w.draw_id = ${drawId}`,
  );
}

/**
 * Erases the buyers of the unpaid ones among the next orders of a draw that were placed before an instant, 500 at most,
 * in one transaction. Those that are open wait to be looked at again. Nothing is seen at the end, or while another
 * process is at it.
 */
export function eraseUnpaid(
  db: Database,
  { drawId, closesAt }: OpenWalk,
  { before, now }: { before: Date; now: Date },
): Promise<Batch> {
  return db.transaction(async (tx) => {
    if (!(await lockPlace(tx, erasureWalks, drawId))) return { seen: 0, erased: 0 };
    const orders = await findNext(tx, erasureWalks, drawId, before);
    const orderIds = orders.filter(({ isPaid }) => !isPaid).map(({ orderId }) => orderId);
    const erased = await eraseOrders(tx, { drawId, orderIds, now, actor: systemActor }, isUnpaid);
    await noteWaits(tx, drawId, orderIds, now);
    const isOver = orders.length < ordersAtOnce && closesAt <= before;
    const last = orders.at(-1)?.orderId ?? "";
    await notePlace(tx, erasureWalks, { drawId, last, finishedAt: isOver ? now : null });
    return { seen: orders.length, erased: erased.length };
  });
}

/** Draws of one page of those that ended. */
export const drawsAtOnce = 50;

/** Lists a page of draws after `after` that closed before an instant and know buyers that may be erased. */
export async function listEndedDraws(db: Database, before: Date, after: string): Promise<Draw[]> {
  const rows = await queryRows<{ definition: Draw }>(
    db,
    sql`select d.definition from draws d cross join lateral (
        select from orders o where o.draw_id = d.draw_id and o.buyer is not null and ${isSettled} ${atMost(1)}
      ) known
      where d.closes_at <= ${before.toISOString()}::timestamptz and d.draw_id > ${after}
      order by d.draw_id ${atMost(drawsAtOnce)}`,
  );
  return rows.map((row) => row.definition);
}

/** Erases buyers of a draw, 500 at most, in one transaction; those of open orders stay. Nothing is seen at the end. */
export function eraseBuyers(db: Database, drawId: string, now: Date): Promise<Batch> {
  return db.transaction(async (tx) => {
    // In the order of `orders_by_email`: an erased buyer is not in it any more.
    const rows = await queryRows<{ order_id: string }>(
      tx,
      sql`select o.order_id from orders o where o.draw_id = ${drawId} and o.buyer is not null and ${isSettled}
        order by lower(o.buyer ->> 'email'), o.placed_at, o.order_id ${atMost(ordersAtOnce)}`,
    );
    const orderIds = rows.map((row) => row.order_id);
    const erased = await eraseOrders(tx, { drawId, orderIds, now, actor: systemActor });
    return { seen: orderIds.length, erased: erased.length };
  });
}
