import "server-only";
import { sql } from "drizzle-orm";
import type { AuditActor } from "@/lib/audit/rules";
import { insertOwnEntries } from "@/lib/audit/store";
import { lockPools, onSaleCondition } from "@/lib/draws/store.sale";
import type { LocationRecord } from "@/lib/eligibility/rules";
import type { PricedLine } from "@/lib/orders/rules.lines";
import type { Buyer } from "@/lib/orders/schema";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import { findBrokenConstraint } from "@/lib/platform/db/errors";
import type { Language } from "@/lib/platform/i18n/routing";
import type { Holders } from "@/lib/shares/rules";
import { newBuyersHolder } from "@/lib/shares/rules";
import type { PoolSizes } from "@/lib/shares/store";
import { addToShares, selectHolderColumns, selectHolders } from "@/lib/shares/store";
import { scarcityRatio } from "./rules";

/** Amounts in cents. */
export type Reservation = {
  drawId: string;
  /** The revision of the draw by which the lines were priced. */
  revision: number;
  orderId: string;
  orderCode: string;
  amountCents: number;
  lines: PricedLine[];
  locale: Language;
  buyer: Buyer | null;
  teamId: string | null;
  isTest: boolean;
  clientKey: string;
  idempotencyKey: string;
  requestHash: string;
  now: Date;
  expiresAt: Date;
  /** Replaces `expiresAt` if a pool is nearly sold out and the buyer hasn't bought before. */
  newBuyerExpiresAt: Date;
  /** The shares that count this order, and the package sizes that limit them. */
  holders: Holders;
  sizes: PoolSizes[];
  /** The most holds of this client in this draw. Null if unlimited. */
  maxHolds: number | null;
  /** Only a card can pay, so the draw's account must take cards. */
  byCard: boolean;
  actor: AuditActor;
  /** The result of the location checks, kept in the audit entry. */
  location: LocationRecord;
};

/** Constraints that can fail a reservation. `orders_code` only means that another order has the code. */
const reservationConstraints = [
  "pools_capacity",
  "pools_jackpot",
  "ticket_shares_allowance",
  "orders_idempotency",
  "orders_code",
  "orders_hold_slot",
] as const;

export type BrokenConstraint = (typeof reservationConstraints)[number];

export type WrittenOrder = { expiresAt: Date; soldBy: string | null };

/** Both are null if no row was written. */
export type ReservationResult = { written: WrittenOrder | null; broken: BrokenConstraint | null; error?: unknown };

/**
 * An order is null if it wasn't placed: the draw isn't selling or was redefined, its client holds too much, its key was
 * used, or no card can be charged. A failed constraint fails all orders. Locks pools by id, then shares. A locked pool
 * has the draw's newest revision, so the draw isn't locked.
 */
export async function writeOrders(
  db: Database,
  reservations: readonly Reservation[],
): Promise<(WrittenOrder | null)[]> {
  const drawId = reservations[0]?.drawId ?? "";
  const began = sql`(select min(now) from fit)`;
  const shareCtes = { holders: sql`holder`, pools: sql`taken`, parts: sql`part` };
  const rows = await queryRows<{ orderId: string; expiresAt: string | Date; soldBy: string | null }>(
    db,
    sql`with request as materialized (${selectRequests(drawId, reservations)}
    ), fit as materialized (${selectPlaceable(drawId)}
    ), line as materialized (
      select fit.nth, fit.revision, l.ordinality::int as line_number, l."poolId" as pool_id, l."packageId" as package_id,
        l."bundleId" as bundle_id, l.quantity, l.tickets, l."amountCents" as amount_cents
      from fit cross join lateral rows from (json_to_recordset(fit.lines) as ("poolId" text, "packageId" text,
        "bundleId" text, quantity int, tickets int, "amountCents" int)) with ordinality as l
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
        p.max_tickets - p.sold - p.reserved + w.tickets < ${scarcityRatio}::numeric * p.max_tickets as is_nearly_gone
    ), counted as (${addToShares(drawId, { at: began, sizes: listUniqueSizes(reservations) }, shareCtes)}
    ), placed as (${insertOrders(drawId)}
    ), noted as (${insertOwnEntries(sql`placed join fit on fit."orderId" = placed.order_id`, "placed")}
    ), lined as (
      insert into order_lines
        (draw_id, order_id, line_number, pool_id, package_id, bundle_id, quantity, tickets, amount_cents)
      select draw_id, order_id, line_number, pool_id, package_id, bundle_id, quantity, tickets, amount_cents
      from placed join fit on fit."orderId" = placed.order_id join line using (nth)
    )
    select order_id as "orderId", placed.expires_at as "expiresAt",
      (select coalesce(name, label) from devices where device_id = fit.device_id) as "soldBy"
    from placed join fit on fit."orderId" = placed.order_id`,
  );
  const written = new Map(
    rows.map(({ orderId, expiresAt, soldBy }) => [orderId, { expiresAt: new Date(expiresAt), soldBy }]),
  );
  return reservations.map(({ orderId }) => written.get(orderId) ?? null);
}

/**
 * `hold_slot` is the client's smallest free slot. The index `orders_hold_slot` lets only one of two concurrent calls
 * take it.
 */
function selectRequests(drawId: string, reservations: readonly Reservation[]) {
  const requests = reservations.map(({ actor, holders, location, ...reservation }, nth) => ({
    ...reservation,
    nth,
    ...selectHolderColumns(holders),
    actor_kind: actor.kind,
    device_id: actor.deviceId,
    operator: actor.operator,
    detail: { amountCents: reservation.amountCents, ...location },
  }));
  return sql`select o.*, (
      select slot::smallint from generate_series(1, o."maxHolds") as slot
      where not exists (
        select from orders held where held.draw_id = ${drawId} and held.client_key = o."clientKey"
          and held.hold_slot = slot and held.status in ('reserved', 'paying', 'unknown'))
      order by slot limit 1
    ) as hold_slot
    from json_to_recordset(${JSON.stringify(requests)}::json) as o(nth int, revision int, "orderId" text,
      "orderCode" text, "amountCents" int, lines json, locale text, buyer jsonb, "teamId" text, "isTest" boolean,
      "clientKey" text, "idempotencyKey" text, "requestHash" text, now timestamptz, "expiresAt" timestamptz,
      "newBuyerExpiresAt" timestamptz, holders json, "returningBuyer" text[], "maxHolds" int, "byCard" boolean,
      actor_kind text, device_id text, operator text, detail jsonb)`;
}

/** The subqueries make PostgreSQL look up each order by its key, whatever statistics it has of the table. */
function selectPlaceable(drawId: string) {
  return sql`select request.* from request, draws d
    where d.draw_id = ${drawId} and ${onSaleCondition(sql`request.now`)}
      and (request."maxHolds" is null or request.hold_slot is not null)
      and (select o.order_id from orders o
        where o.draw_id = ${drawId} and o.idempotency_key = request."idempotencyKey") is null
      and (not request."byCard" or exists (
        select from draw_secrets s where s.draw_id = ${drawId} and s.unfit_at is null))`;
}

function listUniqueSizes(reservations: readonly Reservation[]): PoolSizes[] {
  return [...new Map(reservations.flatMap(({ sizes }) => sizes).map((size) => [size.poolId, size])).values()];
}

/** New buyers get shorter holds if a pool was already nearly sold out. */
function insertOrders(drawId: string) {
  return sql`insert into orders (draw_id, order_id, order_code, status, amount_cents, locale, buyer, team_id, is_test,
      client_key, device_id, operator, hold_slot, share_holders, idempotency_key, request_hash, placed_at, expires_at,
      extensions)
    select ${drawId}, o."orderId", o."orderCode", 'reserved', o."amountCents", o.locale, o.buyer, o."teamId",
      o."isTest", o."clientKey", o.device_id, o.operator, o.hold_slot, h.names, o."idempotencyKey", o."requestHash",
      o.now,
      case when ${newBuyersHolder}::text = any(h.names) and exists (
        select from part join taken t on t.pool_id = part.pool_id where part.nth = o.nth and t.is_nearly_gone
      ) then o."newBuyerExpiresAt" else o."expiresAt" end, 0
    from fit o cross join lateral (select array_agg(name) as names from holder where holder.nth = o.nth) h
    where exists (select from taken) and (select count(*) from counted) >= 0
    returning draw_id, order_id, expires_at, placed_at as at`;
}

/** Throws any error that isn't among `reservationConstraints`. */
export async function reserveOrder(db: Database, reservation: Reservation): Promise<ReservationResult> {
  try {
    const [written] = await writeOrders(db, [reservation]);
    return { written: written ?? null, broken: null };
  } catch (error) {
    const broken = reservationConstraints.find((constraint) => constraint === findBrokenConstraint(error));
    if (!broken) throw error;
    return { written: null, broken, error };
  }
}
