import "server-only";

import { sql } from "drizzle-orm";
import type { AuditActor } from "@/lib/audit/rules";
import type { LocationRecord } from "@/lib/eligibility/rules";
import type { Language } from "@/lib/platform/i18n/routing";
import type { Holders } from "@/lib/shares/rules";
import type { PoolSizes } from "@/lib/shares/store";
import { holderColumns } from "@/lib/shares/store";
import type { PricedLine } from "./rules.lines";
import type { Buyer } from "./schema";

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
  /** When it ends instead if a pool is nearly gone and its buyer has not paid before. */
  unknownExpiresAt: Date;
  /** In whose shares it counts, and the packages of the pools by which shares are measured. */
  holders: Holders;
  sizes: PoolSizes[];
  /** How many holds this client may have in this draw, or null if there is no limit. */
  maxHolds: number | null;
  /** Whether it can only be paid by card, so that it can't be placed while the draw takes no cards. */
  byCard: boolean;
  /** Who places it; a device is kept with the order as who sold it. */
  actor: AuditActor;
  /** What the checks of the buyer's place found; written down with the placing. */
  location: LocationRecord;
};

/** An order as the statement reads it; what is undefined in JSON is null there. */
function toRow(reservation: Reservation, nth: number) {
  const { actor, amountCents } = reservation;
  return {
    nth,
    revision: reservation.revision,
    order_id: reservation.orderId,
    order_code: reservation.orderCode,
    amount_cents: amountCents,
    lines: reservation.lines.map((line, at) => ({
      line_number: at + 1,
      pool_id: line.poolId,
      package_id: line.packageId,
      bundle_id: line.bundleId,
      quantity: line.quantity,
      tickets: line.tickets,
      amount_cents: line.amountCents,
    })),
    locale: reservation.locale,
    buyer: reservation.buyer,
    team_id: reservation.teamId,
    is_test: reservation.isTest,
    client_key: reservation.clientKey,
    idempotency_key: reservation.idempotencyKey,
    request_hash: reservation.requestHash,
    at: reservation.now,
    expires_at: reservation.expiresAt,
    short_end: reservation.unknownExpiresAt,
    ...holderColumns(reservation.holders),
    max_holds: reservation.maxHolds,
    by_card: reservation.byCard,
    actor_kind: actor.kind,
    device_id: actor.deviceId,
    operator: actor.operator,
    detail: { amountCents, ...reservation.location },
  };
}

/**
 * The orders with the smallest free slot of their clients' holds; null if none is free. Two concurrent calls see the
 * same slot: the unique index `orders_hold_slot` lets one of them have it.
 */
export function selectAsked(drawId: string, reservations: readonly Reservation[]) {
  return sql`select o.*, (
      select slot::smallint from generate_series(1, o.max_holds) as slot
      where not exists (
        select from orders held where held.draw_id = ${drawId} and held.client_key = o.client_key
          and held.hold_slot = slot and held.status in ('reserved', 'paying', 'unknown'))
      order by slot limit 1
    ) as hold_slot
    from json_to_recordset(${JSON.stringify(reservations.map(toRow))}::json) as o(nth int, revision int, order_id text,
      order_code text, amount_cents int, lines json, locale text, buyer jsonb, team_id text, is_test boolean,
      client_key text, idempotency_key text, request_hash text, at timestamptz, expires_at timestamptz,
      short_end timestamptz, holders json, known text[], max_holds int, by_card boolean, actor_kind text,
      device_id text, operator text, detail jsonb)`;
}
