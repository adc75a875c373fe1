import "server-only";

import { sql } from "drizzle-orm";
import { lockPools } from "@/lib/draws/store.locks";
import type { OrderStatus } from "@/lib/orders/rules";
import type { NewAuditEntry } from "@/lib/orders/store.audit";
import { insertEntries } from "@/lib/orders/store.audit";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
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
 * Moves an order whose tickets are held from the state that it was locked in to finalized, turns them into sold ones,
 * and issues its numbers: contiguous in each pool, from 1, without a gap. What is paid for counts as unpaid no longer
 * and earns its network room. Gives false when the order is in no state to be finalized. Throws, so that its caller
 * issues nothing, when a pool's counter is below its last number, as after a restore: its numbers would be given twice.
 */
export async function issueNumbers(tx: Database, order: Sale): Promise<boolean> {
  const { drawId, orderId } = order;
  const at = sql`${order.now.toISOString()}::timestamptz`;
  const finalized = sql`finalized`;
  const [issued] = await queryRows<{ lines: number; ranges: number }>(
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
      returning o.draw_id, o.order_id, o.client_key, o.team_id, paid.share_holders
    ), noted as (${insertEntries(finalized, order.entry)}
    ), line as materialized (
      select l.pool_id, l.line_number, l.tickets, l.amount_cents,
        (sum(l.tickets) over (partition by l.pool_id order by l.line_number) - l.tickets)::int as before
      from order_lines l join finalized f on f.order_id = l.order_id where l.draw_id = ${drawId}
    ), wanted as materialized (
      select pool_id, sum(tickets)::int as tickets, sum(amount_cents)::bigint as cents from line group by pool_id
    ), locked as materialized (${lockPools(drawId)}
    ), last as materialized (
      select l.pool_id, coalesce((
        select r.last_number from number_ranges r where r.draw_id = ${drawId} and r.pool_id = l.pool_id
        order by r.last_number desc limit 1), 0) as last_number
      from locked l
    ), sold as (
      update pools p set sold = p.sold + w.tickets, reserved = p.reserved - w.tickets,
        sales_cents = p.sales_cents + w.cents, reserved_cents = p.reserved_cents - w.cents, purchases = p.purchases + 1
      from wanted w join last l on l.pool_id = w.pool_id
      where p.draw_id = ${drawId} and p.pool_id = w.pool_id and p.sold >= l.last_number
      returning p.pool_id, p.sold - w.tickets as sold_before, w.tickets
    ), supported as (
      insert into pool_teams as t (draw_id, pool_id, team_id, tickets)
      select ${drawId}, sold.pool_id, f.team_id, sold.tickets from sold, finalized f where f.team_id is not null
      on conflict (draw_id, pool_id, team_id) do update set tickets = t.tickets + excluded.tickets
    ), ${giveBackShares(finalized, { arePaid: true })}, earned as (${earnAsNewcomer(finalized, at)}
    ), issued as (
      insert into number_ranges (draw_id, pool_id, first_number, last_number, order_id, line_number)
      select ${drawId}, line.pool_id, sold.sold_before + line.before + 1, sold.sold_before + line.before + line.tickets,
        ${orderId}, line.line_number
      from line join sold on sold.pool_id = line.pool_id
      returning line_number
    )
    select (select count(*)::int from line) as lines, (select count(*)::int from issued) as ranges`,
  );
  if (issued?.lines !== issued?.ranges) throw new Error("A pool has numbers beyond its counter: none are issued.");
  return (issued?.ranges ?? 0) > 0;
}
