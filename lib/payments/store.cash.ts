import "server-only";

import { sql } from "drizzle-orm";
import type { AuditActor } from "@/lib/audit/rules";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

/**
 * Records that an order was paid in cash at `now` into the drawer of the acting device: an attempt that is approved
 * immediately and that no gateway knows. Returns its gateway order number, which is used only here; throws on
 * `payment_attempts_token` if there is one already. The order's row must be locked.
 */
export async function insertCash(
  tx: Database,
  cash: { drawId: string; orderId: string; amountCents: number; actor: AuditActor; now: Date },
): Promise<string> {
  const { drawId, orderId, amountCents, actor, now } = cash;
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await queryRows<{ gateway_order_number: string }>(
    tx,
    sql`insert into payment_attempts (draw_id, gateway_order_number, order_id, attempt_number, kind, method, token_hash,
        amount_cents, state, sent_at, deadline_at, answered_at, device_id, operator)
      select ${drawId}::text,
        ${orderId}::text || case when tried.attempts = 0 then '' else lpad((tried.attempts + 1)::text, 2, '0') end,
        ${orderId}::text, tried.attempts + 1, 'order', 'cash', 'cash', ${amountCents}::int, 'approved', ${at}, ${at}, ${at},
        ${actor.deviceId}::text, ${actor.operator}::text
      from (
        select count(*)::int as attempts from payment_attempts where draw_id = ${drawId} and order_id = ${orderId}
      ) tried
      returning gateway_order_number`,
  );
  if (!rows[0]) throw new Error("Cash was not written.");
  return rows[0].gateway_order_number;
}
