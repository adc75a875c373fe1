import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { systemActor } from "@/lib/audit/rules";
import { lockPools } from "@/lib/draws/store.sale";
import { toCodeColumns } from "@/lib/orders/rules.providers";
import type { RefundCause, RefundMethod, RefundReason } from "@/lib/orders/rules.refunds";
import type { NewAuditEntry } from "@/lib/orders/store.audit";
import { insertEntries } from "@/lib/orders/store.audit";
import type { RefundKey } from "@/lib/orders/store.refunds";
import { refunds } from "@/lib/orders/tables.payments";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

/** Locks until the transaction ends. Must come before any lock of a row, or transactions could deadlock. */
export async function lockDeviceRefunds(tx: Database, deviceId: string): Promise<void> {
  await queryRows(tx, sql`select pg_advisory_xact_lock(hashtext('device-refunds'), hashtext(${deviceId}))`);
}

/** Bounded by the indexed `answered_at`: a refund answered before `since` can't have been requested after it. */
export async function countDeviceRefunds(
  tx: Database,
  { deviceId, parentId }: { deviceId: string; parentId: string },
  since: Date,
): Promise<number> {
  const after = sql`${since.toISOString()}::timestamptz`;
  const of = sql`draw_id = d.draw_id and device_id = ${deviceId}`;
  const [row] = await queryRows<{ made: string }>(
    tx,
    sql`select count(*) as made from draws d cross join lateral (
        select requested_at, requested_by, state from refunds where ${of} and answered_at > ${after}
        union all
        select requested_at, requested_by, state from refunds where ${of} and answered_at is null
      ) r
      where d.parent_id = ${parentId} and r.requested_by = 'device' and r.requested_at > ${after}
        and r.state <> 'refused'`,
  );
  return Number(row?.made);
}

/** Returns the person's limit for a day, in cents. Locks their row, so that each refund counts those before it. */
export async function lockRefundLimit(tx: Database, personId: string): Promise<number> {
  const [row] = await queryRows<{ cents: number }>(
    tx,
    sql`select refund_limit_cents as cents from persons p where person_id = ${personId} for update of p`,
  );
  return row?.cents ?? 0;
}

/** What a person may refund in a day, in cents. */
export async function readRefundLimit(db: Database, personId: string): Promise<number> {
  const [row] = await queryRows<{ cents: number }>(
    db,
    sql`select refund_limit_cents as cents from persons where person_id = ${personId}`,
  );
  return row?.cents ?? 0;
}

/** In cents, without refused refunds. */
export async function sumPersonRefunds(db: Database, personId: string, since: Date): Promise<number> {
  const [row] = await queryRows<{ cents: string }>(
    db,
    sql`select coalesce(sum(amount_cents), 0) as cents from refunds
      where person_id = ${personId} and requested_at >= ${since.toISOString()}::timestamptz and state <> 'refused'`,
  );
  return Number(row?.cents);
}

export async function belongsToParent(
  db: Database,
  { deviceId, parentId }: { deviceId: string; parentId: string },
): Promise<boolean> {
  const found = sql`select 1 as found from devices where device_id = ${deviceId} and parent_id = ${parentId}`;
  return (await queryRows(db, found)).length > 0;
}

const refundDetail = sql`jsonb_build_object('refundNumber', refund_number, 'amountCents', amount_cents)`;

/**
 * Returns the cause, or null if the refund isn't open. The caller has locked the order's row. Finds the order and its
 * numbers by their keys only, because PostgreSQL could otherwise choose an index of all sales.
 */
export async function markRefundDone(
  tx: Database,
  { drawId, orderId, refundNumber }: RefundKey,
  outcome: { transactionId: string | null; code: string | null; method?: RefundMethod; now: Date },
): Promise<RefundCause | null> {
  const now = sql`${outcome.now.toISOString()}::timestamptz`;
  const { gatewayCode, providerCode } = toCodeColumns(outcome.code);
  const entry: NewAuditEntry = { action: "refund-done", at: outcome.now, actor: systemActor };
  const [done] = await queryRows<{ cause: RefundCause }>(
    tx,
    sql`with done as (
      update refunds set state = 'done', reason = null, answered_at = ${now}, ask_at = null,
        method = coalesce(${outcome.method ?? null}::text, method),
        gateway_transaction_id = ${outcome.transactionId}::text, gateway_code = ${gatewayCode}::int,
        provider_code = ${providerCode}::text
      where draw_id = ${drawId} and refund_number = ${refundNumber}
        and state = any('{pending,sent,unknown}')
      returning draw_id, order_id, refund_number, line_numbers, amount_cents, cause
    ), noted as (${insertEntries(sql`done`, entry, refundDetail)}
    ), voided as (
      update number_ranges r set voided_at = ${now} from done
      where r.draw_id = ${drawId} and r.order_id = ${orderId} and r.line_number = any(done.line_numbers)
        and r.voided_at is null
      returning r.line_number, r.pool_id
    ), issued as materialized (
      select pool_id, line_number, voided_at from number_ranges where draw_id = ${drawId} and order_id = ${orderId}
    ), left_over as materialized (
      select pool_id from issued where voided_at is null and line_number <> all (select line_number from voided)
    ), fallen as materialized (
      select v.pool_id, sum(l.tickets)::int as tickets, sum(l.amount_cents)::bigint as cents,
        (v.pool_id <> all (select pool_id from left_over))::int as purchases
      from voided v
      join order_lines l on l.draw_id = ${drawId} and l.order_id = ${orderId} and l.line_number = v.line_number
      group by v.pool_id
    ), locked as materialized (${lockPools(drawId, sql`fallen`)}
    ), lowered as (
      update pools p set voided = p.voided + f.tickets, sales_cents = p.sales_cents - f.cents,
        purchases = p.purchases - f.purchases
      from fallen f join locked on locked.pool_id = f.pool_id
      where p.draw_id = ${drawId} and p.pool_id = f.pool_id
    ), unsupported as (
      update pool_teams t set tickets = t.tickets - f.tickets
      from fallen f join locked on locked.pool_id = f.pool_id
      join orders o on o.draw_id = ${drawId} and o.order_id = ${orderId}
      where t.draw_id = ${drawId} and t.pool_id = f.pool_id and t.team_id = o.team_id
    ), refunded as (
      update orders o set status = 'refunded'
      where o.ctid = (select ctid from orders where draw_id = ${drawId} and order_id = ${orderId})
        and o.status = 'finalized' and exists (select from voided) and not exists (select from left_over)
    )
    select cause from done`,
  );
  return done?.cause ?? null;
}

/** Returns false if the refund is not open. */
export async function markRefundRefused(
  tx: Database,
  { drawId, refundNumber }: RefundKey,
  refused: { reason: RefundReason; code: string | null; now: Date },
): Promise<boolean> {
  const { reason, now } = refused;
  const { gatewayCode, providerCode } = toCodeColumns(refused.code);
  const entry: NewAuditEntry = { action: "refund-refused", at: now, actor: systemActor, detail: { reason } };
  const rows = await queryRows(
    tx,
    sql`with refused as (
      update refunds set state = 'refused', reason = ${reason}::text, gateway_code = ${gatewayCode}::int,
        provider_code = ${providerCode}::text,
        answered_at = ${now.toISOString()}::timestamptz, ask_at = null
      where draw_id = ${drawId} and refund_number = ${refundNumber} and state = any('{pending,sent,unknown}')
      returning draw_id, order_id, refund_number, amount_cents
    ), noted as (${insertEntries(sql`refused`, entry, refundDetail)})
    select refund_number from refused`,
  );
  return rows.length === 1;
}

export async function markRefundUnknown(
  tx: Database,
  { drawId, refundNumber }: RefundKey,
  { code, nextActionAt }: { code: string | null; nextActionAt: Date },
): Promise<void> {
  await tx
    .update(refunds)
    .set({ state: "unknown", ...toCodeColumns(code), nextActionAt })
    .where(and(eq(refunds.drawId, drawId), eq(refunds.refundNumber, refundNumber), eq(refunds.state, "sent")));
}
