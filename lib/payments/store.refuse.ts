import "server-only";

import { sql } from "drizzle-orm";
import { systemActor } from "@/lib/audit/rules";
import type { AttemptKey } from "@/lib/orders/store.attempts";
import type { NewAuditEntry } from "@/lib/orders/store.audit";
import { insertEntries } from "@/lib/orders/store.audit";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { RefusedAttempt } from "./rules.attempt-changes";
import { refusalActionOf } from "./rules.attempt-changes";
import type { SettledAttempt } from "./store.sell";

/**
 * Ends an open attempt without money and gives its order back to its buyer, in one statement. Gives the attempt as it
 * then is; null, and nothing is written, where the attempt is not open, its order is not being paid, or its hold is
 * over.
 */
export async function refuseOpenAttempt(
  db: Database,
  { drawId, orderId, gatewayOrderNumber }: AttemptKey,
  known: RefusedAttempt,
  now: Date,
): Promise<SettledAttempt | null> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { state, reason, gatewayTransactionId } = known;
  const entry: NewAuditEntry = { action: refusalActionOf(known), at: now, actor: systemActor, detail: { reason } };
  const rows = await queryRows<{ missed_at: string | Date | null }>(
    db,
    sql`with asked as materialized (
      select draw_id, order_id, status, expires_at from orders
      where draw_id = ${drawId} and order_id = ${orderId} for update
    ), held as materialized (
      select draw_id, order_id from asked where status in ('paying', 'unknown') and expires_at > ${at}
    ), refused as (
      update payment_attempts a set state = ${state}, reason = ${reason}, answered_at = ${at},
        gateway_transaction_id = ${gatewayTransactionId}::text, gateway_code = ${known.gatewayCode}::int,
        provider_code = ${known.providerCode}::text,
        ask_at = ${known.askAt?.toISOString() ?? null}::timestamptz
      from held h
      where a.draw_id = ${drawId} and a.gateway_order_number = ${gatewayOrderNumber} and a.order_id = h.order_id
        and a.state in ('sent', 'unknown')
      returning a.draw_id, a.order_id, a.attempt_number, a.missed_at
    ), reopened as (
      update orders o set status = 'reserved' from refused r
      where o.draw_id = ${drawId} and o.order_id = ${orderId} and r.order_id = o.order_id
    ), noted as (${insertEntries(sql`refused`, entry, sql`jsonb_build_object('attempt', attempt_number)`)})
    select missed_at from refused`,
  );
  const [row] = rows;
  if (!row) return null;
  const missedAt = row.missed_at === null ? null : new Date(row.missed_at);
  return { gatewayOrderNumber, state, reason, gatewayTransactionId, missedAt };
}
