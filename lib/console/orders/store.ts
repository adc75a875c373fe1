import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { accessScopeCondition } from "@/lib/draws/store.access-scope";
import type { CursorPosition } from "@/lib/orders/rules.cursor";
import { listStart } from "@/lib/orders/rules.cursor";
import type { SearchedDraws } from "@/lib/orders/store";
import { afterCursorCondition, latestFirst, selectListedOrders } from "@/lib/orders/store.list";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import type { AttentionKind, OrderState } from "./rules";
import { isAttentionState } from "./rules";
import { attentionCandidates, attentionCondition } from "./store.attention";

export type OrderStatement = SQL;

export async function readTimeZones(db: Database, drawIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await queryRows<{ drawId: string; timeZone: string }>(
    db,
    sql`select draw_id as "drawId", coalesce(definition ->> 'timeZone', 'America/Toronto') as "timeZone"
      from draws where draw_id = any(${sql.param(drawIds)}::text[])`,
  );
  return new Map(rows.map(({ drawId, timeZone }) => [drawId, timeZone]));
}

/**
 * Takes at most `limit` orders of each draw, so that frequent matches are no slower. `orders` selects orders `o` of the
 * draw `d`.
 */
export function latestInDraws({ drawId, accessScope }: SearchedDraws, orders: SQL, limit: number): SQL {
  return selectListedOrders(sql`select o.* from draws d cross join lateral (${orders}) o
    where (${drawId}::text is null or d.draw_id = ${drawId}::text) and ${accessScopeCondition(accessScope)}
    ${latestFirst} ${limitClause(limit)}`);
}

/** Limits the orders read to find a draw's latest, because thousands of cash sales may share an address. */
const maxOrdersRead = 1000;

/** The CTE is materialized, because PostgreSQL may otherwise read the whole draw in order to find few matches. */
function ordersWhere(where: SearchedDraws, condition: SQL, limit: number): SQL {
  const found = sql`with found as materialized (
      select * from orders o where o.draw_id = d.draw_id and ${condition} ${limitClause(maxOrdersRead)})
    select o.* from found o ${latestFirst} ${limitClause(limit)}`;
  return latestInDraws(where, found, limit);
}

export function ordersByEmail(where: SearchedDraws, email: string, limit: number): SQL {
  return ordersWhere(where, sql`o.buyer is not null and lower(o.buyer ->> 'email') = ${email}`, limit);
}

export function ordersByPhone(where: SearchedDraws, phones: readonly string[], limit: number): SQL {
  const phoneCondition = sql`(o.buyer ->> 'phone') = any(${sql.param(phones)}::text[])`;
  return ordersWhere(where, sql`(o.buyer ->> 'phone') is not null and ${phoneCondition}`, limit);
}

/** `input` is the text as typed. `head` (a draw's prefix, or empty) and `code` have O read as 0 and I or L as 1. */
export type CodeCandidates = { input: string; head: string; code: string | null };

export function ordersByCode(where: SearchedDraws, { input, head, code }: CodeCandidates, limit: number): SQL {
  const prefix = sql`coalesce(d.definition -> 'additionalOptions' ->> 'uniqueOrderPrefix', '')`;
  const prefixCondition = sql`${head}::text in ('', translate(${prefix}, 'OIL', '011'))`;
  const codes = sql`array[${input}::text, case when ${prefixCondition} then ${prefix} || ${code}::text end]`;
  return ordersWhere(where, sql`o.order_code = any(${codes})`, limit);
}

export function selectOrdersByKeys(keys: readonly { instanceId: string; orderId: string }[]): SQL {
  const [draws, ids] = [keys.map((key) => key.instanceId), keys.map((key) => key.orderId)];
  return selectListedOrders(sql`select o.*
    from unnest(${sql.param(draws)}::text[], ${sql.param(ids)}::text[]) as k (draw_id, id)
    join orders o on o.draw_id = k.draw_id and o.order_id = k.id`);
}

export function ordersByTicket(where: SearchedDraws, ticketNumber: number, limit: number): SQL {
  return ordersWhere(
    where,
    sql`o.order_id in (
      select r.order_id from pools p cross join lateral (
        select order_id, last_number from number_ranges
        where draw_id = p.draw_id and pool_id = p.pool_id and first_number <= ${ticketNumber}
        order by first_number desc limit 1) r
      where p.draw_id = d.draw_id and r.last_number >= ${ticketNumber})`,
    limit,
  );
}

/** Placed from `from` on and before `to`. */
export type OrderFilter = SearchedDraws & { state: OrderState; from: Date | null; to: Date | null };

/** PostgreSQL uses the partial indexes only if the states are literals in the statement. */
const stateConditions: Readonly<Record<Exclude<OrderState, AttentionKind | "attention">, SQL>> = {
  all: sql`true`,
  open: sql`o.status in ('reserved', 'paying', 'unknown')`,
  paid: sql`o.status = 'finalized'`,
  refunded: sql`o.status in ('expired', 'cancelled', 'refunded') and o.status = 'refunded'`,
  cancelled: sql`o.status in ('expired', 'cancelled', 'refunded') and o.status = 'cancelled'`,
  expired: sql`o.status in ('expired', 'cancelled', 'refunded') and o.status = 'expired'`,
};

export function placedWithinCondition({ from, to }: { from: Date | null; to: Date | null }): SQL {
  const begin = from ? sql`o.placed_at >= ${from.toISOString()}::timestamptz` : sql`true`;
  const end = to ? sql`o.placed_at < ${to.toISOString()}::timestamptz` : sql`true`;
  return sql`${begin} and ${end}`;
}

/**
 * Only the earlier of `to` and the cursor becomes a bound: with two upper bounds PostgreSQL starts in the index at the
 * first and skips every row down to the second.
 */
function getEarlierPosition(to: Date | null, after: CursorPosition): CursorPosition {
  const micros = to ? to.getTime() * 1000 : Number.POSITIVE_INFINITY;
  return micros < Number(after.micros) ? { ...listStart, micros: String(micros) } : after;
}

export function filterCondition({ state, from, to }: Omit<OrderFilter, keyof SearchedDraws>): SQL {
  const stateCondition = isAttentionState(state) ? attentionCondition(state) : stateConditions[state];
  return sql`${stateCondition} and ${placedWithinCondition({ from, to })}`;
}

/** Returns the FROM source for a filter. Callers must alias it as `o`, which `filterCondition` uses. */
export function filterSource(state: OrderState, drawId: SQL): SQL {
  return isAttentionState(state) ? attentionCandidates(state, drawId) : sql`orders`;
}

/** A cursor may name any draw, so its position is looked up only within the access scope. */
function visibleCursorCondition(position: CursorPosition, { accessScope }: SearchedDraws): SQL {
  const { drawId } = position;
  if (accessScope === "everything") return afterCursorCondition(position, sql`c.draw_id = ${drawId}`);
  const visibleDraw = sql`select d.draw_id from draws d
    where d.draw_id = ${drawId} and ${accessScopeCondition(accessScope)}`;
  return afterCursorCondition(position, sql`c.draw_id = (${visibleDraw})`);
}

export function selectFilteredOrders(filter: OrderFilter, limit: number, after: CursorPosition = listStart): SQL {
  const { from, to, state } = filter;
  const orders = sql`select o.* from ${filterSource(state, sql`d.draw_id`)} o
    where o.draw_id = d.draw_id and ${filterCondition({ state, from, to: null })}
    and ${visibleCursorCondition(getEarlierPosition(to, after), filter)} ${latestFirst} ${limitClause(limit)}`;
  return latestInDraws(filter, orders, limit);
}
