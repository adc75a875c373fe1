import "server-only";

import { sql } from "drizzle-orm";
import type { AuditActor } from "@/lib/audit/rules";
import { lockPools } from "@/lib/draws/store.locks";
import { sellsAt } from "@/lib/draws/store.sale";
import type { LocationRecord } from "@/lib/eligibility/rules";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import { brokenConstraint } from "@/lib/platform/db/errors";
import type { Language } from "@/lib/platform/i18n/routing";
import type { Holders } from "@/lib/shares/rules";
import { everyone } from "@/lib/shares/rules";
import type { PoolSizes } from "@/lib/shares/store";
import { countInShares, selectHolders } from "@/lib/shares/store";
import type { PricedLine } from "./rules.lines";
import type { Buyer } from "./schema";
import { insertEntries } from "./store.audit";

/** An order about to be reserved; amounts in cents. */
export type Reservation = {
  drawId: string;
  /** The draw's definition that the lines were priced by. */
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
  /** When it ends instead if its buyer has not paid before. */
  unknownExpiresAt: Date;
  /** In whose shares it counts, and the packages of the pools by which shares are measured. */
  holders: Holders;
  sizes: PoolSizes[];
  /** How many holds this client may have in this draw, or null where it does not matter. */
  maxHolds: number | null;
  /** Who places it; a device is kept with the order as who sold it. */
  actor: AuditActor;
  /** What the checks of the buyer's place found; written down with the placing. */
  location: LocationRecord;
};

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
 * The smallest free slot of the client's holds, or no row. Two calls at once see the same one: the unique index
 * `orders_hold_slot` lets one of them have it.
 */
function freeSlot({ drawId, clientKey, maxHolds }: Reservation) {
  return sql`select slot::smallint as slot from generate_series(1, ${maxHolds}::int) as slot
    where not exists (
      select from orders o where o.draw_id = ${drawId} and o.client_key = ${clientKey} and o.hold_slot = slot
        and o.status in ('reserved', 'paying', 'unknown'))
    order by slot limit 1`;
}

function columnsOf(lines: PricedLine[]) {
  return sql`unnest(
    ${sql.param(lines.map((_line, at) => at + 1))}::int[],
    ${sql.param(lines.map((line) => line.poolId))}::text[],
    ${sql.param(lines.map((line) => line.packageId))}::text[],
    ${sql.param(lines.map((line) => line.bundleId))}::text[],
    ${sql.param(lines.map((line) => line.quantity))}::int[],
    ${sql.param(lines.map((line) => line.tickets))}::int[],
    ${sql.param(lines.map((line) => line.amountCents))}::int[]
  ) as line(line_number, pool_id, package_id, bundle_id, quantity, tickets, amount_cents)`;
}

/**
 * Takes the capacity of every pool and writes the order with its lines and who placed it, in one statement: all of it
 * or nothing. Gives null when the draw does not sell, was defined anew, or the client holds too much. The draw is
 * locked against a new definition first, then its pools in the order of their ids, as an import does, then shares.
 */
async function writeOrder(db: Database, reservation: Reservation): Promise<Written | null> {
  const { drawId, orderId, now, actor } = reservation;
  const at = sql`${now.toISOString()}::timestamptz`;
  const detail = { amountCents: reservation.amountCents, ...reservation.location };
  const placing = { action: "placed", at: now, actor, detail } as const;
  const [row] = await queryRows<{ expires_at: string | Date; sold_by: string | null }>(
    db,
    sql`with free as materialized (${freeSlot(reservation)}
    ), line as materialized (
      select line.* from ${columnsOf(reservation.lines)}, draws d
      where d.draw_id = ${drawId} and ${sellsAt(at)} and d.revision = ${reservation.revision}
        and (${reservation.maxHolds}::int is null or exists (select from free))
      for key share of d
    ), wanted as materialized (
      select pool_id, sum(tickets)::int as tickets, sum(amount_cents)::bigint as cents from line group by pool_id
    ), holder as materialized (${selectHolders(drawId, reservation.holders)}
    ), locked as materialized (${lockPools(drawId)}
    ), taken as (
      update pools p set reserved = p.reserved + w.tickets, reserved_cents = p.reserved_cents + w.cents
      from wanted w join locked l on l.pool_id = w.pool_id
      where p.draw_id = ${drawId} and p.pool_id = w.pool_id
        and (select count(*) from locked) = (select count(*) from wanted)
      returning p.pool_id, p.max_tickets - p.sold as unsold,
        p.max_jackpot_cents - p.jackpot_base_cents - p.sales_cents as unsold_cents
    ), counted as (${countInShares(drawId, at, reservation.sizes)}
    ), placed as (
      insert into orders (draw_id, order_id, order_code, status, amount_cents, locale, buyer, team_id, is_test,
        client_key, device_id, operator, hold_slot, share_holders, idempotency_key, request_hash,
        placed_at, expires_at, extensions)
      select ${drawId}, ${orderId}, ${reservation.orderCode}, 'reserved', ${reservation.amountCents}::int,
        ${reservation.locale}, ${reservation.buyer ? JSON.stringify(reservation.buyer) : null}::jsonb,
        ${reservation.teamId}::text, ${reservation.isTest}::boolean, ${reservation.clientKey},
        ${actor.deviceId}::text, ${actor.operator}::text,
        (select slot from free), (select array_agg(name) from holder), ${reservation.idempotencyKey},
        ${reservation.requestHash}, ${at},
        case when exists (select from holder where name = ${everyone})
          then ${reservation.unknownExpiresAt.toISOString()}::timestamptz
          else ${reservation.expiresAt.toISOString()}::timestamptz end, 0
      where exists (select from taken) and (select count(*) from counted) >= 0
      returning draw_id, order_id, expires_at
    ), noted as (${insertEntries(sql`placed`, placing)})
    insert into order_lines
      (draw_id, order_id, line_number, pool_id, package_id, bundle_id, quantity, tickets, amount_cents)
    select ${drawId}, placed.order_id, line.line_number, line.pool_id, line.package_id, line.bundle_id, line.quantity,
      line.tickets, line.amount_cents
    from placed, line
    returning (select expires_at from placed) as expires_at,
      (select coalesce(name, label) from devices where device_id = ${actor.deviceId}::text) as sold_by`,
  );
  return row ? { expiresAt: new Date(row.expires_at), soldBy: row.sold_by } : null;
}

/** Reserves what a reservation wants, all of it or nothing; throws what is none of `obstacles`. */
export async function reserveOrder(db: Database, reservation: Reservation): Promise<Reserved> {
  try {
    return { written: await writeOrder(db, reservation), broken: null };
  } catch (error) {
    const broken = obstacles.find((constraint) => constraint === brokenConstraint(error));
    if (!broken) throw error;
    return { written: null, broken, error };
  }
}
