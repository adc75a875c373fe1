import "server-only";

import { sql } from "drizzle-orm";
import type { AuditActor } from "@/lib/audit/rules";
import type { Scope } from "@/lib/invariants/store.invariants";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { DayCash, DaySpan } from "./rules.day";

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

/** Sums the cash of the orders in `scope` that was taken and not given back by `at`, in cents. */
export async function sumCash(db: Database, scope: Scope, at: Date): Promise<number> {
  const isDone = sql`answered_at <= ${at.toISOString()}::timestamptz`;
  const rows = await queryRows<{ cents: string | number }>(
    db,
    sql`select coalesce((
        select sum(a.amount_cents) from payment_attempts a
        where ${scope("a")} and a.method = 'cash' and a.state = 'approved' and a.${isDone}), 0) - coalesce((
        select sum(f.amount_cents) from refunds f
        where ${scope("f")} and f.method = 'cash' and f.state = 'done' and f.${isDone}), 0) as cents`,
  );
  return Number(rows[0]?.cents ?? 0);
}

/** The time zone of a draw `d`. */
const zoneOf = sql`coalesce(d.definition ->> 'timeZone', 'America/Toronto')`;

/** Lists the time zones that draws have. */
export async function listTimeZones(db: Database): Promise<string[]> {
  const rows = await queryRows<{ zone: string }>(db, sql`select distinct ${zoneOf} as zone from draws d order by 1`);
  return rows.map(({ zone }) => zone);
}

/** Sums the cash of a day by draw, each in the span of its time zone: what was taken, and what was given back. */
export async function listCash(db: Database, days: ReadonlyMap<string, DaySpan>): Promise<Omit<DayCash, "isOver">[]> {
  const spans = [...days.values()];
  const [begins, ends] = [spans.map(({ from }) => from), spans.map(({ to }) => to)].map((instants) =>
    sql.param(instants.map((at) => at.toISOString())),
  );
  const rows = await queryRows<
    Record<"sales" | "taken" | "refunds" | "given_back", string> & { draw_id: string; zone: string }
  >(
    db,
    sql`with day as materialized (
      select d.draw_id, span.* from draws d join unnest(${sql.param([...days.keys()])}::text[], ${begins}::timestamptz[],
        ${ends}::timestamptz[]) as span (zone, begins, ends) on span.zone = ${zoneOf}
    ), moved as (
      select day.draw_id, day.zone, a.amount_cents as taken, null::int as given_back
      from day join payment_attempts a on a.draw_id = day.draw_id and a.sent_at >= day.begins and a.sent_at < day.ends
      where a.method = 'cash' and a.state = 'approved'
      union all
      select day.draw_id, day.zone, null, f.amount_cents
      from day join refunds f on f.draw_id = day.draw_id and f.answered_at >= day.begins and f.answered_at < day.ends
      where f.method = 'cash' and f.state = 'done'
    )
    select draw_id, zone, count(taken) as sales, coalesce(sum(taken), 0) as taken, count(given_back) as refunds,
      coalesce(sum(given_back), 0) as given_back
    from moved group by draw_id, zone order by draw_id`,
  );
  return rows.map((row) => ({
    instanceId: row.draw_id,
    timeZone: row.zone,
    sales: Number(row.sales),
    takenCents: Number(row.taken),
    refunds: Number(row.refunds),
    givenBackCents: Number(row.given_back),
  }));
}
