import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import { readDrawRecord } from "@/lib/draws/store";
import type { Reservation } from "@/lib/orders/reserve/store";
import { reserveOrder } from "@/lib/orders/reserve/store";
import { readOrderRecord } from "@/lib/orders/store";
import { insertAttempt } from "@/lib/payments/pay/store";
import { settleAttempt } from "@/lib/payments/settle/settle-attempt";
import type { Database } from "@/lib/platform/db/database";
import { namedClient } from "@/lib/platform/db/named-statements";
import { refreshStatistics } from "@/lib/platform/db/statistics";
import { createSealer } from "@/lib/platform/server/seal";
import { listHolders } from "@/lib/shares/rules";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import { createTestGateway } from "@/tests/support/core/test-gateway";

const modes = ["named", "custom", "unnamed"] as const;

type Mode = (typeof modes)[number];
type Bench = { name: string; run: (db: Database) => Promise<void> };

const calls = Number(process.env.BENCH_CALLS ?? 150);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const manyOrders = 100_000;

const draw = "bench";
const actor = { kind: "buyer", deviceId: null, operator: null } as const;
const sealer = createSealer(randomBytes(32));
const gateway = createTestGateway();
const now = new Date();

function randomId(bytes: number): string {
  return randomBytes(bytes).toString("hex").toUpperCase();
}

function reservation(): Reservation {
  const line = { poolId: "main", packageId: "one", bundleId: null, quantity: 1, tickets: 1, amountCents: 1000 };
  return {
    drawId: draw,
    revision: 1,
    orderId: randomId(13),
    orderCode: randomId(8),
    amountCents: 1000,
    lines: [line],
    locale: "en",
    buyer: { name: "Marie Tremblay", email: "marie@example.com", province: "ON" },
    teamId: null,
    isTest: false,
    clientKey: randomId(16),
    idempotencyKey: randomId(16),
    requestHash: "",
    now,
    expiresAt: new Date(now.getTime() + 3_600_000),
    newBuyerExpiresAt: new Date(now.getTime() + 3_600_000),
    holders: listHolders({ network: randomId(6), wideNetwork: null, client: randomId(16), deviceId: null }),
    sizes: [{ poolId: "main", largest: { tickets: 1, cents: 1000 }, smallest: { tickets: 1, cents: 1000 } }],
    maxHolds: 5,
    byCard: false,
    actor,
    location: {},
  };
}

async function reserve(db: Database): Promise<string> {
  const wanted = reservation();
  if (!(await reserveOrder(db, wanted)).written) throw new Error("Nothing was reserved.");
  return wanted.orderId;
}

async function sell(db: Database): Promise<void> {
  const orderId = await reserve(db);
  const attempt = {
    drawId: draw,
    orderId,
    provider: "bambora" as const,
    method: "token" as const,
    buyer: null,
    replacesBuyer: false,
    amountCents: 1000,
    maximumCents: 1000,
    revision: 1,
    tokenHash: orderId,
    openedBy: orderId,
    now,
    maxAttempts: 10,
    actor,
  };
  const payer = {
    network: "bench",
    wideNetwork: null,
    client: orderId,
    deviceId: null,
    account: "bench",
    merchant: "bench",
  };
  const newAttempt = { ...attempt, deadlineAt: new Date(now.getTime() + 30_000), payer, hasWaited: false };
  const { attempt: inserted } = await insertAttempt(db, newAttempt);
  if (!inserted) throw new Error("No attempt was opened.");
  const approval = { transactionId: "1", code: "1", amountCents: 1000, cardType: "VI", lastFour: "1234" };
  const key = { drawId: draw, orderId, gatewayOrderNumber: inserted.gatewayOrderNumber };
  await settleAttempt({ db, gateway, now: () => now, wait, sealer, mode: "test" }, key, {
    kind: "approved",
    ...approval,
  });
}

let known = "";

const benches: Bench[] = [
  { name: "reserve", run: async (db) => void (await reserve(db)) },
  { name: "sale: reserve, attempt, numbers", run: sell },
  { name: "read a draw", run: async (db) => void (await readDrawRecord(db, draw)) },
  { name: "read an order", run: async (db) => void (await readOrderRecord(db, draw, known)) },
];

async function openModes(url: string): Promise<{ pools: Record<Mode, Pool>; close: () => Promise<void> }> {
  const open = (mode: Mode) => {
    const options = mode === "custom" ? "-c plan_cache_mode=force_custom_plan" : "";
    const named = mode === "unnamed" ? {} : { Client: namedClient() };
    return new Pool({ connectionString: url, max: 1, options, ...named });
  };
  const pools = { named: open("named"), custom: open("custom"), unnamed: open("unnamed") };
  return { pools, close: async () => void (await Promise.all(modes.map((mode) => pools[mode].end()))) };
}

/** As Linux counts it, so PostgreSQL must run on this machine. */
function readCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function readBackendPid(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid ?? 0;
}

/** Processor time in microseconds, so that other work on the machine doesn't count. */
type Cost = { here: number; there: number };

async function measure(pool: Pool, run: Bench["run"]): Promise<Cost> {
  const db = drizzle({ client: pool }) as unknown as Database;
  const pid = await readBackendPid(pool);
  const [hereBefore, thereBefore] = [process.cpuUsage(), readCpuMs(pid)];
  for (let call = 0; call < calls; call += 1) await run(db);
  const here = process.cpuUsage(hereBefore);
  return { here: (here.user + here.system) / calls, there: ((readCpuMs(pid) - thereBefore) * 1000) / calls };
}

function median(values: number[]): number {
  return values.sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

/** Takes turns, because tables grow meanwhile. */
async function compare(pools: Record<Mode, Pool>, bench: Bench): Promise<void> {
  const costs: Record<Mode, Cost[]> = { named: [], custom: [], unnamed: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const mode of modes) costs[mode].push(await measure(pools[mode], bench.run));
  }
  const sum = (mode: Mode) => median(costs[mode].map(({ here, there }) => here + there));
  const shown = modes.map((mode) => {
    const [here, there] = [median(costs[mode].map((cost) => cost.here)), median(costs[mode].map((cost) => cost.there))];
    return `${mode} ${here.toFixed(0).padStart(5)} + ${there.toFixed(0).padStart(5)} µs`;
  });
  const ratio = (sum("named") / sum("unnamed")).toFixed(2);
  console.log(`${bench.name.padEnd(32)} ${shown.join("   ")}   named/unnamed ${ratio}`);
}

async function fillUnanalysed(url: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 });
  const db = drizzle({ client: pool });
  await db.execute(sql`insert into orders (draw_id, order_id, order_code, status, amount_cents, locale, is_test,
      client_key, hold_slot, idempotency_key, request_hash, placed_at, expires_at, extensions)
    select ${draw}, 'FILL' || n, 'C' || n, 'finalized', 1000, 'en', false, 'client' || n, 1, 'key' || n, '', now(), now(), 0
    from generate_series(1, ${manyOrders}::int) n`);
  await db.execute(sql`insert into order_lines
      (draw_id, order_id, line_number, pool_id, package_id, quantity, tickets, amount_cents)
    select ${draw}, 'FILL' || n, 1, 'main', 'one', 1, 1, 1000 from generate_series(1, ${manyOrders}::int) n`);
  await db.execute(sql`insert into payment_attempts (draw_id, gateway_order_number, order_id, attempt_number, kind,
      method, token_hash, amount_cents, state, sent_at, deadline_at)
    select ${draw}, 'FILL' || n, 'FILL' || n, 1, 'order', 'token', 't', 1000, 'approved', now(), now()
    from generate_series(1, ${manyOrders}::int) n`);
  await pool.end();
}

async function main(): Promise<void> {
  if (!process.env.TEST_DATABASE_URL) throw new Error("Set TEST_DATABASE_URL to a PostgreSQL that may be burdened.");
  const test = await openTestContext(now);
  for (const table of [
    "audit_entries",
    "orders",
    "order_lines",
    "payment_attempts",
    "number_ranges",
    "pools",
    "draws",
  ]) {
    await test.ctx.db.execute(sql.raw(`alter table ${table} set (autovacuum_enabled = false)`));
  }
  await importTestDraw(test.admin, drawAt(now, { id: draw, urlSlug: draw, maxTickets: 10_000_000 }));
  const { pools, close } = await openModes(test.databaseUrl ?? "");
  known = await reserve(test.ctx.db);
  console.log("From empty tables, never analysed:");
  for (const bench of benches) await compare(pools, bench);
  await fillUnanalysed(test.databaseUrl ?? "");
  console.log(`The same connections with ${manyOrders} orders more, not analysed:`);
  for (const bench of benches) await compare(pools, bench);
  console.log(`After the statistics job, which analysed ${(await refreshStatistics(test.ctx.db)).join(", ")}:`);
  for (const bench of benches) await compare(pools, bench);
  await close();
  await test.close();
}

await main();
