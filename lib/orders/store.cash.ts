import "server-only";

import { sql } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { queryRows } from "@/lib/db/database";

import type { AuditActor } from "./rules.audit";
import type { DayCash } from "./rules.day";
import type { Span } from "./store.captures";
import type { Scope } from "./store.invariants";

/**
 * Writes that an order was paid in cash at `now` into the drawer of the device that acts: an attempt that is approved at once and
 * that no gateway knows. Gives its gateway order number, which is its name here alone; throws on `payment_attempts_token` when there is one already. The
 * order's row must be locked.
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

/** Sums the cash of the orders in `scope` that was taken and not given back, in cents. */
export async function sumCash(tx: Database, scope: Scope): Promise<number> {
  const rows = await queryRows<{ cents: string | number }>(
    tx,
    sql`select coalesce((
        select sum(a.amount_cents) from payment_attempts a
        where ${scope("a")} and a.method = 'cash' and a.state = 'approved'), 0) - coalesce((
        select sum(f.amount_cents) from refunds f
        where ${scope("f")} and f.method = 'cash' and f.state = 'done'), 0) as cents`,
  );
  return Number(rows[0]?.cents ?? 0);
}

/** Sums the cash of a span by draw: what was taken, and what was given back. */
export async function listCash(db: Database, { from, at }: Span): Promise<DayCash[]> {
  const [begin, end] = [sql`${from?.toISOString() ?? "-infinity"}::timestamptz`, sql`${at.toISOString()}::timestamptz`];
  const rows = await queryRows<Record<"sales" | "taken" | "refunds" | "given_back", string> & { draw_id: string }>(
    db,
    sql`with moved as (
      select draw_id, amount_cents as taken, null::int as given_back from payment_attempts
      where method = 'cash' and state = 'approved' and sent_at >= ${begin} and sent_at <= ${end}
      union all
      select draw_id, null, amount_cents from refunds
      where method = 'cash' and state = 'done' and answered_at >= ${begin} and answered_at <= ${end}
    )
    select draw_id, count(taken) as sales, coalesce(sum(taken), 0) as taken, count(given_back) as refunds,
      coalesce(sum(given_back), 0) as given_back
    from moved group by draw_id order by draw_id`,
  );
  return rows.map((row) => ({
    instanceId: row.draw_id,
    sales: Number(row.sales),
    takenCents: Number(row.taken),
    refunds: Number(row.refunds),
    givenBackCents: Number(row.given_back),
  }));
}
