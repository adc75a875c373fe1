import "server-only";

import { sql } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { queryRows } from "@/lib/db/database";

import type { NewAuditEntry } from "./store.audit";
import { insertEntries } from "./store.audit";
import { lockPools } from "./store.pool-locks";

/** What an order becomes when it is sold; `validationHash` finds it by its receipt's validation number. */
export type Sale = {
  drawId: string;
  orderId: string;
  now: Date;
  cardType: string | null;
  cardLastFour: string | null;
  validationHash: string;
  /** What is written down with the numbers: who brought the money. */
  entry: NewAuditEntry;
};

/**
 * Moves a paying or unknown order to finalized, turns its held tickets into sold ones, and issues its numbers: contiguous
 * in each pool, from 1, without a gap. Gives false when the order is in no state to be finalized.
 */
export async function issueNumbers(tx: Database, order: Sale): Promise<boolean> {
  const { drawId, orderId } = order;
  const rows = await queryRows(
    tx,
    sql`with finalized as (
      update orders set status = 'finalized', finalized_at = ${order.now.toISOString()}::timestamptz,
        card_type = ${order.cardType}::text, card_last_four = ${order.cardLastFour}::text,
        validation_hash = ${order.validationHash}::text
      where draw_id = ${drawId} and order_id = ${orderId} and status in ('paying', 'unknown')
      returning draw_id, order_id
    ), noted as (${insertEntries(sql`finalized`, order.entry)}
    ), line as materialized (
      select l.pool_id, l.line_number, l.tickets, l.amount_cents,
        (sum(l.tickets) over (partition by l.pool_id order by l.line_number) - l.tickets)::int as before
      from order_lines l join finalized f on f.order_id = l.order_id where l.draw_id = ${drawId}
    ), wanted as materialized (
      select pool_id, sum(tickets)::int as tickets, sum(amount_cents)::bigint as cents from line group by pool_id
    ), locked as materialized (${lockPools(drawId)}
    ), sold as (
      update pools p set sold = p.sold + w.tickets, reserved = p.reserved - w.tickets,
        sales_cents = p.sales_cents + w.cents, reserved_cents = p.reserved_cents - w.cents
      from wanted w join locked l on l.pool_id = w.pool_id
      where p.draw_id = ${drawId} and p.pool_id = w.pool_id
      returning p.pool_id, p.sold - w.tickets as sold_before
    )
    insert into number_ranges (draw_id, pool_id, first_number, last_number, order_id, line_number)
    select ${drawId}, line.pool_id, sold.sold_before + line.before + 1, sold.sold_before + line.before + line.tickets,
      ${orderId}, line.line_number
    from line join sold on sold.pool_id = line.pool_id
    returning line_number`,
  );
  return rows.length > 0;
}
