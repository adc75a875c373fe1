import { sql } from "drizzle-orm";

import type { TestContext } from "@/tests/support/core/test-context";

/** Paid orders of five tickets each, placed evenly between `from` and `until`. */
export type Filling = { drawId: string; orders: number; from: Date; until: Date };

export type LargeDrawPayment = { orderNumber: string; transactionId: number };

export const filled = { tickets: 5, cents: 2000, packageId: "five" } as const;

/** In ms after the order was placed. */
const [paidAfterMs, answeredAfterMs] = [60_000, 62_000];

const firstTransaction = 20_000_000;

/** Multiplying by an odd number makes ids look random and stay unique. */
const mixed = "upper(lpad(to_hex((n::bigint * 2654435761) % 4294967296), 8, '0'))";
/** SQL for the id of order `n`. */
export const orderIdSql = `${mixed} || lpad(n::text, 18, '0')`;

/** SQL for a time after order `n` was placed, in whole ms, so that its seal can be computed here. */
export function timeSql({ from, until, orders }: Filling, afterMs: number): string {
  const stepMs = Math.floor((until.getTime() - from.getTime()) / orders);
  if (stepMs < 1) throw new Error("The orders do not fit between the instants.");
  return `timestamptz '${from.toISOString()}' + n * interval '${stepMs} milliseconds' + interval '${afterMs} milliseconds'`;
}

export function placedMs({ from, until, orders }: Filling, n: number): number {
  return from.getTime() + n * Math.floor((until.getTime() - from.getTime()) / orders);
}

export function toOrderId(n: number): string {
  const start = (BigInt(n) * 2654435761n) % 4294967296n;
  return start.toString(16).padStart(8, "0").toUpperCase() + String(n).padStart(18, "0");
}

export function toPayment(n: number): LargeDrawPayment {
  return { orderNumber: toOrderId(n), transactionId: firstTransaction + n };
}

export function orderAt({ orders }: Filling, orderNumber: string): number | null {
  const n = Number(orderNumber.slice(8));
  return n >= 1 && n <= orders && toOrderId(n) === orderNumber ? n : null;
}

/** Each statement writes the orders of a range, with lines, numbers, approved attempts and sent receipts. */
export function fillings(filling: Filling): ((from: number, to: number) => string)[] {
  const { drawId } = filling;
  const series = (from: number, to: number) => `from generate_series(${from}, ${to}) n`;
  const [placed, sent, answered] = [0, paidAfterMs, answeredAfterMs].map((ms) => timeSql(filling, ms));
  const { tickets, cents, packageId } = filled;
  return [
    (
      from,
      to,
    ) => `insert into orders (draw_id, order_id, order_code, status, amount_cents, locale, buyer, is_test, client_key,
        idempotency_key, request_hash, placed_at, expires_at, extensions, finalized_at, card_type, card_last_four,
        validation_hash)
      select '${drawId}', ${orderIdSql}, ${mixed} || 'Z', 'finalized', ${cents}, 'en',
        jsonb_build_object('name', 'Marie Tremblay', 'email', 'buyer' || n || '@example.test', 'province', 'ON'), false, '',
        'seed-' || n, '', ${placed}, ${placed} + interval '15 minutes', 0, ${answered}, 'VI', '1234', 'seed-' || n
      ${series(from, to)}`,
    (
      from,
      to,
    ) => `insert into order_lines (draw_id, order_id, line_number, pool_id, package_id, quantity, tickets, amount_cents)
      select '${drawId}', ${orderIdSql}, 1, 'main', '${packageId}', 1, ${tickets}, ${cents} ${series(from, to)}`,
    (from, to) => `insert into number_ranges (draw_id, pool_id, first_number, last_number, order_id, line_number)
      select '${drawId}', 'main', n * ${tickets} - ${tickets - 1}, n * ${tickets}, ${orderIdSql}, 1 ${series(from, to)}`,
    (from, to) => `insert into payment_attempts (draw_id, gateway_order_number, order_id, attempt_number, kind, method,
        token_hash, amount_cents, state, gateway_transaction_id, gateway_code, sent_at, deadline_at, answered_at)
      select '${drawId}', ${orderIdSql}, ${orderIdSql}, 1, 'order', 'token', 'seed-' || n, ${cents}, 'approved',
        (${firstTransaction} + n)::text, 1, ${sent}, ${sent} + interval '30 seconds', ${answered} ${series(from, to)}`,
    (from, to) => `insert into outbox (draw_id, mail_id, order_id, kind, state, queued_at, try_at, tries, sent_at)
      select '${drawId}', ${orderIdSql}, ${orderIdSql}, 'receipt', 'sent', ${answered}, ${answered}, 1, ${answered} ${series(from, to)}`,
  ];
}

export const filledActions = [
  { action: "placed", actor: "buyer", detail: `{"amountCents": ${filled.cents}}`, afterMs: 0 },
  { action: "payment-sent", actor: "buyer", detail: '{"attempt": 1}', afterMs: paidAfterMs },
  { action: "payment-approved", actor: "system", detail: '{"attempt": 1}', afterMs: answeredAfterMs },
] as const;

export function countersStatement({ drawId, orders }: Filling): string {
  const [sold, cents] = [orders * filled.tickets, orders * filled.cents];
  return `update pools set sold = ${sold}, sales_cents = ${cents} where draw_id = '${drawId}' and pool_id = 'main'`;
}

/** The draw's audit entries wait to be sealed. */
export async function fillDraw({ ctx }: TestContext, filling: Filling): Promise<void> {
  const { drawId, orders } = filling;
  const entries = filledActions.map(
    ({ action, actor, detail, afterMs }) =>
      `insert into audit_entries (draw_id, order_id, at, action, actor_kind, detail)
        select '${drawId}', ${orderIdSql}, ${timeSql(filling, afterMs)}, '${action}', '${actor}', '${detail}'
        from generate_series(1, ${orders}) n`,
  );
  const rows = fillings(filling).map((statement) => statement(1, orders));
  for (const statement of [...rows, ...entries, countersStatement(filling), "analyze"]) {
    await ctx.db.execute(sql.raw(statement));
  }
}
