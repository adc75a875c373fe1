import { runStatements } from "@/tests/support/databases/postgres-database";
import type { Filling } from "./large-draw";
import { countersStatement, fillings, orderIdSql, timeSql } from "./large-draw";

/** One order in ten also gets a held one, an unknown payment and a pending mail. */
const oneIn = 10;

/** Writes on a connection that never analyzes. `meanwhile` runs between parts. */
export async function fillSales(url: string, filling: Filling, meanwhile: () => Promise<unknown>): Promise<void> {
  const part = 2000;
  for (let from = 1; from <= filling.orders; from += part) {
    const written = createStatements(filling, from, Math.min(filling.orders, from + part - 1));
    // Writes without foreign keys, which would take millions of lookups.
    await runStatements(url, ["set session_replication_role = replica", ...written]);
    await meanwhile();
  }
  await runStatements(url, [countersStatement(filling)]);
}

/** Each buyer of a filled draw holds one ticket, for days. */
export async function holdMany(url: string, { drawId, until }: Filling): Promise<void> {
  await runStatements(url, [
    `insert into orders (draw_id, order_id, order_code, status, amount_cents, locale, is_test, client_key,
        idempotency_key, request_hash, placed_at, expires_at, extensions)
      select draw_id, 'W' || order_id, 'W' || order_code, 'reserved', amount_cents, locale, is_test, 'W' || order_id,
        'W' || order_id, '', placed_at, timestamptz '${until.toISOString()}' + interval '5 days', 0
      from orders where draw_id = '${drawId}' and status = 'finalized'`,
  ]);
}

/** Finished and future work beside paid orders. The draw's chain begins with the entries of its import. */
function otherSales(filling: Filling, series: string): string[] {
  const { drawId, until } = filling;
  const at = timeSql(filling, 0);
  const inDays = `timestamptz '${until.toISOString()}' + interval '5 days'`;
  const few = `${series} where n % ${oneIn} = 0`;
  return [
    `insert into audit_entries (draw_id, order_id, at, action, actor_kind, detail, sequence, sealed_at, seal)
      select '${drawId}', ${orderIdSql}, ${at}, 'placed', 'buyer', '{}', 1000 + n, ${at}, 'seal-' || n
      ${series}`,
    `insert into payment_tries (draw_id, gateway_order_number, sent_at, network_key, client_key, merchant_key,
        account_key)
      select '${drawId}', ${orderIdSql}, ${at}, 'network-' || n % 1000, 'client-' || n, 'merchant', 'account' ${series}`,
    `insert into ticket_shares (draw_id, pool_id, holder, orders, held, held_cents, paid, paid_cents, began_at)
      select '${drawId}', 'main', 'client:seed-' || n, 0, 0, 0, 5, 2000, ${at} ${series}`,
    `insert into order_words (draw_id, order_id, word)
      select '${drawId}', ${orderIdSql}, unnest(array['marie' || n, 'tremblay', '#1234']) ${series}`,
    `insert into refunds (draw_id, refund_number, order_id, gateway_order_number, line_numbers, cause, method,
        amount_cents, state, requested_by, requested_at)
      select '${drawId}', 'RF' || ${orderIdSql} || '01', ${orderIdSql}, ${orderIdSql}, '{}', 'surplus', 'return', 1, 'done', 'system', ${at}
      ${series}`,
    `insert into orders (draw_id, order_id, order_code, status, amount_cents, locale, is_test, client_key,
        idempotency_key, request_hash, placed_at, expires_at, extensions)
      select '${drawId}', 'H' || ${orderIdSql}, 'H' || n, case when n % 20 = 0 then 'reserved' else 'unknown' end, 2000, 'en',
        false, 'held-' || n, 'held-' || n, '', ${at}, ${inDays}, 0 ${few}`,
    `insert into order_lines (draw_id, order_id, line_number, pool_id, package_id, quantity, tickets, amount_cents)
      select '${drawId}', 'H' || ${orderIdSql}, 1, 'main', 'five', 1, 5, 2000 ${few}`,
    `insert into payment_attempts (draw_id, gateway_order_number, order_id, attempt_number, kind, method, token_hash,
        amount_cents, state, sent_at, deadline_at, ask_at)
      select '${drawId}', 'H' || ${orderIdSql}, 'H' || ${orderIdSql}, 1, 'order', 'token', 'held-' || n, 2000, 'unknown', ${at},
        ${at}, ${inDays} ${few} and n % 20 > 0`,
    `insert into outbox (draw_id, mail_id, order_id, kind, state, queued_at, try_at)
      select '${drawId}', ${orderIdSql} || '-copy-1', ${orderIdSql}, 'copy', 'waiting', ${at}, ${inDays} ${few}`,
  ];
}

function createStatements(filling: Filling, from: number, to: number): string[] {
  const written = fillings(filling).map((statement) => statement(from, to));
  return [...written, ...otherSales(filling, `from generate_series(${from}, ${to}) n`)];
}
