import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import type { CursorPosition } from "@/lib/orders/rules.cursor";
import { listStart } from "@/lib/orders/rules.cursor";
import { parseSearch } from "@/lib/orders/rules.search";
import type { Database } from "@/lib/platform/db/database";
import { namedClient } from "@/lib/platform/db/named-statements";
import { listRecent, listSold, listUnfinalized, searchOrders } from "@/lib/terminal/orders/store";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";

const sizes = [10_000, Number(process.env.BENCH_ORDERS ?? 1_000_000)] as const;
const calls = Number(process.env.BENCH_CALLS ?? 1000);
const warmUp = 100;

/** A figure is the median over this many parts of a run. */
const parts = 10;

/** Limit for the ratio of the 95th percentiles, large to small, of a list's first page. */
const bar = 1.2;

const drawId = "bench";
const now = new Date();
const first = new Date(now.getTime() - 3 * 24 * 60 * 60_000);

type Stage = { orders: number; test: TestContext; pool: Pool; db: Database };

/** Multiplying by an odd constant (mod 2^32) gives ids that look random and don't repeat. */
const mixed = "upper(lpad(to_hex((n::bigint * 2654435761) % 4294967296), 8, '0'))";

/**
 * Orders of three days, each with a line and an attempt: one in a hundred open, one in twenty refunded, half of them
 * sold by five tablets.
 */
function fillings(orders: number): string[] {
  const series = `generate_series(1, ${orders}) n`;
  const id = `${mixed} || lpad(n::text, 18, '0')`;
  const at = `timestamptz '${first.toISOString()}' + n * interval '${(3 * 86_400) / orders} seconds'`;
  const device = "case when n % 2 = 0 then 'device-' || n % 5 + 1 end";
  const name = "case when n % 20 = 0 then 'Marie Tremblay' else 'Ann' || n % 500 || ' Roy' || n % 3000 end";
  const status = "case when n % 100 = 0 then 'unknown' when n % 10 = 1 then 'expired' else 'finalized' end";
  return [
    `insert into devices (device_id, parent_id, location_id, label, code_hash, code_expires_at, created_at)
      select 'device-' || n, 'test-parent', 'gate', 'Gate ' || n, '', now(), now() from generate_series(1, 5) n`,
    `insert into orders (draw_id, order_id, order_code, status, amount_cents, locale, buyer, is_test, client_key,
        device_id, operator, idempotency_key, request_hash, placed_at, expires_at, extensions)
      select '${drawId}', ${id}, ${mixed}, ${status}, 1000, 'en',
        jsonb_build_object('name', ${name}, 'email', 'Buyer' || n / 2 || '@example.test',
          'phone', (4160000000 + n)::text, 'province', 'ON'),
        false, '', ${device}, 'Alex', 'key-' || n, '', ${at}, ${at}, 0
      from ${series}`,
    `insert into order_lines (draw_id, order_id, line_number, pool_id, package_id, quantity, tickets, amount_cents)
      select '${drawId}', ${id}, 1, 'main', 'one', 1, 1, 1000 from ${series}`,
    `insert into number_ranges (draw_id, pool_id, first_number, last_number, order_id, line_number)
      select '${drawId}', 'main', n, n, ${id}, 1 from ${series} where n % 10 <> 1`,
    `insert into payment_attempts (draw_id, gateway_order_number, order_id, attempt_number, kind, method, token_hash,
        device_id, amount_cents, state, sent_at, deadline_at)
      select '${drawId}', ${id}, ${id}, 1, 'order', 'token', '', ${device}, 1000,
        case when n % 100 = 0 then 'unknown' when n % 10 = 1 then 'declined' else 'approved' end, ${at}, ${at}
      from ${series}`,
    `insert into refunds (draw_id, refund_number, order_id, gateway_order_number, line_numbers, cause, method,
        amount_cents, state, requested_by, requested_at)
      select '${drawId}', ${id}, ${id}, ${id}, '{1}', 'requested', 'return', 500, 'done', 'admin', ${at}
      from ${series} where n % 20 = 3`,
    "vacuum analyze",
  ];
}

async function openStage(orders: number): Promise<Stage> {
  const test = await openTestContext(now);
  await importTestDraw(test.admin, drawAt(now, { id: drawId, urlSlug: drawId }));
  const pool = new Pool({
    connectionString: test.databaseUrl ?? "",
    max: 1,
    Client: namedClient(),
  });
  for (const statement of fillings(orders)) await pool.query(statement);
  return { orders, test, pool, db: drizzle({ client: pool }) as unknown as Database };
}

function pickOrder(orders: number): number {
  return 1 + Math.floor(Math.random() * orders);
}

function deepPlace(): CursorPosition {
  const atMs = now.getTime() - Math.random() * 0.9 * (now.getTime() - first.getTime());
  return { ...listStart, micros: String(Math.round(atMs * 1000)) };
}

function toCode(n: number): string {
  return ((BigInt(n) * 2654435761n) % 4294967296n).toString(16).padStart(8, "0");
}

const page = { drawId, deviceId: null, after: listStart, limit: 26 };
const own = { ...page, deviceId: "device-1" };

const today = [{ drawId, from: new Date(now.getTime() - 24 * 60 * 60_000), to: now }];

/** Lists with a bar are those that tablets poll. */
const lists: { name: string; hasBar?: true; read: (stage: Stage) => Promise<unknown[]> }[] = [
  { name: "recent, first page", hasBar: true, read: ({ db }) => listRecent(db, page) },
  { name: "recent of a tablet, first page", hasBar: true, read: ({ db }) => listRecent(db, own) },
  { name: "recent, deep page", read: ({ db }) => listRecent(db, { ...page, after: deepPlace() }) },
  { name: "unfinalized, first page", hasBar: true, read: ({ db }) => listUnfinalized(db, page, now) },
  { name: "unfinalized of a tablet", hasBar: true, read: ({ db }) => listUnfinalized(db, own, now) },
  { name: "latest sales of a tablet", hasBar: true, read: ({ db }) => listSold(db, "device-1", today, 5) },
  {
    name: "search by code",
    read: ({ db, orders }) => searchOrders(db, page, parseSearch(toCode(pickOrder(orders)), "")),
  },
  {
    name: "search by email",
    read: ({ db, orders }) =>
      searchOrders(db, page, parseSearch(`buyer${Math.floor(pickOrder(orders) / 2)}@example.test`, "")),
  },
  {
    name: "search by telephone",
    read: ({ db, orders }) =>
      searchOrders(db, page, parseSearch(`416${String(pickOrder(orders)).padStart(7, "0")}`, "")),
  },
  {
    name: "search by ticket number",
    read: ({ db, orders }) => searchOrders(db, page, parseSearch(String(Math.ceil(pickOrder(orders) / 10) * 10), "")),
  },
  { name: "search by a common name", read: ({ db }) => searchOrders(db, page, parseSearch("tremblay", "")) },
  {
    name: "the same of a tablet",
    read: ({ db }) => searchOrders(db, { ...page, deviceId: "device-1" }, parseSearch("marie", "")),
  },
  { name: "search by a whole name", read: ({ db }) => searchOrders(db, page, parseSearch("Ann2 Roy2", "")) },
];

async function measureTime(stage: Stage, read: (typeof lists)[number]["read"]): Promise<number> {
  const startedMs = performance.now();
  const rows = await read(stage);
  if (rows.length === 0) throw new Error("A list of the bench is empty.");
  return performance.now() - startedMs;
}

function percentile(times: number[], part: number): number {
  return times.sort((left, right) => left - right)[Math.floor(times.length * part)] ?? 0;
}

/** The median over the parts, because other load may spoil some of them. */
function steady(times: number[], part: number): number {
  const length = Math.ceil(times.length / parts);
  const each = Array.from({ length: parts }, (_none, at) =>
    percentile(times.slice(at * length, (at + 1) * length), part),
  );
  return percentile(each, 0.5);
}

/** Reads small and large in turns, so that other load slows both. */
async function compare(stages: readonly [Stage, Stage], { name, read }: (typeof lists)[number]): Promise<number> {
  const times: [number[], number[]] = [[], []];
  for (let call = -warmUp; call < calls; call += 1) {
    for (const at of call % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const took = await measureTime(stages[at], read);
      if (call >= 0) times[at].push(took);
    }
  }
  const shown = times.map((list) => `${steady(list, 0.5).toFixed(2)} / ${steady(list, 0.95).toFixed(2)} ms`);
  const ratio = steady(times[1], 0.95) / steady(times[0], 0.95);
  console.log(`${name.padEnd(26)} p50 / p95  ${shown.join("   ")}   p95 ratio ${ratio.toFixed(2)}`);
  return ratio;
}

async function main(): Promise<void> {
  if (!process.env.TEST_DATABASE_URL) throw new Error("Set TEST_DATABASE_URL to a PostgreSQL that may be burdened.");
  const stages = [await openStage(sizes[0]), await openStage(sizes[1])] as const;
  console.log(`Lists of the terminal at ${sizes[0]} and at ${sizes[1]} orders, ${calls} calls each in turns:`);
  const ratios: number[] = [];
  for (const list of lists) {
    const ratio = await compare(stages, list);
    if (list.hasBar) ratios.push(ratio);
  }
  for (const { pool, test } of stages) {
    await pool.end();
    await test.close();
  }
  const worst = Math.max(...ratios);
  console.log(`The worst ratio of a first page is ${worst.toFixed(2)}; the bar is ${bar}.`);
  if (worst > bar) process.exitCode = 1;
}

await main();
