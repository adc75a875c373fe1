import "server-only";

import { sql } from "drizzle-orm";
import { insertOwnEntries } from "@/lib/audit/store";
import { lockPools, sellsAt } from "@/lib/draws/store.sale";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import { brokenConstraint } from "@/lib/platform/db/errors";
import { everyone } from "@/lib/shares/rules";
import type { PoolSizes } from "@/lib/shares/store";
import { countInShares, selectHolders } from "@/lib/shares/store";
import { nearlyGone } from "./rules.holds";
import type { Reservation } from "./store.asked";
import { selectAsked } from "./store.asked";

/** The constraints by which a reservation fails; `orders_code` says nothing of what is left. */
const obstacles = [
  "pools_capacity",
  "pools_jackpot",
  "ticket_shares_allowance",
  "orders_idempotency",
  "orders_code",
  "orders_hold_slot",
] as const;

/** One of `obstacles`. */
export type Obstacle = (typeof obstacles)[number];

/** What the order of a reservation was written with: when it ends, and the short name of the device that sold it. */
export type Written = { expiresAt: Date; soldBy: string | null };

/** What became of a reservation: written, or the constraint that it broke; neither where no row was written. */
export type Reserved = { written: Written | null; broken: Obstacle | null; error?: unknown };

/**
 * The orders that can be placed while the draw sells: not by a client that holds too much, with a used key, or payable
 * only by a card that can't be charged. A key is looked up order by order, whatever the planner expects.
 */
function selectFit(drawId: string) {
  return sql`select asked.* from asked, draws d
    where d.draw_id = ${drawId} and ${sellsAt(sql`asked.at`)}
      and (asked.max_holds is null or asked.hold_slot is not null)
      and (select o.order_id from orders o
        where o.draw_id = ${drawId} and o.idempotency_key = asked.idempotency_key) is null
      and (not asked.by_card or exists (
        select from draw_secrets s where s.draw_id = ${drawId} and s.unfit_at is null))`;
}

/** The sizes of all pools that orders take tickets from. */
function sizesOf(reservations: readonly Reservation[]): PoolSizes[] {
  return [...new Map(reservations.flatMap(({ sizes }) => sizes).map((size) => [size.poolId, size])).values()];
}

/** The orders as they are placed; those of who has not paid before end soon where a pool was nearly gone before. */
function insertOrders(drawId: string) {
  return sql`insert into orders (draw_id, order_id, order_code, status, amount_cents, locale, buyer, team_id, is_test,
      client_key, device_id, operator, hold_slot, share_holders, idempotency_key, request_hash, placed_at, expires_at,
      extensions)
    select ${drawId}, o.order_id, o.order_code, 'reserved', o.amount_cents, o.locale, o.buyer, o.team_id, o.is_test,
      o.client_key, o.device_id, o.operator, o.hold_slot, h.names, o.idempotency_key, o.request_hash, o.at,
      case when ${everyone}::text = any(h.names) and exists (
        select from part join taken t on t.pool_id = part.pool_id where part.nth = o.nth and t.is_nearly_gone
      ) then o.short_end else o.expires_at end, 0
    from fit o cross join lateral (select array_agg(name) as names from holder where holder.nth = o.nth) h
    where exists (select from taken) and (select count(*) from counted) >= 0
    returning draw_id, order_id, expires_at`;
}

/**
 * Takes the capacity of every pool for orders of one draw and writes each with its lines and who placed it, in one
 * statement: all of an order or nothing. An order for which it returns null wasn't placed: the draw isn't selling or
 * was redefined, its client holds too much, its key was used, or no card can be charged. If a constraint fails, it
 * throws and none is placed. The pools are locked in the order of their ids, as an import does; then shares. A locked
 * pool has the newest revision of its draw, so nobody has to lock the draw for it.
 */
export async function writeOrders(db: Database, reservations: readonly Reservation[]): Promise<(Written | null)[]> {
  const drawId = reservations[0]?.drawId ?? "";
  const began = sql`(select min(at) from fit)`;
  const rows = await queryRows<{ order_id: string; expires_at: string | Date; sold_by: string | null }>(
    db,
    sql`with asked as materialized (${selectAsked(drawId, reservations)}
    ), fit as materialized (${selectFit(drawId)}
    ), line as materialized (
      select fit.nth, fit.revision, line.* from fit cross join lateral json_to_recordset(fit.lines) as line(
        line_number int, pool_id text, package_id text, bundle_id text, quantity int, tickets int, amount_cents int)
    ), part as materialized (
      select nth, revision, pool_id, sum(tickets)::int as tickets, sum(amount_cents)::bigint as cents from line
      group by nth, revision, pool_id
    ), wanted as materialized (
      select pool_id, revision, sum(tickets)::int as tickets, sum(cents)::bigint as cents from part
      group by pool_id, revision
    ), holder as materialized (${selectHolders(drawId, sql`fit`)}
    ), locked as materialized (${lockPools(drawId, sql`wanted`, sql`p.revision = w.revision`)}
    ), taken as (
      update pools p set reserved = p.reserved + w.tickets, reserved_cents = p.reserved_cents + w.cents
      from wanted w join locked l on l.pool_id = w.pool_id
      where p.draw_id = ${drawId} and p.pool_id = w.pool_id
        and (select count(*) from locked) = (select count(*) from wanted)
      returning p.pool_id, p.max_tickets - p.sold as unsold,
        p.max_jackpot_cents - p.jackpot_base_cents - p.sales_cents as unsold_cents,
        p.max_tickets - p.sold - p.reserved + w.tickets < ${nearlyGone}::numeric * p.max_tickets as is_nearly_gone
    ), counted as (${countInShares(drawId, began, sizesOf(reservations))}
    ), placed as (${insertOrders(drawId)}
    ), noted as (${insertOwnEntries(sql`placed join fit using (order_id)`, "placed")}
    ), lined as (
      insert into order_lines
        (draw_id, order_id, line_number, pool_id, package_id, bundle_id, quantity, tickets, amount_cents)
      select draw_id, order_id, line_number, pool_id, package_id, bundle_id, quantity, tickets, line.amount_cents
      from placed join fit using (order_id) join line using (nth)
    )
    select order_id, placed.expires_at,
      (select coalesce(name, label) from devices where device_id = fit.device_id) as sold_by
    from placed join fit using (order_id)`,
  );
  const written = new Map(
    rows.map((row) => [row.order_id, { expiresAt: new Date(row.expires_at), soldBy: row.sold_by }]),
  );
  return reservations.map(({ orderId }) => written.get(orderId) ?? null);
}

/** Makes a reservation, all of it or nothing; throws any error that isn't among `obstacles`. */
export async function reserveOrder(db: Database, reservation: Reservation): Promise<Reserved> {
  try {
    const [written] = await writeOrders(db, [reservation]);
    return { written: written ?? null, broken: null };
  } catch (error) {
    const broken = obstacles.find((constraint) => constraint === brokenConstraint(error));
    if (!broken) throw error;
    return { written: null, broken, error };
  }
}
