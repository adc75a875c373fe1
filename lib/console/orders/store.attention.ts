import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { ListedOrder } from "@/lib/orders/store.list";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import type { AttentionKind } from "./rules";
import { attentionKinds } from "./rules";

/** Only the latest failed emails, refused refunds and unclear payments are read, to bound the time of each query. */
const maxRead = 2000;

/** Queries for the ids of orders that may need attention. Each uses an index of its own. */
const candidates: Record<AttentionKind, (drawId: SQL) => SQL> = {
  "email-undelivered": (drawId) => sql`(select m.order_id from outbox m
    where m.draw_id = ${drawId} and m.state = 'failed' order by m.queued_at desc ${limitClause(maxRead)})`,
  "refund-refused": (drawId) => sql`(select r.order_id from refunds r
    where r.draw_id = ${drawId} and r.state = 'refused' order by r.requested_at desc ${limitClause(maxRead)})`,
  "payment-unclear": (drawId) => sql`(select u.order_id from orders u
    where u.draw_id = ${drawId} and u.status in ('reserved', 'paying', 'unknown') and u.status = 'unknown'
    order by u.placed_at desc ${limitClause(maxRead)})`,
};

/** SQL conditions on order `o`. Only its last email and its last refund count, as on the order's page. */
const attentionConditions: Record<AttentionKind, SQL> = {
  "email-undelivered": sql`o.buyer is not null and o.status in ('finalized', 'refunded') and coalesce((
    select m.state = 'failed' from outbox m
    where m.draw_id = o.draw_id and m.order_id = o.order_id order by m.queued_at desc limit 1), false)`,
  "refund-refused": sql`coalesce((
    select r.state = 'refused' from refunds r
    where r.draw_id = o.draw_id and r.order_id = o.order_id order by r.refund_number desc limit 1), false)`,
  "payment-unclear": sql`o.status = 'unknown'`,
};

const toArray = (kind: AttentionKind | "attention"): readonly AttentionKind[] =>
  kind === "attention" ? attentionKinds : [kind];

/** Returns a FROM source with the orders of a draw that may need attention, to use instead of the whole table. */
export function attentionCandidates(state: AttentionKind | "attention", drawId: SQL): SQL {
  const ids = sql.join(
    toArray(state).map((kind) => candidates[kind](drawId)),
    sql` union `,
  );
  return sql`(select o.* from (${ids}) k cross join lateral (
    select * from orders where draw_id = ${drawId} and order_id = k.order_id limit 1) o)`;
}

export function attentionCondition(state: AttentionKind | "attention"): SQL {
  const conditions = toArray(state).map((kind) => sql`(${attentionConditions[kind]})`);
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/** `isWinner` is true if a valid ticket of the order was drawn. */
export type OrderMarks = { attention: AttentionKind[]; isWinner: boolean };

/** Reads the marks of a page's orders at once, by draw and order id. */
export async function readMarks(
  db: Database,
  orders: readonly Pick<ListedOrder, "drawId" | "orderId">[],
): Promise<(key: Pick<ListedOrder, "drawId" | "orderId">) => OrderMarks> {
  if (orders.length === 0) return () => ({ attention: [], isWinner: false });
  const drawIds = orders.map(({ drawId }) => drawId);
  const kinds = attentionKinds.map((kind) => sql`case when ${attentionConditions[kind]} then ${kind}::text end`);
  const rows = await queryRows<{ drawId: string; orderId: string } & OrderMarks>(
    db,
    sql`with won as materialized (
      select d.draw_id, w.winner ->> 'poolId' as pool_id, (w.winner ->> 'number')::int as number
      from draws d cross join lateral jsonb_array_elements(coalesce(d.definition -> 'winners', '[]')) w (winner)
      where d.draw_id = any(${sql.param([...new Set(drawIds)])}::text[])
    )
    select o.draw_id as "drawId", o.order_id as "orderId",
      array_remove(array[${sql.join(kinds, sql`, `)}], null) as attention,
      exists (
        select from number_ranges r join won w on w.draw_id = r.draw_id and w.pool_id = r.pool_id
          and w.number between r.first_number and r.last_number
        where r.draw_id = o.draw_id and r.order_id = o.order_id and r.voided_at is null
      ) as "isWinner"
    from unnest(${sql.param(drawIds)}::text[], ${sql.param(orders.map(({ orderId }) => orderId))}::text[])
      as k (draw_id, id)
    cross join lateral (select * from orders where draw_id = k.draw_id and order_id = k.id limit 1) o`,
  );
  return ({ drawId, orderId }) => {
    const row = rows.find((one) => one.drawId === drawId && one.orderId === orderId);
    return { attention: row?.attention ?? [], isWinner: row?.isWinner ?? false };
  };
}
