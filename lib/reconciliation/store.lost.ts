import "server-only";

import { sql } from "drizzle-orm";
import type { Provider } from "@/lib/gateways/payment/port";
import type { AttemptId, AttemptKey } from "@/lib/orders/store.attempts";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { LostRange, Restore } from "./rules.lost";

export async function readLatestSale(db: Database): Promise<Date | null> {
  const [row] = await queryRows<{ latest: string | Date | null }>(
    db,
    sql`select max(last.finalized_at) as latest from draws d cross join lateral (
      select finalized_at from orders o where o.draw_id = d.draw_id and o.status = 'finalized'
      order by finalized_at desc nulls last limit 1) last`,
  );
  return row?.latest ? new Date(row.latest) : null;
}

export async function listRestores(db: Database): Promise<Restore[]> {
  const rows = await queryRows<{ restored_to: string | Date; recorded_at: string | Date }>(
    db,
    sql`select restored_to, max(recorded_at) as recorded_at from (
        select restored_to, recorded_at from lost_numbers
        union all
        select (e.detail->>'restoredTo')::timestamptz, e.at from draws d cross join lateral (
          select detail, at from audit_entries
          where draw_id = d.draw_id and order_id is null and action = 'database-restored'
        ) e
      ) r group by restored_to order by restored_to`,
  );
  return rows.map((row) => ({ restoredTo: new Date(row.restored_to), recordedAt: new Date(row.recorded_at) }));
}

/** Lists draws whose parent has, or had, a tablet that may take cash. */
export async function listCashDraws(db: Database): Promise<string[]> {
  const rows = await queryRows<{ draw_id: string }>(
    db,
    sql`select d.draw_id from draws d
      where exists (select from devices v where v.parent_id = d.parent_id and v.registered_at is not null)
      order by d.draw_id`,
  );
  return rows.map(({ draw_id: drawId }) => drawId);
}

export async function listOpenAttempts(db: Database, drawId: string): Promise<AttemptKey[]> {
  const rows = await queryRows<{ gateway_order_number: string; order_id: string }>(
    db,
    sql`select gateway_order_number, order_id from payment_attempts
      where draw_id = ${drawId} and state = any('{sent,unknown}') and order_id is not null
      order by gateway_order_number`,
  );
  return rows.map((row) => ({ drawId, gatewayOrderNumber: row.gateway_order_number, orderId: row.order_id }));
}

/** `maxNumbers` may have been issued since the restored instant. */
export type LostNumbersRequest = { drawId: string; poolId: string; maxNumbers: number; restoredTo: Date; now: Date };

/** `missing` numbers can't be voided yet, because of held tickets. */
export type LostNumbersResult = { range: LostRange | null; missing: number };

type PoolRow = { sold: number; reserved: number; max_tickets: number | null; base: number; own_first: number | null };

/** Counts from the last number of the backup, so that a repeated call adds only the missing ones. */
export async function insertLostNumbers(tx: Database, request: LostNumbersRequest): Promise<LostNumbersResult> {
  const { drawId, poolId, maxNumbers } = request;
  const restoredTo = sql`${request.restoredTo.toISOString()}::timestamptz`;
  const [pool] = await queryRows<PoolRow>(
    tx,
    sql`select p.sold, p.reserved, p.max_tickets, greatest(
        coalesce((select max(r.last_number) from number_ranges r
          where r.draw_id = p.draw_id and r.pool_id = p.pool_id), 0),
        coalesce((select max(n.last_number) from lost_numbers n
          where n.draw_id = p.draw_id and n.pool_id = p.pool_id and n.restored_to <> ${restoredTo}), 0)) as base,
      (select max(n.first_number) from lost_numbers n
        where n.draw_id = p.draw_id and n.pool_id = p.pool_id and n.restored_to = ${restoredTo}) as own_first
      from pools p where p.draw_id = ${drawId} and p.pool_id = ${poolId} for update`,
  );
  if (!pool) return { range: null, missing: 0 };
  const limit = pool.max_tickets ?? 1_000_000_000;
  const wanted = Math.min(pool.base + maxNumbers, limit);
  const last = Math.min(wanted, limit - pool.reserved);
  const first = Math.max(pool.sold, pool.base) + 1;
  const short = Math.max(0, wanted - Math.max(last, pool.sold));
  if (short > 0 || last < first) return { range: null, missing: short };
  await tx.execute(
    pool.own_first === null
      ? sql`insert into lost_numbers (draw_id, pool_id, first_number, last_number, restored_to, recorded_at)
          values (${drawId}, ${poolId}, ${first}, ${last}, ${restoredTo}, ${request.now.toISOString()}::timestamptz)`
      : sql`update lost_numbers set last_number = ${last}
          where draw_id = ${drawId} and pool_id = ${poolId} and first_number = ${pool.own_first}`,
  );
  await tx.execute(
    sql`update pools set sold = ${last}, voided = voided + ${last - first + 1}
      where draw_id = ${drawId} and pool_id = ${poolId}`,
  );
  return { range: { instanceId: drawId, poolId, first, last }, missing: 0 };
}

/** A payment at the gateway without a row here. */
export type NewLostPayment = AttemptId & {
  provider: Provider;
  method: "token" | "apple_pay";
  /** `remainingCents` was not returned at the gateway. */
  amountCents: number;
  remainingCents: number;
  transactionId: string;
  sentAt: Date;
  now: Date;
};

export async function insertLostPayment(tx: Database, payment: NewLostPayment): Promise<boolean> {
  const { drawId, gatewayOrderNumber, amountCents } = payment;
  const [sentAt, now] = [payment.sentAt, payment.now].map((at) => sql`${at.toISOString()}::timestamptz`);
  const rows = await queryRows(
    tx,
    sql`insert into payment_attempts (draw_id, gateway_order_number, order_id, attempt_number, kind, method, token_hash,
        amount_cents, captured_cents, state, gateway_transaction_id, sent_at, deadline_at, answered_at, provider)
      values (${drawId}, ${gatewayOrderNumber}, null, 1, 'lost', ${payment.method},
        ${`lost:${gatewayOrderNumber}`}, ${payment.remainingCents}, ${amountCents}, 'surplus', ${payment.transactionId},
        ${sentAt}, ${sentAt}, ${now}, ${payment.provider})
      on conflict do nothing returning draw_id`,
  );
  return rows.length === 1;
}

export async function findLostPayment(db: Database, gatewayOrderNumber: string): Promise<AttemptId | null> {
  const rows = await queryRows<{ draw_id: string }>(
    db,
    sql`select a.draw_id from draws d cross join lateral (
        select draw_id from payment_attempts p
        where p.draw_id = d.draw_id and p.gateway_order_number = ${gatewayOrderNumber} and p.kind = 'lost'
      ) a`,
  );
  return rows[0] ? { drawId: rows[0].draw_id, gatewayOrderNumber } : null;
}

/** Returns true if the order is open in any draw: its buyer may be paying for it. */
export async function isOrderOpen(db: Database, orderId: string): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`select o.order_id from draws d join orders o on o.draw_id = d.draw_id and o.order_id = ${orderId}
      where o.status = any('{reserved,paying,unknown}')`,
  );
  return rows.length > 0;
}
