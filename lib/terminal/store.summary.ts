import "server-only";

import { sql } from "drizzle-orm";
import type { AttemptMethod } from "@/lib/orders/rules.methods";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

/** Money of a draw that a device took and gave back by one means of payment; cents. */
export type MovedMoney = {
  drawId: string;
  method: AttemptMethod;
  /** Those whose payment it took and did not give back whole. */
  orders: number;
  amountCents: number;
  refundedCents: number;
};

/** A span of a draw, from `from` to before `to`. */
export type DrawSpan = { drawId: string; from: Date; to: Date };

/**
 * Sums what a device took and refunded within the span of each draw, by payment method: each amount when it moved,
 * whoever placed the order. A payment that never became numbers counts neither when it came in nor when it was
 * refunded. Span by span, whatever the planner assumes about a device: a join of all might scan the draw.
 */
export async function sumMoved(db: Database, deviceId: string, spans: DrawSpan[]): Promise<MovedMoney[]> {
  const drawIds = spans.map(({ drawId }) => drawId);
  const [begins, ends] = [spans.map(({ from }) => from), spans.map(({ to }) => to)].map((instants) =>
    sql.param(instants.map((at) => at.toISOString())),
  );
  const rows = await queryRows<{
    draw_id: string;
    method: AttemptMethod;
    orders: string;
    taken: string;
    given_back: string;
  }>(
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
    select draw_id, method, count(taken) - count(*) filter (where given_back >= taken) as orders,
      coalesce(sum(taken), 0) as taken, coalesce(sum(given_back), 0) as given_back
    from payment group by draw_id, method`,
  );
  return rows.map(({ draw_id: drawId, method, orders, taken, given_back: givenBack }) => {
    return { drawId, method, orders: Number(orders), amountCents: Number(taken), refundedCents: Number(givenBack) };
  });
}
