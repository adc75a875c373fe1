import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "@/lib/platform/db/database";
import { atMost } from "@/lib/platform/db/database";
import type { OrderRecord } from "./store";
import { isOfLine, soldBy } from "./store";
import { numberRanges, orderLines, orders } from "./tables";
import { paymentAttempts, refunds } from "./tables.payments";

type Key = { drawId: string; orderId: string };

/** More rows than an order has in any table. */
const plenty = 10_000;

/** Order by order, whatever the planner believes of the tables: by lists, it may look through all of a draw. */
function isOneOf(keys: readonly Key[], table: PgTable): SQL {
  const [draws, ids] = [keys.map((key) => key.drawId), keys.map((key) => key.orderId)];
  return sql`${table}.ctid = any(array(
    select found.place
    from unnest(${sql.param(draws)}::text[], ${sql.param(ids)}::text[]) as key (draw_id, order_id)
    cross join lateral (
      select t.ctid as place from ${table} t
      where t.draw_id = key.draw_id and t.order_id = key.order_id ${atMost(plenty)}
    ) found))`;
}

function rowsOf<Row extends { orderId: string | null; drawId: string }>(rows: readonly Row[], key: Key): Row[] {
  return rows.filter((row) => row.orderId === key.orderId && row.drawId === key.drawId);
}

/** Reads some orders as `readOrderRecord` does one, in four statements for all of them; none for unknown ones. */
export async function readOrderRecords(db: Database, keys: readonly Key[]): Promise<OrderRecord[]> {
  // The rows first: what is read after them is never older than the state that they show.
  const found = await db.select({ order: orders, soldBy }).from(orders).where(isOneOf(keys, orders));
  const [lineRows, refundRows, attemptRows] = await Promise.all([
    db
      .select({ line: orderLines, range: numberRanges })
      .from(orderLines)
      .leftJoin(numberRanges, isOfLine)
      .where(isOneOf(keys, orderLines))
      .orderBy(orderLines.lineNumber),
    db.select().from(refunds).where(isOneOf(keys, refunds)).orderBy(refunds.refundNumber),
    db.select().from(paymentAttempts).where(isOneOf(keys, paymentAttempts)).orderBy(paymentAttempts.attemptNumber),
  ]);
  const [lines, ranges] = [lineRows.map(({ line }) => line), lineRows.flatMap(({ range }) => range ?? [])];
  return found.map((row) => ({
    ...row,
    lines: rowsOf(lines, row.order),
    ranges: rowsOf(ranges, row.order),
    refunds: rowsOf(refundRows, row.order),
    attempts: rowsOf(attemptRows, row.order),
  }));
}
