import "server-only";

import type { SQL } from "drizzle-orm";
import { and, eq, gt, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { accessScopeCondition } from "@/lib/draws/store.access-scope";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import type { AccessScope } from "@/lib/rights";
import type { DrawOrderKey } from "./schema";
import type { AttemptRow } from "./store.attempts";
import { listAttempts } from "./store.attempts";
import type { RefundRow } from "./store.refunds";
import { listRefunds } from "./store.refunds";
import { numberRanges, orderLines, orders } from "./tables";
import { paymentAttempts, refunds } from "./tables.payments";

export type OrderRow = typeof orders.$inferSelect;

export type OrderRecord = {
  order: OrderRow;
  lines: (typeof orderLines.$inferSelect)[];
  ranges: (typeof numberRanges.$inferSelect)[];
  refunds: RefundRow[];
  /** Oldest first. */
  attempts: AttemptRow[];
  /** The tablet's current short name. Null on the web. */
  soldBy: string | null;
};

export async function readOrderRow(db: Database, drawId: string, orderId: string): Promise<OrderRow | null> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.drawId, drawId), eq(orders.orderId, orderId)));
  return rows[0] ?? null;
}

/** Uses the index of current holds, so the cost doesn't grow with the orders sold. */
export async function listHeldOrders(
  db: Database,
  { clientKey, now, limit }: { clientKey: string; now: Date; limit: number },
): Promise<OrderRow[]> {
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.status, "reserved"), gt(orders.expiresAt, now), eq(orders.clientKey, clientKey)))
    .limit(limit);
}

/** Every transaction locks an order before its pools. */
export async function lockOrderRow(tx: Database, drawId: string, orderId: string): Promise<OrderRow | null> {
  const rows = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.drawId, drawId), eq(orders.orderId, orderId)))
    .for("update");
  return rows[0] ?? null;
}

export async function findOrderId(db: Database, drawId: string, orderCode: string): Promise<string | null> {
  const rows = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(eq(orders.drawId, drawId), eq(orders.orderCode, orderCode)));
  return rows[0]?.orderId ?? null;
}

/** A search in one draw, or in all if `drawId` is null. Draws outside of the access scope are left out. */
export type SearchedDraws = { drawId: string | null; accessScope: AccessScope };

/** Returns at most ten. Searches draw by draw, because the indexes begin with the draw. */
export async function findOrderKeys(
  db: Database,
  codesOrIds: string[],
  { drawId, accessScope }: SearchedDraws,
): Promise<{ instanceId: string; orderId: string }[]> {
  const sought = sql.param(codesOrIds);
  return queryRows(
    db,
    sql`select o.draw_id as "instanceId", o.order_id as "orderId" from draws d cross join lateral (
        select draw_id, order_id from orders where draw_id = d.draw_id and order_code = any(${sought}::text[])
        union
        select draw_id, order_id from orders where draw_id = d.draw_id and order_id = any(${sought}::text[])
      ) o where (${drawId}::text is null or d.draw_id = ${drawId}::text) and ${accessScopeCondition(accessScope)}
      order by o.draw_id limit 10`,
  );
}

/** The hash of a validation number differs from draw to draw. */
export async function findKeysByValidationHash(
  db: Database,
  { drawId, accessScope }: SearchedDraws,
  hashForDraw: (drawId: string) => string,
): Promise<{ instanceId: string; orderId: string }[]> {
  const draws = await queryRows<{ drawId: string }>(
    db,
    sql`select d.draw_id as "drawId" from draws d
      where (${drawId}::text is null or d.draw_id = ${drawId}::text) and ${accessScopeCondition(accessScope)}`,
  );
  const ids = draws.map(({ drawId: id }) => id);
  return queryRows(
    db,
    sql`select o.draw_id as "instanceId", o.order_id as "orderId"
      from unnest(${sql.param(ids)}::text[], ${sql.param(ids.map(hashForDraw))}::text[]) as carried (draw_id, hash)
      join orders o on o.draw_id = carried.draw_id and o.validation_hash = carried.hash`,
  );
}

export async function findOrderByIdempotencyKey(
  db: Database,
  drawId: string,
  idempotencyKey: string,
): Promise<OrderRow | null> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.drawId, drawId), eq(orders.idempotencyKey, idempotencyKey)));
  return rows[0] ?? null;
}

export const rangeOfLineCondition = and(
  eq(numberRanges.drawId, orderLines.drawId),
  eq(numberRanges.orderId, orderLines.orderId),
  eq(numberRanges.lineNumber, orderLines.lineNumber),
);

export const soldByColumn = sql<
  string | null
>`(select coalesce(d.name, d.label) from devices d where d.device_id = orders.device_id)`;

export async function listLines(
  db: Database,
  drawId: string,
  orderId: string,
): Promise<Pick<OrderRecord, "lines" | "ranges">> {
  const rows = await db
    .select({ line: orderLines, range: numberRanges })
    .from(orderLines)
    .leftJoin(numberRanges, rangeOfLineCondition)
    .where(and(eq(orderLines.drawId, drawId), eq(orderLines.orderId, orderId)))
    .orderBy(orderLines.lineNumber);
  return { lines: rows.map(({ line }) => line), ranges: rows.flatMap(({ range }) => range ?? []) };
}

export async function readOrderRecord(db: Database, drawId: string, orderId: string): Promise<OrderRecord | null> {
  // Reads the order first, so that the rest is at least as new as its status.
  const [row] = await db
    .select({ order: orders, soldBy: soldByColumn })
    .from(orders)
    .where(and(eq(orders.drawId, drawId), eq(orders.orderId, orderId)));
  if (!row) return null;
  const [lines, refunds, attempts] = await Promise.all([
    listLines(db, drawId, orderId),
    listRefunds(db, drawId, orderId),
    listAttempts(db, drawId, orderId),
  ]);
  return { ...row, ...lines, refunds, attempts };
}

/** More rows than any order has in a table. */
const maxRowsPerOrder = 10_000;

/** Looks up order by order, because PostgreSQL may scan the whole draw for a list of ids. */
function keysCondition(keys: readonly DrawOrderKey[], table: PgTable): SQL {
  const [draws, ids] = [keys.map((key) => key.drawId), keys.map((key) => key.orderId)];
  return sql`${table}.ctid = any(array(
    select match.place
    from unnest(${sql.param(draws)}::text[], ${sql.param(ids)}::text[]) as key (draw_id, order_id)
    cross join lateral (
      select t.ctid as place from ${table} t
      where t.draw_id = key.draw_id and t.order_id = key.order_id ${limitClause(maxRowsPerOrder)}
    ) match))`;
}

function filterByOrder<Row extends { orderId: string | null; drawId: string }>(
  rows: readonly Row[],
  key: DrawOrderKey,
): Row[] {
  return rows.filter((row) => row.orderId === key.orderId && row.drawId === key.drawId);
}

export async function readOrderRecords(db: Database, keys: readonly DrawOrderKey[]): Promise<OrderRecord[]> {
  // Reads the orders first, so that the rest is at least as new as their statuses.
  const rows = await db.select({ order: orders, soldBy: soldByColumn }).from(orders).where(keysCondition(keys, orders));
  const [lineRows, refundRows, attemptRows] = await Promise.all([
    db
      .select({ line: orderLines, range: numberRanges })
      .from(orderLines)
      .leftJoin(numberRanges, rangeOfLineCondition)
      .where(keysCondition(keys, orderLines))
      .orderBy(orderLines.lineNumber),
    db.select().from(refunds).where(keysCondition(keys, refunds)).orderBy(refunds.refundNumber),
    db
      .select()
      .from(paymentAttempts)
      .where(keysCondition(keys, paymentAttempts))
      .orderBy(paymentAttempts.attemptNumber),
  ]);
  const [lines, ranges] = [lineRows.map(({ line }) => line), lineRows.flatMap(({ range }) => range ?? [])];
  return rows.map((row) => ({
    ...row,
    lines: filterByOrder(lines, row.order),
    ranges: filterByOrder(ranges, row.order),
    refunds: filterByOrder(refundRows, row.order),
    attempts: filterByOrder(attemptRows, row.order),
  }));
}
