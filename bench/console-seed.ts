import { createValidationNumber, hashValidationNumber, readValidationNumber } from "@/lib/orders/rules.validation";
import type { Filling } from "@/tests/support/draws/large-draw";
import { orderIdSql, timeSql, toOrderId } from "@/tests/support/draws/large-draw";

import { sealer } from "./open-context";
import type { SqlClient } from "./seed-orders";
import { withoutIndexes } from "./seed-orders";

const batch = 50_000;

/** Orders with a validation number, evenly spread. */
const validatedOrders = 500;

/** Entries of a draw, of tablets, and of people of the console. */
const createHistory = ({ drawId, orders }: Filling) => [
  { chain: drawId, entries: 200, action: "draw-redefined", detail: "{}" },
  { chain: "parent:test-parent", entries: orders / 100, action: "device-changed", detail: "{}" },
  { chain: "system:people", entries: orders / 10, action: "session-opened", detail: '{"person": "p1"}' },
  { chain: "system:people", entries: 30, action: "role-given", detail: '{"person": "p1", "parent": "test-parent"}' },
];

/** A pseudo-random number between 0 and 1. Each odd `by` gives another sequence. */
const chance = (by: number) => `((n::bigint * ${by}) % 4294967296 / 4294967296.0)`;

/**
 * Numbers of different names. As in reality, some are far more frequent: 3 % of buyers have the most frequent first
 * name, 0.7 % the most frequent last name.
 */
const names = { first: 1000, last: 20_000 } as const;

/** A word per rank. Close ranks have the same beginning. */
const wordSql = (initial: string, of: number, by: number) =>
  `'${initial}' || translate(to_hex(floor(${of} * power(${chance(by)}, 2))::int + 4096), '0123456789abcdef',
    'aeioulnrstmdcpbv')`;

const firstName = wordSql("m", names.first, 2_246_822_519);
const lastName = wordSql("t", names.last, 3_266_489_917);

const lastFourSql = "lpad(((n::bigint * 7919) % 10000)::text, 4, '0')";

const codeSql = `'OIL' || left(${orderIdSql}, 8)`;

/**
 * One order in ten has expired, one in forty is refunded, one in fifty cancelled, one in two thousand unknown.
 */
const statusSql = `case when n % 2000 = 0 then 'unknown' when n % 10 = 1 then 'expired' when n % 40 = 3 then 'refunded'
  when n % 50 = 7 then 'cancelled' else 'finalized' end`;

const paidCondition = "n % 2000 > 0 and n % 10 <> 1 and n % 50 <> 7";

/** One email in a thousand wasn't delivered, and one paid order in ten thousand was refused its refund. */
const undeliveredCondition = "n % 1000 = 9";

const refusedCondition = "n % 10000 = 15";

const tickets = 5;

/** As on the receipt. */
export function toValidationNumber(drawId: string, n: number): string {
  return createValidationNumber(sealer, { drawId, orderId: toOrderId(n) });
}

/** The number of a paid order: each is 5 more than a multiple of a hundred. */
export function validatedAt(orders: number, nth: number): number {
  const hundreds = Math.floor(orders / 100);
  const seeded = Math.min(validatedOrders, hundreds);
  return (nth % seeded) * Math.floor(hundreds / seeded) * 100 + 5;
}

/** Needs a superuser. The first draw is the large one and has the history. */
export async function seedConsole(client: SqlClient, draws: readonly [Filling, ...Filling[]]): Promise<void> {
  await client.query("set session_replication_role = replica");
  await client.query("set synchronous_commit = off");
  await client.query("set maintenance_work_mem = '512MB'");
  await withoutIndexes(client, async () => {
    for (const draw of draws) {
      for (let from = 1; from <= draw.orders; from += batch) {
        const to = Math.min(draw.orders, from + batch - 1);
        for (const statement of createStatements(draw, from, to)) await client.query(statement);
        if (to % 200_000 === 0) console.error(`${to} of ${draw.orders} orders are seeded.`);
      }
    }
  });
  const [large] = draws;
  for (const { drawId, orders } of draws) {
    await client.query(`update pools set sold = ${orders * tickets} where draw_id = '${drawId}' and pool_id = 'main'`);
    await client.query(
      `insert into word_walks (draw_id, finalized_at, order_id) select draw_id, finalized_at, order_id from orders
        where draw_id = '${drawId}' and status = 'finalized' order by finalized_at desc, order_id desc limit 1`,
    );
  }
  await writeHalfHours(client, large);
  await writeValidations(client, large);
  await writeHistory(client, large);
  await client.query("vacuum analyze");
}

function createStatements(draw: Filling, from: number, to: number): string[] {
  const { drawId } = draw;
  const series = `from generate_series(${from}, ${to}) n`;
  const [at, paidAt] = [timeSql(draw, 0), timeSql(draw, 60_000)];
  return [
    `insert into orders (draw_id, order_id, order_code, status, amount_cents, locale, buyer, is_test, client_key,
        device_id, operator, idempotency_key, request_hash, placed_at, expires_at, extensions, finalized_at, card_type,
        card_last_four, validation_hash)
      select '${drawId}', ${orderIdSql}, ${codeSql}, ${statusSql}, 2000, 'en',
        jsonb_build_object('name', initcap(${firstName} || ' ' || ${lastName}),
          'email', case when n % 200 = 9 then 'cash' else 'Buyer' || n / 3 end || '@example.test',
          'phone', (4160000000 + n / 3)::text, 'province', 'ON'),
        false, '', case when n % 4 = 0 then 'gate-' || n % 5 end, case when n % 4 = 0 then 'Alex' end, 'seed-' || n, '',
        ${at}, ${at} + interval '15 minutes', 0, case when ${paidCondition} then ${paidAt} end,
        case when ${paidCondition} then 'VI' end, case when ${paidCondition} then ${lastFourSql} end,
        case when ${paidCondition} then 'seed-' || n end
      ${series}`,
    `insert into order_lines (draw_id, order_id, line_number, pool_id, package_id, quantity, tickets, amount_cents)
      select '${drawId}', ${orderIdSql}, 1, 'main', 'five', 1, ${tickets}, 2000 ${series}`,
    `insert into number_ranges (draw_id, pool_id, first_number, last_number, order_id, line_number, voided_at)
      select '${drawId}', 'main', n * ${tickets} - ${tickets - 1}, n * ${tickets}, ${orderIdSql}, 1,
        case when n % 40 = 3 then ${paidAt} end ${series} where ${paidCondition}`,
    `insert into payment_attempts (draw_id, gateway_order_number, order_id, attempt_number, kind, method, token_hash,
        amount_cents, state, gateway_transaction_id, gateway_code, sent_at, deadline_at, answered_at)
      select '${drawId}', ${orderIdSql}, ${orderIdSql}, 1, 'order', 'token', 'seed-' || n, 2000,
        case when ${paidCondition} then 'approved' when n % 2000 = 0 then 'unknown' else 'declined' end,
        '${drawId}' || n, 1, ${at}, ${at} + interval '30 seconds', ${paidAt} ${series}`,
    `insert into refunds (draw_id, refund_number, order_id, gateway_order_number, line_numbers, cause, method,
        amount_cents, state, requested_by, requested_at)
      select '${drawId}', 'RF' || ${orderIdSql} || '01', ${orderIdSql}, ${orderIdSql}, '{}', 'requested', 'return', 2000, 'done', 'admin',
        ${paidAt} ${series} where n % 40 = 3`,
    `insert into refunds (draw_id, refund_number, order_id, gateway_order_number, line_numbers, cause, method,
        amount_cents, state, requested_by, requested_at, answered_at)
      select '${drawId}', 'RF' || ${orderIdSql} || '01', ${orderIdSql}, ${orderIdSql}, '{1}', 'requested', 'return',
        2000, 'refused', 'admin', ${paidAt}, ${paidAt} ${series} where ${refusedCondition}`,
    `insert into outbox (draw_id, mail_id, order_id, kind, state, queued_at, try_at, tries, sent_at)
      select '${drawId}', ${orderIdSql}, ${orderIdSql}, 'receipt',
        case when ${undeliveredCondition} then 'failed' else 'sent' end, ${paidAt}, ${paidAt}, 1,
        case when ${undeliveredCondition} then null else ${paidAt} end
      ${series} where ${paidCondition}`,
    `insert into audit_entries (draw_id, entry_id, order_id, at, action, actor_kind, detail, sequence, sealed_at, seal)
      select '${drawId}', n || '-' || a.place, ${orderIdSql}, ${at} + a.place * interval '20 seconds', a.action, 'buyer',
        '{"attempt": 1}', 1000 + (n - 1) * 3 + a.place, ${paidAt}, 'seal-' || n || '-' || a.place
      ${series} cross join (values (1, 'placed'), (2, 'payment-sent'), (3, 'payment-approved')) a (place, action)`,
    `insert into order_words (draw_id, order_id, word)
      select '${drawId}', ${orderIdSql}, unnest(array[${firstName}, ${lastName}, '#' || ${lastFourSql}]) ${series}
      where ${paidCondition} on conflict do nothing`,
  ];
}

/**
 * Today's sales: of the large draw by ten tablets with two operators each and five teams, of the others by one tablet.
 * The job has still to count each draw's last 1,000 entries.
 */
async function writeHalfHours(client: SqlClient, { drawId }: Filling): Promise<void> {
  await client.query(
    `insert into half_hour_sales (draw_id, starts_at, method, device_id, operator, team_id, orders, tickets,
        amount_cents, void_tickets, void_cents)
      select d.draw_id, date_trunc('day', now()) + hour * interval '30 minutes', m.method,
        case when m.method = 'cash' then 'gate-' || device else '' end,
        case when m.method = 'cash' then 'Alex ' || device || '-' || operator else '' end, 'team-' || team,
        7, 35, 14000, 5, 2000
      from draws d cross join generate_series(0, 47) hour cross join (values ('token'), ('apple_pay'), ('cash')) m (method)
        cross join generate_series(0, 9) device cross join generate_series(0, 1) operator
        cross join generate_series(0, 4) team
      where (m.method = 'cash' or device = 0 and operator = 0)
        and (d.draw_id = '${drawId}' or device = 0 and operator = 0 and team = 0)`,
  );
  await client.query(
    `insert into half_hour_sales_progress (draw_id, sequence, counted_at)
      select draw_id, greatest(0, max(sequence) - 1000), now() from audit_entries
      where sequence is not null and draw_id in (select draw_id from draws) group by draw_id`,
  );
}

async function writeValidations(client: SqlClient, { drawId, orders }: Filling): Promise<void> {
  const seeded = [...new Set(Array.from({ length: validatedOrders }, (_none, nth) => validatedAt(orders, nth)))];
  const rows = seeded.map((n) => {
    const number = readValidationNumber(toValidationNumber(drawId, n)) ?? "";
    return `('${toOrderId(n)}', '${hashValidationNumber(sealer, drawId, number)}')`;
  });
  await client.query(
    `update orders o set validation_hash = v.hash from (values ${rows.join(", ")}) v (id, hash)
      where o.draw_id = '${drawId}' and o.order_id = v.id`,
  );
}

async function writeHistory(client: SqlClient, large: Filling): Promise<void> {
  for (const { chain, entries, action, detail } of createHistory(large)) {
    await client.query(
      `insert into audit_entries (draw_id, at, action, actor_kind, operator, detail)
        select '${chain}', timestamptz '${large.from.toISOString()}' + n * interval '10 seconds',
          '${action}', 'admin', 'person:p' || n % 50, '${detail}' from generate_series(1, ${entries}) n`,
    );
  }
}
