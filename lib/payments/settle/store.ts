import "server-only";
import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { lockPools } from "@/lib/draws/store.sale";
import type { OrderStatus } from "@/lib/orders/rules";
import type { CodeColumns } from "@/lib/orders/rules.providers";
import type { AttemptRow } from "@/lib/orders/store.attempts";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import { findBrokenConstraint } from "@/lib/platform/db/errors";
import { insertReceipts } from "@/lib/receipts/store";
import { insertCookielessEarnings, releaseShares } from "@/lib/shares/store";

type CardColumns = {
  gatewayOrderNumber: string;
  transactionId: string;
  cardType: string | null;
  cardLastFour: string | null;
  states: AttemptRow["state"][];
};

/** `nth` numbers the sales of one statement. A cash sale has no card and no attempt yet. */
export type OrderToFinalize = {
  nth: number;
  orderId: string;
  now: Date;
  amountCents: number;
  validationHash: string;
  statuses: OrderStatus[];
} & Partial<CardColumns & CodeColumns>;

/** Statements that differ by payment method. `approved` returns the attempts of the CTE `paid`. */
type MethodStatements = { approved: SQL; noted: SQL; mailed: SQL };

/** The numbers of one line. `nth` is the sale's. */
export type SoldRow = {
  nth: number;
  poolId: string;
  firstNumber: number;
  lastNumber: number;
  missedAt: string | Date | null;
};

/**
 * Sells orders of one draw. Skips an order that is in none of its `statuses`, that another transaction has locked, or
 * that has no row in `approved`. Locks orders by id, then pools, then shares. The text is the same for any number of
 * orders, so that it can be a named statement (decision 050).
 */
export async function sellOrders(
  db: Database,
  drawId: string,
  sales: readonly OrderToFinalize[],
  { approved, noted, mailed }: MethodStatements,
): Promise<SoldRow[]> {
  // The list beside the joins tells the planner that there are few rows.
  const orderIds = sql.param(sales.map(({ orderId }) => orderId));
  const sold = queryRows<SoldRow>(
    db,
    sql`with sale as materialized (
      select * from json_to_recordset(${JSON.stringify(sales)}::json) as a(nth int, states text[], statuses text[],
        "orderId" text, "gatewayOrderNumber" text, now timestamptz, "amountCents" int, "transactionId" text,
        "gatewayCode" int, "providerCode" text, "cardType" text, "cardLastFour" text, "validationHash" text)
    ), locked_order as materialized (
      select o.draw_id, o.status, o.share_holders, sale.* from sale join orders o on o.order_id = sale."orderId"
      where o.draw_id = ${drawId} and o.order_id = any(${orderIds}::text[])
      order by o.order_id for update of o skip locked
    ), paid as materialized (
      select * from locked_order where status = any(statuses) and status not in ('finalized', 'refunded')
    ), approved as (${approved}
    ), finalized as (
      update orders o set status = 'finalized', finalized_at = p.now, share_holders = null, card_type = p."cardType",
        card_last_four = p."cardLastFour", validation_hash = p."validationHash"
      from paid p join approved on approved.nth = p.nth
      where o.draw_id = ${drawId} and o.order_id = any(${orderIds}::text[]) and o.order_id = p."orderId"
      returning o.draw_id, o.order_id, o.client_key, o.team_id, p.share_holders, p.nth, p.now as at, p."amountCents",
        approved.attempt_number, approved.missed_at
    ), noted as (${noted} returning 1
    ), mailed as (${insertReceipts(mailed)} returning 1
    ), ${issueNumbers(drawId, sql`finalized`, sql`(select count(*) from noted) + (select count(*) from mailed) >= 0`)}
    select f.nth, f.missed_at as "missedAt", i.pool_id as "poolId", i.first_number as "firstNumber",
      i.last_number as "lastNumber"
    from finalized f join issued i on i.order_id = f.order_id order by f.nth, i.line_number`,
  );
  return sold.catch((error: unknown) => {
    if (findBrokenConstraint(error) !== "number_ranges_order") throw error;
    throw new Error("A pool has numbers beyond its counter: none are issued.", { cause: error });
  });
}

/**
 * CTEs that end in `issued`: they turn the held tickets of the CTE `finalized` into numbers, from 1 in each pool and
 * without gaps, order by order.
 *
 * Pools are locked last, after `readyCondition`. If a pool is missing, or its counter is below its last number, as
 * after a restore, the CHECK `number_ranges_order` fails, so no number is issued twice.
 */
function issueNumbers(drawId: string, finalized: SQL, readyCondition: SQL): SQL {
  return sql`line as materialized (
      select f.nth, f.team_id, l.order_id, l.pool_id, l.line_number, l.tickets, l.amount_cents,
        (sum(l.tickets) over (partition by l.pool_id order by f.nth, l.line_number) - l.tickets)::int as before
      from ${finalized} f join order_lines l on l.order_id = f.order_id
      where l.draw_id = ${drawId} and l.order_id = any(array(select order_id from ${finalized}))
    ), wanted as materialized (
      select pool_id, sum(tickets)::int as tickets, sum(amount_cents)::bigint as cents,
        count(distinct order_id)::int as orders
      from line group by pool_id
    ), locked as materialized (${lockPools(drawId, sql`wanted`, readyCondition)}
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
    ), ${releaseShares(finalized, { locked: sql`locked`, arePaid: true })}, earned as (
      ${insertCookielessEarnings(sql`(select min(at) from ${finalized})`)}
    ), issued as (
      insert into number_ranges (draw_id, pool_id, first_number, last_number, order_id, line_number)
      select ${drawId}, line.pool_id, coalesce(sold.sold_before + line.before + 1, 0),
        coalesce(sold.sold_before + line.before + line.tickets, 0), line.order_id, line.line_number
      from line left join sold on sold.pool_id = line.pool_id
      returning order_id, line_number, pool_id, first_number, last_number
    )`;
}
