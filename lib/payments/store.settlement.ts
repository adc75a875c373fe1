import "server-only";
import { sql } from "drizzle-orm";
import { isCutOffAt, lockPools, sellsAt } from "@/lib/draws/store.sale";
import type { OrderStatus } from "@/lib/orders/rules";
import type { AttemptKey, AttemptName, AttemptRow } from "@/lib/orders/store.attempts";
import type { LockedOrder } from "@/lib/orders/store.locks";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

type OrderId = { drawId: string; orderId: string };

/** An attempt and its locked order, as they are at `now`. */
export type Settlement = { key: AttemptKey; attempt: AttemptRow; order: LockedOrder; now: Date };

/**
 * Whether a draw and every pool of an order are there and still sell at `at`; if they do, the draw is kept from being
 * closed or changed until the transaction ends. Called before the order is locked.
 */
export async function lockOpenSales(tx: Database, { drawId, orderId }: OrderId, at: Date): Promise<boolean> {
  const instant = sql`${at.toISOString()}::timestamptz`;
  const rows = await queryRows(
    tx,
    sql`select d.draw_id from draws d
      where d.draw_id = ${drawId} and ${sellsAt(instant)} and not exists (
        select from order_lines l left join pools p on p.draw_id = l.draw_id and p.pool_id = l.pool_id
        where l.draw_id = ${drawId} and l.order_id = ${orderId}
          and (p.pool_id is null or ${isCutOffAt(instant)}))
      for share of d`,
  );
  return rows.length === 1;
}

/**
 * Moves an order that is paid or being asked about on, whatever it held. Gives false when it is not in a state of
 * `from`.
 */
export async function moveOrder(
  tx: Database,
  { drawId, orderId }: OrderId,
  { from, to }: { from: OrderStatus[]; to: OrderStatus },
): Promise<boolean> {
  const rows = await queryRows(
    tx,
    sql`update orders set status = ${to}
      where draw_id = ${drawId} and order_id = ${orderId} and status = any(${sql.param(from)}::text[])
      returning order_id`,
  );
  return rows.length === 1;
}

/**
 * Takes the tickets of a locked order again, after its hold has ended. Throws on `pools_capacity` and `pools_jackpot`
 * if there are none left.
 */
export async function retakeTickets(tx: Database, { drawId, orderId }: OrderId): Promise<void> {
  await tx.execute(
    sql`with wanted as materialized (
      select pool_id, sum(tickets)::int as tickets, sum(amount_cents)::bigint as cents
      from order_lines where draw_id = ${drawId} and order_id = ${orderId} group by pool_id
    ), locked as materialized (${lockPools(drawId)})
    update pools p set reserved = p.reserved + w.tickets, reserved_cents = p.reserved_cents + w.cents
    from wanted w join locked l on l.pool_id = w.pool_id
    where p.draw_id = ${drawId} and p.pool_id = w.pool_id`,
  );
}

/** Makes anyone who names the same gateway transaction in a statement wait until this transaction ends. */
export async function lockTransaction(tx: Database, transactionId: string): Promise<void> {
  await queryRows(tx, sql`select pg_advisory_xact_lock(hashtext('stated-transaction'), hashtext(${transactionId}))`);
}

/** Lists the draws in which a payment other than `attempt` has this transaction of the gateway. */
export async function listDrawsOfTransaction(
  db: Database,
  transactionId: string,
  attempt: AttemptName,
): Promise<string[]> {
  const rows = await queryRows<{ draw_id: string }>(
    db,
    sql`select distinct draw_id from payment_attempts
      where gateway_transaction_id = ${transactionId}
        and (draw_id, gateway_order_number) <> (${attempt.drawId}, ${attempt.gatewayOrderNumber})`,
  );
  return rows.map(({ draw_id: drawId }) => drawId);
}
