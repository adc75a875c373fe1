import "server-only";

import { sql } from "drizzle-orm";

import { systemActor } from "@/lib/audit/rules";
import { writeChainEntry } from "@/lib/audit/store";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";

import { stubDays } from "./rules";
import { erasureAssignments, lockOrders } from "./store";
import type { Batch, DrawToScan } from "./store.walks";
import { listDrawsToScan, walkOrders } from "./store.walks";
import { stubWalks } from "./tables";

/** Tells PostgreSQL to plan for few rows. It exceeds the lines of any order and the restores of any draw. */
const ampleLimit = 10_000;

export function listStubWalks(db: Database, before: Date): Promise<DrawToScan[]> {
  return listDrawsToScan(db, stubWalks, before, stubDays);
}

/** One audit entry of the draw counts the orders. */
export function shrinkNext(db: Database, walk: DrawToScan, times: { before: Date; now: Date }): Promise<Batch> {
  const { drawId } = walk;
  const { now } = times;
  return walkOrders(db, stubWalks, walk, times, async (tx, orderIds) => {
    const orders = orderIds.length > 0 ? await shrinkAbandoned(tx, drawId, orderIds, now) : 0;
    const entry = { action: "orders-shrunk", at: now, actor: systemActor, detail: { orders } };
    if (orders > 0) await writeChainEntry(tx, drawId, entry);
    return orders;
  });
}

/**
 * Leaves out orders that were open when a restore lost data, because a payment of theirs may be found later. A hold
 * lasts an hour, and clocks may differ by another.
 */
const abandonedCondition = sql`o.status = any('{expired,cancelled}') and o.finalized_at is null
  and exists (select from order_lines l where l.draw_id = o.draw_id and l.order_id = o.order_id)
  and not exists (select from payment_attempts a where a.draw_id = o.draw_id and a.order_id = o.order_id)
  and not exists (
    select from restored r
    where o.placed_at >= r.restored_to - interval '2 hours' and o.placed_at <= r.recorded_at + interval '1 hour'
  )`;

async function shrinkAbandoned(tx: Database, drawId: string, orderIds: readonly string[], now: Date): Promise<number> {
  const locked = await lockOrders(tx, drawId, orderIds);
  const rows = await queryRows<{ orders: number }>(
    tx,
    sql`with restored as materialized (
      select (detail->>'restoredTo')::timestamptz as restored_to, at as recorded_at from audit_entries
      where draw_id = ${drawId} and order_id is null and action = 'database-restored'
      order by order_id, at ${limitClause(ampleLimit)}
    ), chosen as materialized (
      select k.id as order_id, found.place from ${locked} cross join lateral (
        select o.ctid as place from orders o
        where o.draw_id = ${drawId} and o.order_id = k.id and ${abandonedCondition} limit 1
      ) found
    ), lines as materialized (
      select l.place from chosen c cross join lateral (
        select ctid as place from order_lines where draw_id = ${drawId} and order_id = c.order_id
        ${limitClause(ampleLimit)}
      ) l
    ), unlined as (
      delete from order_lines where ctid = any(array(select place from lines))
    ), notes as materialized (
      select n.place from chosen c cross join lateral (
        select ctid as place from order_notes where draw_id = ${drawId} and order_id = c.order_id
        ${limitClause(ampleLimit)}
      ) n
    ), unnoted as (
      delete from order_notes where ctid = any(array(select place from notes))
    ), shrunk as (
      update orders set erased_at = coalesce(erased_at, ${now.toISOString()}::timestamptz), erased_province = null,
        ${erasureAssignments}, team_id = null, hold_slot = null
      where ctid = any(array(select place from chosen)) returning order_id
    )
    select count(*)::int as orders from shrunk`,
  );
  return rows[0]?.orders ?? 0;
}
