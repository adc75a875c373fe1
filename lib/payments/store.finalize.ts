import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { lockPools } from "@/lib/draws/store.sale";
import type { OrderStatus } from "@/lib/orders/rules";
import type { NewAuditEntry } from "@/lib/orders/store.audit";
import { insertEntries } from "@/lib/orders/store.audit";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import { brokenConstraint } from "@/lib/platform/db/errors";
import { earnAsNewcomer, giveBackShares } from "@/lib/shares/store";

/** What an order becomes when it is sold; `validationHash` finds it by its receipt's validation number. */
export type Sale = {
  drawId: string;
  orderId: string;
  /** The state that it was locked in. */
  from: OrderStatus;
  now: Date;
  cardType: string | null;
  cardLastFour: string | null;
  validationHash: string;
  /** What is written down with the numbers: who brought the money. */
  entry: NewAuditEntry;
};

/**
 * CTEs that turn the tickets of orders of a draw, which hold them, into sold ones, and end in `issued`, their numbers:
 * contiguous in each pool, from 1, without a gap, order by order. They follow the CTE `finalized`, which has `draw_id`,
 * `order_id`, `client_key`, `team_id`, `share_holders`, the time `at` and the place `nth` of each. What is paid for
 * counts as unpaid no longer and earns its network room. The pools are locked last, when `isReady`.
 *
 * A pool that is not there, or whose counter is below its last number, as after a restore, sells none: numbers would be
 * given twice. Its orders then have ranges that the CHECK `number_ranges_order` refuses, and nothing is issued.
 */
export function issueTo(drawId: string, isReady: SQL = sql`true`): SQL {
  const finalized = sql`finalized`;
  return sql`line as materialized (
      select f.nth, f.team_id, l.order_id, l.pool_id, l.line_number, l.tickets, l.amount_cents,
        (sum(l.tickets) over (partition by l.pool_id order by f.nth, l.line_number) - l.tickets)::int as before
      from finalized f join order_lines l on l.order_id = f.order_id
      where l.draw_id = ${drawId} and l.order_id = any(array(select order_id from finalized))
    ), wanted as materialized (
      select pool_id, sum(tickets)::int as tickets, sum(amount_cents)::bigint as cents,
        count(distinct order_id)::int as orders
      from line group by pool_id
    ), locked as materialized (${lockPools(drawId, sql`wanted`, isReady)}
    ), last as materialized (
      select l.pool_id, coalesce((
        select r.last_number from number_ranges r where r.draw_id = ${drawId} and r.pool_id = l.pool_id
        order by r.last_number desc limit 1), 0) as last_number
      from locked l
    ), sold as (
      update pools p set sold = p.sold + w.tickets, reserved = p.reserved - w.tickets,
        sales_cents = p.sales_cents + w.cents, reserved_cents = p.reserved_cents - w.cents,
        purchases = p.purchases + w.orders
      from wanted w join last l on l.pool_id = w.pool_id
      where p.draw_id = ${drawId} and p.pool_id = w.pool_id and p.sold >= l.last_number
      returning p.pool_id, p.sold - w.tickets as sold_before
    ), supported as (
      insert into pool_teams as t (draw_id, pool_id, team_id, tickets)
      select ${drawId}, line.pool_id, line.team_id, sum(line.tickets)::int
      from line join sold on sold.pool_id = line.pool_id where line.team_id is not null
      group by line.pool_id, line.team_id
      on conflict (draw_id, pool_id, team_id) do update set tickets = t.tickets + excluded.tickets
    ), ${giveBackShares(finalized, { arePaid: true })}, earned as (
      ${earnAsNewcomer(sql`(select min(at) from finalized)`)}
    ), issued as (
      insert into number_ranges (draw_id, pool_id, first_number, last_number, order_id, line_number)
      select ${drawId}, line.pool_id, coalesce(sold.sold_before + line.before + 1, 0),
        coalesce(sold.sold_before + line.before + line.tickets, 0), line.order_id, line.line_number
      from line left join sold on sold.pool_id = line.pool_id
      returning order_id, line_number, pool_id, first_number, last_number
    )`;
}

/** Says what it means when numbers could not be issued. */
export function explainUnissued(error: unknown): unknown {
  if (brokenConstraint(error) !== "number_ranges_order") return error;
  return new Error("A pool has numbers beyond its counter: none are issued.", { cause: error });
}

/**
 * Moves an order whose tickets are held from the state that it was locked in to finalized, and issues its numbers.
 * Gives false when the order is in no state to be finalized. Throws, so that its caller issues nothing, when a pool has
 * numbers beyond its counter. Last in its transaction: the pools stay locked until that ends.
 */
export async function issueNumbers(tx: Database, order: Sale): Promise<boolean> {
  const { drawId, orderId } = order;
  const at = sql`${order.now.toISOString()}::timestamptz`;
  const issued = queryRows<{ ranges: number }>(
    tx,
    sql`with paid as materialized (
      select draw_id, order_id, share_holders from orders
      where draw_id = ${drawId} and order_id = ${orderId} and status = ${order.from}
        and status not in ('finalized', 'refunded') for update
    ), finalized as (
      update orders o set status = 'finalized', finalized_at = ${at}, share_holders = null,
        card_type = ${order.cardType}::text, card_last_four = ${order.cardLastFour}::text,
        validation_hash = ${order.validationHash}::text
      from paid where o.draw_id = paid.draw_id and o.order_id = paid.order_id
      returning o.draw_id, o.order_id, o.client_key, o.team_id, paid.share_holders, 0 as nth, o.finalized_at as at
    ), noted as (${insertEntries(sql`finalized`, order.entry)}
    ), ${issueTo(drawId)}
    select count(*)::int as ranges from issued`,
  );
  const [row] = await issued.catch((error: unknown) => {
    throw explainUnissued(error);
  });
  return (row?.ranges ?? 0) > 0;
}
