import "server-only";

import { sql } from "drizzle-orm";

import type { AttemptMethod } from "@/lib/orders/rules.payment";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

export type MoneyTotals = {
  drawId: string;
  method: AttemptMethod;
  orders: number;
  amountCents: number;
  refundedCents: number;
};

export type DrawSpan = { drawId: string; from: Date; to: Date };

/** Each amount when it moved, without payments that never became numbers. Lateral: a join might scan the draw. */
export function sumMoney(db: Database, deviceId: string, spans: DrawSpan[]): Promise<MoneyTotals[]> {
  const drawIds = spans.map(({ drawId }) => drawId);
  const [begins, ends] = [spans.map(({ from }) => from), spans.map(({ to }) => to)].map((instants) =>
    sql.param(instants.map((at) => at.toISOString())),
  );
  return queryRows<MoneyTotals>(
    db,
    sql`with span as materialized (
      select * from unnest(${sql.param(drawIds)}::text[], ${begins}::timestamptz[], ${ends}::timestamptz[])
        as span (draw_id, begins, ends)
    ), moved as (
      select s.draw_id, a.method, a.gateway_order_number, a.amount_cents as taken, null::int as given_back
      from span s cross join lateral (
        select p.method, p.gateway_order_number, p.state, p.amount_cents from payment_attempts p
        where p.draw_id = s.draw_id and p.device_id = ${deviceId} and p.sent_at >= s.begins and p.sent_at < s.ends
        offset 0
      ) a
      where a.state = 'approved'
      union all
      select s.draw_id, a.method, f.gateway_order_number, null, f.amount_cents
      from span s cross join lateral (
        select r.draw_id, r.gateway_order_number, r.state, r.cause, r.amount_cents from refunds r
        where r.draw_id = s.draw_id and r.device_id = ${deviceId} and r.answered_at >= s.begins
          and r.answered_at < s.ends
        offset 0
      ) f
      cross join lateral (
        select p.method from payment_attempts p
        where p.draw_id = f.draw_id and p.gateway_order_number = f.gateway_order_number limit 1
      ) a
      where f.state = 'done' and f.cause = 'requested'
    ), payment as (
      select draw_id, method, sum(taken) as taken, sum(given_back) as given_back
      from moved group by draw_id, method, gateway_order_number
    )
    select draw_id as "drawId", method,
      (count(taken) - count(*) filter (where given_back >= taken))::float8 as orders,
      coalesce(sum(taken), 0)::float8 as "amountCents", coalesce(sum(given_back), 0)::float8 as "refundedCents"
    from payment group by draw_id, method`,
  );
}
