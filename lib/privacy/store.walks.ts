import "server-only";

import { sql } from "drizzle-orm";

import { systemActor } from "@/lib/audit/rules";
import type { Draw } from "@/lib/draws/schema";
import type { DrawOrderKey } from "@/lib/orders/schema";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import { eraseOrders, knownBuyerCondition, settledCondition } from "./store";
import type { stubWalks } from "./tables";
import { erasureWalks } from "./tables";

/** Orders per transaction, few enough to run beside sales. */
const ordersAtOnce = 500;

type ScanCursorTable = typeof erasureWalks | typeof stubWalks;

/** Orders can be added to the draw until `closesAt`. */
export type DrawToScan = { drawId: string; closesAt: Date };

export type Batch = { scanned: number; changed: number };

export async function listDrawsToScan(
  db: Database,
  cursorTable: ScanCursorTable,
  before: Date,
  keptDays: number,
): Promise<DrawToScan[]> {
  const rows = await queryRows<{ drawId: string; closesAt: string | Date }>(
    db,
    sql`select d.draw_id as "drawId", d.closes_at as "closesAt" from draws d
      where d.opens_at <= ${before.toISOString()}::timestamptz and not exists (
        select from ${cursorTable} w
        where w.draw_id = d.draw_id and w.finished_at >= d.closes_at + make_interval(days => ${keptDays}::int)
      ) order by d.closes_at ${limitClause(5000)}`,
  );
  return rows.map(({ drawId, closesAt }) => ({ drawId, closesAt: new Date(closesAt) }));
}

/** `scanned` is 0 at the end, or while another process works on the draw. */
export function walkOrders(
  db: Database,
  cursorTable: ScanCursorTable,
  { drawId, closesAt }: DrawToScan,
  { before, now }: { before: Date; now: Date },
  change: (tx: Database, orderIds: string[]) => Promise<number>,
): Promise<Batch> {
  return db.transaction(async (tx) => {
    if (!(await lockCursor(tx, cursorTable, drawId))) return { scanned: 0, changed: 0 };
    const orders = await listOrdersAfterCursor(tx, cursorTable, drawId, before);
    const orderIds = orders.filter(({ isPaid }) => !isPaid).map(({ orderId }) => orderId);
    const changed = await change(tx, orderIds);
    const isOver = orders.length < ordersAtOnce && closesAt <= before;
    const last = orders.at(-1)?.orderId ?? "";
    await saveCursor(tx, cursorTable, { drawId, last, finishedAt: isOver ? now : null });
    return { scanned: orders.length, changed };
  });
}

async function lockCursor(tx: Database, cursorTable: ScanCursorTable, drawId: string): Promise<boolean> {
  await queryRows(
    tx,
    sql`insert into ${cursorTable} (draw_id, placed_at, order_id) values (${drawId}, '-infinity', '')
      on conflict (draw_id) do nothing`,
  );
  const rows = await queryRows(
    tx,
    sql`select draw_id from ${cursorTable} where draw_id = ${drawId} for update skip locked`,
  );
  return rows.length === 1;
}

/** A paid order never becomes unpaid again, so the walk may pass it. */
function listOrdersAfterCursor(
  tx: Database,
  cursorTable: ScanCursorTable,
  drawId: string,
  before: Date,
): Promise<{ orderId: string; isPaid: boolean }[]> {
  return queryRows(
    tx,
    sql`select o.order_id as "orderId", o.finalized_at is not null as "isPaid"
      from ${cursorTable} w cross join lateral (
        select order_id, finalized_at from orders
        where draw_id = ${drawId} and (placed_at, order_id) > (w.placed_at, w.order_id)
          and placed_at <= ${before.toISOString()}::timestamptz
        order by placed_at, order_id ${limitClause(ordersAtOnce)}
      ) o where w.draw_id = ${drawId}`,
  );
}

/** Copies the time from the row of the order, because a JavaScript date would lose its microseconds. */
async function saveCursor(
  tx: Database,
  cursorTable: ScanCursorTable,
  { drawId, last, finishedAt }: { drawId: string; last: string; finishedAt: Date | null },
): Promise<void> {
  await queryRows(
    tx,
    sql`update ${cursorTable} w set finished_at = ${finishedAt?.toISOString() ?? null}::timestamptz,
        placed_at = coalesce(o.placed_at, w.placed_at), order_id = coalesce(o.order_id, w.order_id)
      from (select 1) one left join orders o on o.draw_id = ${drawId} and o.order_id = ${last}
      where w.draw_id = ${drawId}`,
  );
}

const unpaidCondition = sql`o.finalized_at is null`;

export function listUnpaidWalks(db: Database, before: Date, keptDays: number): Promise<DrawToScan[]> {
  return listDrawsToScan(db, erasureWalks, before, keptDays);
}

export function eraseUnpaid(db: Database, draw: DrawToScan, times: { before: Date; now: Date }): Promise<Batch> {
  const { drawId } = draw;
  const { now } = times;
  return walkOrders(db, erasureWalks, draw, times, async (tx, orderIds) => {
    const erased = await eraseOrders(tx, { drawId, orderIds, now, actor: systemActor }, unpaidCondition);
    await insertWaits(tx, drawId, orderIds, now);
    return erased.length;
  });
}

const waitingCondition = sql`${unpaidCondition} and ${knownBuyerCondition}`;

const tomorrow = (now: Date) => sql`${now.toISOString()}::timestamptz + interval '1 day'`;

async function insertWaits(tx: Database, drawId: string, orderIds: readonly string[], now: Date): Promise<void> {
  await queryRows(
    tx,
    sql`insert into erasure_waits (draw_id, order_id, look_at)
      select ${drawId}, o.order_id, ${tomorrow(now)} from unnest(${sql.param(orderIds)}::text[]) as k (id)
      cross join lateral (
        select order_id from orders o where o.draw_id = ${drawId} and o.order_id = k.id and ${waitingCondition} limit 1
      ) o on conflict do nothing`,
  );
}

export function eraseWaiting(db: Database, now: Date): Promise<Batch> {
  return db.transaction(async (tx) => {
    const due = await lockDue(tx, now);
    const drawIds = [...new Set(due.map(({ drawId }) => drawId))].sort();
    let changed = 0;
    for (const drawId of drawIds) {
      const orderIds = due.filter((one) => one.drawId === drawId).map(({ orderId }) => orderId);
      changed += (await eraseOrders(tx, { drawId, orderIds, now, actor: systemActor }, unpaidCondition)).length;
      await postponeWaits(tx, drawId, orderIds, now);
    }
    return { scanned: due.length, changed };
  });
}

function lockDue(tx: Database, now: Date): Promise<DrawOrderKey[]> {
  return queryRows<DrawOrderKey>(
    tx,
    sql`select draw_id as "drawId", order_id as "orderId" from erasure_waits
      where look_at <= ${now.toISOString()}::timestamptz order by look_at, draw_id, order_id
      ${limitClause(ordersAtOnce)} for update skip locked`,
  );
}

async function postponeWaits(tx: Database, drawId: string, orderIds: readonly string[], now: Date): Promise<void> {
  const listedCondition = sql`w.draw_id = ${drawId} and w.order_id = any(${sql.param(orderIds)}::text[])`;
  await queryRows(tx, sql`update erasure_waits w set look_at = ${tomorrow(now)} where ${listedCondition}`);
  await queryRows(
    tx,
    sql`delete from erasure_waits w where ${listedCondition} and not exists (
      select from orders o where o.draw_id = w.draw_id and o.order_id = w.order_id and ${waitingCondition}
    )`,
  );
}

export const drawsAtOnce = 50;

export async function listEndedDraws(db: Database, before: Date, after: string): Promise<Draw[]> {
  const rows = await queryRows<{ definition: Draw }>(
    db,
    sql`select d.definition from draws d cross join lateral (
        select from orders o where o.draw_id = d.draw_id and o.buyer is not null and ${settledCondition}
        ${limitClause(1)}
      ) known
      where d.closes_at <= ${before.toISOString()}::timestamptz and d.draw_id > ${after}
      order by d.draw_id ${limitClause(drawsAtOnce)}`,
  );
  return rows.map(({ definition }) => definition);
}

export function eraseBuyers(db: Database, drawId: string, now: Date): Promise<Batch> {
  return db.transaction(async (tx) => {
    // Reads in the order of the index `orders_by_email`, which doesn't contain erased buyers.
    const rows = await queryRows<{ orderId: string }>(
      tx,
      sql`select o.order_id as "orderId" from orders o
        where o.draw_id = ${drawId} and o.buyer is not null and ${settledCondition}
        order by lower(o.buyer ->> 'email'), o.placed_at, o.order_id ${limitClause(ordersAtOnce)}`,
    );
    const orderIds = rows.map(({ orderId }) => orderId);
    const erased = await eraseOrders(tx, { drawId, orderIds, now, actor: systemActor });
    return { scanned: orderIds.length, changed: erased.length };
  });
}
