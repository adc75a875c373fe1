import "server-only";

import { sql } from "drizzle-orm";
import { systemActor } from "@/lib/audit/rules";
import { cutOffCondition, lockPools, onSaleCondition } from "@/lib/draws/store.sale";
import type { OrderStatus } from "@/lib/orders/rules";
import type { DrawOrderKey } from "@/lib/orders/schema";
import type { AttemptId, AttemptKey, AttemptRow, LockedOrder } from "@/lib/orders/store.attempts";
import type { NewAuditEntry } from "@/lib/orders/store.audit";
import { insertEntries } from "@/lib/orders/store.audit";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { RefusalUpdate } from "./rules";
import { getRefusalAction } from "./rules";
import type { SettledAttempt } from "./store.approvals";

export type Settlement = { key: AttemptKey; attempt: AttemptRow; order: LockedOrder; now: Date };

/** Locks the draw, so that it can't close before the transaction ends. Must be called before the order is locked. */
export async function lockOpenSales(tx: Database, { drawId, orderId }: DrawOrderKey, at: Date): Promise<boolean> {
  const instant = sql`${at.toISOString()}::timestamptz`;
  const rows = await queryRows(
    tx,
    sql`select d.draw_id from draws d
      where d.draw_id = ${drawId} and ${onSaleCondition(instant)} and not exists (
        select from order_lines l left join pools p on p.draw_id = l.draw_id and p.pool_id = l.pool_id
        where l.draw_id = ${drawId} and l.order_id = ${orderId}
          and (p.pool_id is null or ${cutOffCondition(instant)}))
      for share of d`,
  );
  return rows.length === 1;
}

export async function moveOrder(
  tx: Database,
  { drawId, orderId }: DrawOrderKey,
  { from, to }: { from: OrderStatus[]; to: OrderStatus },
): Promise<boolean> {
  const rows = await queryRows(
    tx,
    sql`update orders set status = ${to}
      where draw_id = ${drawId} and order_id = ${orderId} and status = any(${sql.param(from)}::text[])
      returning order_id`,
  );
  return rows.length === 1;
}

/** Throws on `pools_capacity` and `pools_jackpot` if no tickets are left. */
export async function retakeTickets(tx: Database, { drawId, orderId }: DrawOrderKey): Promise<void> {
  await tx.execute(
    sql`with wanted as materialized (
      select pool_id, sum(tickets)::int as tickets, sum(amount_cents)::bigint as cents
      from order_lines where draw_id = ${drawId} and order_id = ${orderId} group by pool_id
    ), locked as materialized (${lockPools(drawId)})
    update pools p set reserved = p.reserved + w.tickets, reserved_cents = p.reserved_cents + w.cents
    from wanted w join locked l on l.pool_id = w.pool_id
    where p.draw_id = ${drawId} and p.pool_id = w.pool_id`,
  );
}

/** Until this transaction ends, other calls that state the same gateway transaction wait. */
export async function lockTransaction(tx: Database, transactionId: string): Promise<void> {
  await queryRows(tx, sql`select pg_advisory_xact_lock(hashtext('stated-transaction'), hashtext(${transactionId}))`);
}

export async function listDrawsOfTransaction(
  db: Database,
  transactionId: string,
  attempt: AttemptId,
): Promise<string[]> {
  const rows = await queryRows<{ drawId: string }>(
    db,
    sql`select distinct draw_id as "drawId" from payment_attempts
      where gateway_transaction_id = ${transactionId}
        and (draw_id, gateway_order_number) <> (${attempt.drawId}, ${attempt.gatewayOrderNumber})`,
  );
  return rows.map(({ drawId }) => drawId);
}

/** Writes nothing and returns null unless the attempt is open, its order being paid, and its hold live. */
export async function refuseOpenAttempt(
  db: Database,
  { drawId, orderId, gatewayOrderNumber }: AttemptKey,
  change: RefusalUpdate,
  now: Date,
): Promise<SettledAttempt | null> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { state, reason, gatewayTransactionId } = change;
  const entry: NewAuditEntry = { action: getRefusalAction(change), at: now, actor: systemActor, detail: { reason } };
  const rows = await queryRows<{ missedAt: string | Date | null }>(
    db,
    sql`with target as materialized (
      select draw_id, order_id, status, expires_at from orders
      where draw_id = ${drawId} and order_id = ${orderId} for update
    ), held as materialized (
      select draw_id, order_id from target where status in ('paying', 'unknown') and expires_at > ${at}
    ), refused as (
      update payment_attempts a set state = ${state}, reason = ${reason}, answered_at = ${at},
        gateway_transaction_id = ${gatewayTransactionId}::text, gateway_code = ${change.gatewayCode}::int,
        provider_code = ${change.providerCode}::text,
        ask_at = ${change.lookupAt?.toISOString() ?? null}::timestamptz
      from held h
      where a.draw_id = ${drawId} and a.gateway_order_number = ${gatewayOrderNumber} and a.order_id = h.order_id
        and a.state in ('sent', 'unknown')
      returning a.draw_id, a.order_id, a.attempt_number, a.missed_at
    ), reopened as (
      update orders o set status = 'reserved' from refused r
      where o.draw_id = ${drawId} and o.order_id = ${orderId} and r.order_id = o.order_id
    ), noted as (${insertEntries(sql`refused`, entry, sql`jsonb_build_object('attempt', attempt_number)`)})
    select missed_at as "missedAt" from refused`,
  );
  const [row] = rows;
  if (!row) return null;
  const missedAt = row.missedAt === null ? null : new Date(row.missedAt);
  return { gatewayOrderNumber, state, reason, gatewayTransactionId, missedAt };
}
