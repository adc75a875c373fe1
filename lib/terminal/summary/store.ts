import "server-only";

import { and, gt, lte, sql } from "drizzle-orm";

import { draws } from "@/lib/draws/tables";
import type { AttemptMethod } from "@/lib/orders/rules.payment";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

export type MoneyTotals = {
  deviceId: string;
  drawId: string;
  method: AttemptMethod;
  orders: number;
  amountCents: number;
  refundedCents: number;
};

export type DrawSpan = { drawId: string; from: Date; to: Date };

type DeviceSpan = DrawSpan & { deviceId: string };

/**
 * Sums the money that devices took and refunded, by when it moved, without payments that never became numbers. Lateral,
 * because a join might scan the draw.
 */
export function sumMoney(db: Database, spans: DeviceSpan[]): Promise<MoneyTotals[]> {
  const deviceIds = sql.param(spans.map(({ deviceId }) => deviceId));
  const drawIds = sql.param(spans.map(({ drawId }) => drawId));
  const [begins, ends] = [spans.map(({ from }) => from), spans.map(({ to }) => to)].map((instants) =>
    sql.param(instants.map((at) => at.toISOString())),
  );
  return queryRows<MoneyTotals>(
    db,
    sql`with span as materialized (
      select * from unnest(${deviceIds}::text[], ${drawIds}::text[], ${begins}::timestamptz[], ${ends}::timestamptz[])
        as span (device_id, draw_id, begins, ends)
    ), moved as (
      select s.device_id, s.draw_id, a.method, a.gateway_order_number, a.amount_cents as taken, null::int as given_back
      from span s cross join lateral (
        select p.method, p.gateway_order_number, p.state, p.amount_cents from payment_attempts p
        where p.draw_id = s.draw_id and p.device_id = s.device_id and p.sent_at >= s.begins and p.sent_at < s.ends
        offset 0
      ) a
      where a.state = 'approved'
      union all
      select s.device_id, s.draw_id, a.method, f.gateway_order_number, null, f.amount_cents
      from span s cross join lateral (
        select r.draw_id, r.gateway_order_number, r.state, r.cause, r.amount_cents from refunds r
        where r.draw_id = s.draw_id and r.device_id = s.device_id and r.answered_at >= s.begins
          and r.answered_at < s.ends
        offset 0
      ) f
      cross join lateral (
        select p.method from payment_attempts p
        where p.draw_id = f.draw_id and p.gateway_order_number = f.gateway_order_number limit 1
      ) a
      where f.state = 'done' and f.cause = 'requested'
    ), payment as (
      select device_id, draw_id, method, sum(taken) as taken, sum(given_back) as given_back
      from moved group by device_id, draw_id, method, gateway_order_number
    )
    select device_id as "deviceId", draw_id as "drawId", method,
      (count(taken) - count(*) filter (where given_back >= taken))::float8 as orders,
      coalesce(sum(taken), 0)::float8 as "amountCents", coalesce(sum(given_back), 0)::float8 as "refundedCents"
    from payment group by device_id, draw_id, method`,
  );
}

/** Draws of the parents that have begun to sell and didn't close before `closedAfter`. */
export function listSoldDraws(
  db: Database,
  { parentIds, now, closedAfter }: { parentIds: readonly string[]; now: Date; closedAfter: Date },
): Promise<{ id: string; parentId: string; timeZone: string }[]> {
  const soldCondition = and(
    sql`${draws.parentId} = any(${sql.param(parentIds)}::text[])`,
    lte(draws.opensAt, now),
    gt(draws.closesAt, closedAfter),
  );
  const timeZone = sql<string>`${draws.definition} ->> 'timeZone'`;
  return db.select({ id: draws.drawId, parentId: draws.parentId, timeZone }).from(draws).where(soldCondition);
}
