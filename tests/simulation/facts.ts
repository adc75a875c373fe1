import type { PGlite } from "@electric-sql/pglite";

/** Times in ms, money in cents. */
export type Facts = {
  draw: { closedAt: number | null; closesAt: number };
  pools: Pool[];
  orders: Order[];
  attempts: Attempt[];
  refunds: Refund[];
  mails: { mailId: string; orderId: string; kind: string; state: string; tryAt: number }[];
  revoked: string[];
  /** Audit entries written, and sealed. */
  entries: { written: number; sealed: number };
};

export type Pool = {
  poolId: string;
  maxTickets: number | null;
  sold: number;
  voided: number;
  reserved: number;
  salesCents: number;
  reservedCents: number;
  purchases: number;
  supporting: number;
  cutOffAt: number | null;
};

export type Order = {
  orderId: string;
  status: string;
  amountCents: number;
  key: string;
  hasBuyer: boolean;
  teamId: string | null;
  expiresAt: number;
  lines: { line: number; poolId: string; tickets: number; cents: number }[];
  ranges: { line: number; poolId: string; first: number; last: number; isVoid: boolean }[];
};

export type Attempt = {
  number: string;
  orderId: string;
  state: string;
  method: string;
  transactionId: string | null;
  amountCents: number;
  capturedCents: number | null;
  sentAt: number;
  askAt: number | null;
  shownAt: number | null;
  missedAt: number | null;
  trial: number | null;
};

export type Refund = {
  number: string;
  orderId: string;
  attempt: string;
  state: string;
  cause: string;
  method: string;
  requestedBy: string;
  lines: number[];
  amountCents: number;
  askAt: number | null;
};

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
const list = (query: string) => `(select coalesce(json_agg(x), '[]'::json) from (${query}) x)`;

const statement = `select json_build_object(
  'draw', (select json_build_object('closedAt', ${ms("closed_at")}, 'closesAt', ${ms("closes_at")}) from draws),
  'pools', ${list(`select pool_id "poolId", max_tickets "maxTickets", sold, voided, reserved, sales_cents "salesCents",
    reserved_cents "reservedCents", purchases, ${ms("cut_off_at")} "cutOffAt",
    (select coalesce(sum(t.tickets), 0)::int from pool_teams t where t.pool_id = pools.pool_id) "supporting"
    from pools order by pool_id`)},
  'orders', ${list(`select o.order_id "orderId", status, amount_cents "amountCents", idempotency_key "key",
    buyer is not null "hasBuyer", team_id "teamId", ${ms("expires_at")} "expiresAt",
    ${list(`select line_number "line", pool_id "poolId", tickets, amount_cents "cents" from order_lines l
      where l.order_id = o.order_id order by line_number`)} "lines",
    ${list(`select line_number "line", pool_id "poolId", first_number "first", last_number "last",
      voided_at is not null "isVoid" from number_ranges r where r.order_id = o.order_id order by line_number`)} "ranges"
    from orders o order by placed_at, order_id`)},
  'attempts', ${list(`select gateway_order_number "number", order_id "orderId", state, method,
    gateway_transaction_id "transactionId", amount_cents "amountCents", captured_cents "capturedCents",
    ${ms("sent_at")} "sentAt", ${ms("ask_at")} "askAt", ${ms("shown_at")} "shownAt", ${ms("missed_at")} "missedAt",
    (select trial_number from payment_tries t where t.draw_id = a.draw_id
      and t.gateway_order_number = a.gateway_order_number) "trial"
    from payment_attempts a order by gateway_order_number`)},
  'refunds', ${list(`select refund_number "number", order_id "orderId", gateway_order_number "attempt", state, cause,
    method, requested_by "requestedBy", line_numbers "lines", amount_cents "amountCents", ${ms("ask_at")} "askAt" from refunds order by refund_number`)},
  'mails', ${list(`select mail_id "mailId", order_id "orderId", kind, state,
    ${ms("try_at")} "tryAt" from outbox order by mail_id`)},
  'revoked', (select coalesce(json_agg(device_id), '[]'::json) from devices where revoked_at is not null),
  'entries', (select json_build_object('written', count(*), 'sealed', count(sequence)) from audit_entries)
) as facts`;

/** Prepares the statement, since planning it costs more than running it. */
export async function prepareFacts(client: PGlite): Promise<void> {
  await client.exec(`prepare facts as ${statement}`);
}

/** The database has one draw at a time. */
export async function readFacts(client: PGlite): Promise<Facts> {
  const { rows } = await client.query<{ facts: Facts }>("execute facts");
  if (!rows[0]) throw new Error("The facts could not be read.");
  return rows[0].facts;
}
