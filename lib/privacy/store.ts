import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { AuditActor } from "@/lib/audit/rules";
import { accessScopeCondition } from "@/lib/draws/store.access-scope";
import type { Buyer, DrawOrderKey } from "@/lib/orders/schema";
import { insertEntries } from "@/lib/orders/store.audit";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import type { AccessScope } from "@/lib/rights";
import type { CorrectableField } from "./rules";

/**
 * Tells PostgreSQL to plan for few rows. It exceeds a person's orders in a draw, and an order's emails, search terms
 * and notes.
 */
const ampleLimit = 10_000;

export function findPersonOrders(db: Database, email: string, accessScope: AccessScope): Promise<DrawOrderKey[]> {
  return queryRows<DrawOrderKey>(
    db,
    sql`select o.draw_id as "drawId", o.order_id as "orderId" from draws d cross join lateral (
        select draw_id, order_id from orders
        where draw_id = d.draw_id and buyer is not null and lower(buyer ->> 'email') = lower(${email})
        order by placed_at, order_id ${limitClause(ampleLimit)}
      ) o where ${accessScopeCondition(accessScope)} order by d.draw_id`,
  );
}

export const knownBuyerCondition = sql`o.erased_at is null
  and (o.buyer is not null or o.card_last_four is not null or o.client_key <> '')`;

/** SQL condition that order `o` still has its buyer and that nothing is open or owed, as in `findObstacle`. */
export const settledCondition = sql`${knownBuyerCondition} and o.status = any('{expired,cancelled,finalized,refunded}')
  and not exists (
    select from payment_attempts a where a.draw_id = o.draw_id and a.order_id = o.order_id
      and (a.state = any('{sent,unknown}') or a.ask_at is not null or a.state = 'surplus' and not exists (
        select from refunds g where g.draw_id = a.draw_id and g.gateway_order_number = a.gateway_order_number
          and g.state = 'done'
      ))
  ) and not exists (
    select from refunds r where r.draw_id = o.draw_id and r.order_id = o.order_id
      and r.state = any('{pending,sent,unknown}')
  )`;

/** Returns rows `k (id)`. A separate statement, so that the next one sees what earlier holders of the lock wrote. */
export async function lockOrders(tx: Database, drawId: string, orderIds: readonly string[]): Promise<SQL> {
  const ids = sql`unnest(${sql.param(orderIds)}::text[]) as k (id)`;
  await queryRows(
    tx,
    sql`select from ${ids} cross join lateral (
      select from orders where draw_id = ${drawId} and order_id = k.id limit 1 for update
    ) o`,
  );
  return ids;
}

/** The ctids of rows that belong to the orders `chosen`, order by order. */
function placesIn(table: SQL, drawId: string, condition: SQL = sql`true`): SQL {
  return sql`select m.place from chosen c cross join lateral (
      select ctid as place from ${table}
      where draw_id = ${drawId} and order_id = c.order_id and ${condition} ${limitClause(ampleLimit)}
    ) m`;
}

/** Removes the buyer in an update of `orders`. */
export const erasureAssignments = sql`buyer = null, card_last_four = null, client_key = '', request_hash = ''`;

/** Returns the ids of erased orders. Rows are updated by ctid, so that the planner has no other choice. */
export async function eraseOrders(
  tx: Database,
  { drawId, orderIds, now, actor }: { drawId: string; orderIds: readonly string[]; now: Date; actor: AuditActor },
  alsoIf: SQL = sql`true`,
): Promise<string[]> {
  const locked = await lockOrders(tx, drawId, orderIds);
  const rows = await queryRows<{ orderId: string }>(
    tx,
    sql`with chosen as materialized (
      select k.id as order_id, found.place from ${locked} cross join lateral (
        select o.ctid as place from orders o
        where o.draw_id = ${drawId} and o.order_id = k.id and ${settledCondition} and ${alsoIf} limit 1
      ) found
    ), mails as materialized (
      ${placesIn(sql`outbox`, drawId, sql`state = any('{waiting,bulk}')`)}
    ), words as materialized (${placesIn(sql`order_words`, drawId)}
    ), notes as materialized (${placesIn(sql`order_notes`, drawId)}
    ), erased as (
      update orders set erased_at = ${now.toISOString()}::timestamptz, erased_province = buyer ->> 'province',
        ${erasureAssignments}
      where ctid = any(array(select place from chosen)) returning draw_id, order_id
    ), unsent as (
      update outbox set state = 'undeliverable' where ctid = any(array(select place from mails))
        and state = any('{waiting,bulk}')
    ), unfound as (
      delete from order_words where ctid = any(array(select place from words))
    ), unwritten as (
      delete from order_notes where ctid = any(array(select place from notes))
    ), noted as (${insertEntries(sql`erased`, { action: "details-erased", at: now, actor })})
    select order_id as "orderId" from erased`,
  );
  return rows.map(({ orderId }) => orderId);
}

type CorrectedBuyer = DrawOrderKey & {
  buyer: Buyer;
  fields: readonly CorrectableField[];
  addressSecret: string | null;
};

/** The audit entry names the fields, never their values. */
export async function correctOrder(
  tx: Database,
  { drawId, orderId, buyer, fields, addressSecret }: CorrectedBuyer,
  { now, actor }: { now: Date; actor: AuditActor },
): Promise<void> {
  const entry = { action: "details-corrected", at: now, actor, detail: { fields: fields.join(", ") } } as const;
  await queryRows(
    tx,
    sql`with corrected as (
      update orders set buyer = ${JSON.stringify(buyer)}::jsonb,
        address_secret = coalesce(${addressSecret}::text, address_secret)
      where draw_id = ${drawId} and order_id = ${orderId} returning draw_id, order_id
    ) ${insertEntries(sql`corrected`, entry)}`,
  );
}
