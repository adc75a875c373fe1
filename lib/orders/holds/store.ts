import "server-only";
import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { AuditActor } from "@/lib/audit/rules";
import { systemActor } from "@/lib/audit/rules";
import { scarcityRatio, shortHoldLimits } from "@/lib/orders/reserve/rules";
import type { NewAuditEntry } from "@/lib/orders/store.audit";
import { insertEntries } from "@/lib/orders/store.audit";
import { atLeastNow } from "@/lib/platform/db/clock";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import { newBuyersHolder } from "@/lib/shares/rules";
import { releaseShares } from "@/lib/shares/store";

/** Returns false if the hold already ends as late. New buyers get a short hold when a pool is nearly sold out. */
export async function extendHold(
  db: Database,
  hold: { drawId: string; orderId: string; now: Date; expiresAt: Date; maxExtensions: number; actor: AuditActor },
): Promise<boolean> {
  const { now, drawId, orderId } = hold;
  const at = sql`${now.toISOString()}::timestamptz`;
  const expiresAt = sql`${hold.expiresAt.toISOString()}::timestamptz`;
  const shortEnd = sql`${new Date(now.getTime() + shortHoldLimits.durationMs).toISOString()}::timestamptz`;
  const maxTotal = sql`${shortHoldLimits.maxTotalMs / 1000}::int * interval '1 second'`;
  const entry: NewAuditEntry = { action: "extended", at: now, actor: hold.actor };
  const detail = sql`jsonb_build_object('expiresAt',
    to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;
  const rows = await queryRows(
    db,
    sql`with target as materialized (
      select case when ${newBuyersHolder} = any(o.share_holders) and exists (
        select from order_lines l join pools p on p.draw_id = l.draw_id and p.pool_id = l.pool_id
        where l.draw_id = o.draw_id and l.order_id = o.order_id
          and p.max_tickets - p.sold - p.reserved < ${scarcityRatio}::numeric * p.max_tickets
      ) then least(${shortEnd}, o.placed_at + ${maxTotal}) else ${expiresAt} end as ends_at,
        o.status, o.expires_at, o.extensions
      from orders o where o.draw_id = ${drawId} and o.order_id = ${orderId} for update of o
    ), extended as (
      update orders o set expires_at = t.ends_at, extensions = t.extensions + 1 from target t
      where o.draw_id = ${drawId} and o.order_id = ${orderId} and t.status = 'reserved'
        and t.expires_at > ${atLeastNow(at)} and t.extensions < ${hold.maxExtensions} and t.expires_at < t.ends_at
      returning o.draw_id, o.order_id, o.expires_at
    ), noted as (${insertEntries(sql`extended`, entry, detail)})
    select order_id from extended`,
  );
  return rows.length === 1;
}

export type HoldingStatus = "reserved" | "paying" | "unknown";

/**
 * Returns the tickets of the orders in the CTE `ended` to their pools. Locks pools by id, then shares, as reservations
 * do.
 */
function releaseCapacity(ended: SQL): SQL {
  return sql`with ${ended}, freed as materialized (
      select l.draw_id, l.pool_id, sum(l.tickets)::int as tickets, sum(l.amount_cents)::bigint as cents
      from order_lines l join ended e on e.draw_id = l.draw_id and e.order_id = l.order_id
      group by l.draw_id, l.pool_id
    ), locked as materialized (
      select p.draw_id, p.pool_id from pools p join freed f on f.draw_id = p.draw_id and f.pool_id = p.pool_id
      order by p.draw_id, p.pool_id for update of p
    ), given_back as (
      update pools p set reserved = p.reserved - f.tickets, reserved_cents = p.reserved_cents - f.cents
      from freed f join locked l on l.draw_id = f.draw_id and l.pool_id = f.pool_id
      where p.draw_id = f.draw_id and p.pool_id = f.pool_id
    ), ${releaseShares(sql`ended`, { locked: sql`locked`, arePaid: false })}
    select draw_id, order_id from ended`;
}

/** `entry` is null if the change that ends the order has an entry of its own. */
export type OrderToEnd = {
  drawId: string;
  orderId: string;
  from: HoldingStatus[];
  to: "cancelled" | "expired" | "refunded";
  entry: NewAuditEntry | null;
};

export async function endOrder(db: Database, order: OrderToEnd): Promise<boolean> {
  const noted = order.entry ? sql`, noted as (${insertEntries(sql`ended`, order.entry)})` : sql.empty();
  const rows = await queryRows(
    db,
    releaseCapacity(sql`ending as materialized (
      select draw_id, order_id, share_holders from orders
      where draw_id = ${order.drawId} and order_id = ${order.orderId} and status = any(${sql.param(order.from)}::text[])
      for update
    ), ended as (
      update orders o set status = ${order.to}, share_holders = null from ending e
      where o.draw_id = e.draw_id and o.order_id = e.order_id
      returning o.draw_id, o.order_id, e.share_holders)${noted}`),
  );
  return rows.length === 1;
}

export type HoldsToEnd = {
  drawId: string;
  newBuyersOnly: boolean;
  placedBefore: Date;
  limit: number;
  entry: NewAuditEntry;
};

/** Returns the number of cancelled holds. Skips those that another transaction has locked. */
export async function endHolds(db: Database, holds: HoldsToEnd): Promise<number> {
  const rows = await queryRows(
    db,
    releaseCapacity(sql`ending as materialized (
      select draw_id, order_id, share_holders from orders
      where draw_id = ${holds.drawId} and status = 'reserved' and placed_at <= ${holds.placedBefore.toISOString()}::timestamptz
        and (not ${holds.newBuyersOnly}::boolean or ${newBuyersHolder} = any(share_holders))
      order by placed_at, order_id ${limitClause(holds.limit)} for update skip locked
    ), ended as (
      update orders o set status = 'cancelled', share_holders = null from ending e
      where o.draw_id = e.draw_id and o.order_id = e.order_id
      returning o.draw_id, o.order_id, e.share_holders
    ), noted as (${insertEntries(sql`ended`, holds.entry)})`),
  );
  return rows.length;
}

/** Returns false if the hold has ended. */
export async function reopenOrder(
  tx: Database,
  order: { drawId: string; orderId: string; now: Date },
): Promise<boolean> {
  const rows = await queryRows(
    tx,
    sql`update orders set status = 'reserved'
      where draw_id = ${order.drawId} and order_id = ${order.orderId} and status in ('paying', 'unknown')
        and expires_at > ${order.now.toISOString()}::timestamptz
      returning order_id`,
  );
  return rows.length === 1;
}

/** `after` is where the previous query stopped. Holds come in the order in which they expire. */
export type DueHoldsQuery = { now: Date; drawId: string | null; after: HoldKey | null; limit: number };

/** `expiresAt` has microseconds, which a JavaScript date would lose. */
export type HoldKey = { expiresAt: string; drawId: string; orderId: string };

/** `ended` is false if a pool's counters are lower than the tickets that the hold should return. */
export type DueHold = HoldKey & { ended: boolean };

/**
 * Skips holds in a pool with wrong counters, because they would fail the statement for all others. The sorting matches
 * the index of live holds: sorted by key, a cached plan could read every order of a draw.
 */
export async function expireHolds(db: Database, { now, drawId, after, limit }: DueHoldsQuery): Promise<DueHold[]> {
  const entry: NewAuditEntry = { action: "expired", at: now, actor: systemActor };
  return queryRows<DueHold>(
    db,
    sql`with due as materialized (
      select expires_at, draw_id, order_id, share_holders from orders
      where status = 'reserved' and expires_at <= ${now.toISOString()}::timestamptz
        and (${drawId}::text is null or draw_id = ${drawId}::text)
        and (expires_at, draw_id, order_id) >
          (${after?.expiresAt ?? "-infinity"}::timestamptz, ${after?.drawId ?? ""}::text, ${after?.orderId ?? ""}::text)
      order by expires_at, draw_id, order_id ${limitClause(limit)} for update skip locked
    ), due_line as materialized (
      select l.* from order_lines l join due on due.draw_id = l.draw_id and due.order_id = l.order_id
    ), wanted as materialized (
      select draw_id, pool_id, sum(tickets) as tickets, sum(amount_cents) as cents from due_line
        group by draw_id, pool_id
    ), locked as materialized (
      select p.draw_id, p.pool_id, p.reserved, p.reserved_cents
      from pools p join wanted w on w.draw_id = p.draw_id and w.pool_id = p.pool_id
      order by p.draw_id, p.pool_id for update of p
    ), stuck as materialized (
      select distinct due_line.draw_id, due_line.order_id from due_line
      join wanted w on w.draw_id = due_line.draw_id and w.pool_id = due_line.pool_id
      join locked on locked.draw_id = w.draw_id and locked.pool_id = w.pool_id
      where locked.reserved < w.tickets or locked.reserved_cents < w.cents
    ), ended as (
      update orders o set status = 'expired', share_holders = null from due
      where o.draw_id = due.draw_id and o.order_id = due.order_id
        and not exists (select from stuck where stuck.draw_id = due.draw_id and stuck.order_id = due.order_id)
      returning o.draw_id, o.order_id, due.share_holders
    ), noted as (${insertEntries(sql`ended`, entry)}
    ), freed as (
      select due_line.draw_id, due_line.pool_id, sum(tickets)::int as tickets, sum(amount_cents)::bigint as cents
      from due_line join ended on ended.draw_id = due_line.draw_id and ended.order_id = due_line.order_id
      group by due_line.draw_id, due_line.pool_id
    ), given_back as (
      update pools p set reserved = p.reserved - freed.tickets, reserved_cents = p.reserved_cents - freed.cents
      from freed where p.draw_id = freed.draw_id and p.pool_id = freed.pool_id
    ), ${releaseShares(sql`ended`, { locked: sql`locked`, arePaid: false })}
    select due.expires_at::text as "expiresAt", due.draw_id as "drawId", due.order_id as "orderId",
      ended.order_id is not null as ended
    from due left join ended on ended.draw_id = due.draw_id and ended.order_id = due.order_id
    order by due.expires_at, due.draw_id, due.order_id`,
  );
}
