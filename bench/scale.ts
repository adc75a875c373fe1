import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

import { Client } from "pg";
import type { Context } from "@/lib/context";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import { placeOrder } from "@/lib/orders/place-order";
import { openPostgres } from "@/lib/platform/db/open-postgres";
import { createSealer } from "@/lib/platform/server/seal";
import { reportDraw } from "@/lib/reports/report-draw";
import type { Filling } from "@/tests/support/large-draw";
import { basketOf } from "@/tests/support/order-core";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/test-context";

import { seedOrders } from "./seed-orders";
import { ledgerOf } from "./seeded-ledger";

/** What is read beside the sales. */
const readings = ["report", "invariants"] as const;

type Reading = (typeof readings)[number];

/** What a process of its own says of a reading; the rows are ranges or orders. */
type Told = { seconds: number; peakMb: number; rows: number; isClean: boolean };

const orders = Number(process.env.BENCH_ORDERS ?? 2_000_000);
const quietMs = Number(process.env.BENCH_QUIET_MS ?? 20_000);

/** The draw that is read, and one beside it on which nothing was sold. */
const [drawId, otherId] = ["scale", "other"];
const sealer = createSealer(Buffer.alloc(32, 7));
const dayMs = 24 * 60 * 60_000;

function fillingAt(now: Date): Filling {
  return { drawId, orders, from: new Date(now.getTime() - 3 * dayMs), until: new Date(now.getTime() - dayMs / 8) };
}

/** The context of a process that works on the seeded database. */
async function openScale(url: string): Promise<{ ctx: Context; close: () => Promise<void> }> {
  const [test, database] = [await openTestContext(), await openPostgres(url)];
  const now = new Date();
  const gateway = ledgerOf(test.gateway, fillingAt(now));
  const ctx: Context = { ...test.ctx, db: database.pools.jobs, sealer, gateway, now: () => new Date() };
  const close = async () => {
    await database.close();
    await test.close();
  };
  return { ctx, close };
}

async function readReport(ctx: Context): Promise<Pick<Told, "rows" | "isClean">> {
  const reported = await reportDraw(ctx, drawId);
  if (!reported.ok) throw new Error(reported.reason);
  let [rows, isClean] = [0, false];
  for await (const record of reported.records) {
    if (record.kind === "range") rows += 1;
    if (record.kind === "end") isClean = record.addsUp;
  }
  return { rows, isClean };
}

async function readInvariants(ctx: Context): Promise<Pick<Told, "rows" | "isClean">> {
  const report = await checkInvariants(ctx, { instanceId: drawId });
  if (!report.ok) throw new Error(report.reason);
  for (const violation of report.violations.slice(0, 5)) console.error(violation);
  return { rows: report.totals.orders, isClean: report.checks.every(({ rows }) => rows === 0) };
}

/** In a process of its own, as the server has one: reads, and says how it went. */
async function readAlone(reading: Reading, url: string): Promise<void> {
  const { ctx, close } = await openScale(url);
  const admin: Context = { ...ctx, actor: { kind: "admin" } as Context["actor"] };
  const startedMs = performance.now();
  const read = await (reading === "report" ? readReport(admin) : readInvariants(admin));
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const told: Told = { ...read, seconds, peakMb: Math.round(process.resourceUsage().maxRSS / 1024) };
  console.log(JSON.stringify(told));
  await close();
}

function startReading(reading: Reading, url: string): Promise<Told> {
  const words = [...process.execArgv, process.argv[1] ?? "", reading, url];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  let written = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    written += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once("close", (code) => {
      if (code !== 0) reject(new Error(`The ${reading} ended with ${code}.`));
      else resolve(JSON.parse(written.trim().split("\n").at(-1) ?? "") as Told);
    });
  });
}

/**
 * Buyers who reserve one order after the other, two of each draw; `rates` counts what they got since it was last asked.
 */
function startBuyers(ctx: Context): { rates: () => Record<string, number>; stop: () => Promise<void> } {
  const counts = new Map<string, number>();
  let [isSelling, sinceMs, key] = [true, performance.now(), 0];
  const buy = async (instanceId: string) => {
    while (isSelling) {
      key += 1;
      const placed = await placeOrder(ctx, basketOf(instanceId), `bench-${process.pid}-${Date.now()}-${key}`);
      if (!placed.ok) throw new Error(placed.reason);
      counts.set(instanceId, (counts.get(instanceId) ?? 0) + 1);
    }
  };
  const buyers = Promise.all([drawId, drawId, otherId, otherId].map(buy));
  return {
    rates: () => {
      const seconds = (performance.now() - sinceMs) / 1000;
      sinceMs = performance.now();
      const rates = Object.fromEntries([...counts].map(([id, count]) => [id, count / seconds]));
      counts.clear();
      return rates;
    },
    stop: async () => {
      isSelling = false;
      await buyers;
    },
  };
}

async function seed(url: string, ctx: Context): Promise<void> {
  const now = new Date();
  const admin: Context = { ...ctx, actor: { kind: "admin" } as Context["actor"] };
  const startDate = new Date(now.getTime() - 5 * dayMs).toISOString();
  for (const id of [drawId, otherId]) {
    await importTestDraw(admin, drawAt(now, { id, urlSlug: id, maxTickets: null, startDate }));
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  await seedOrders(client, { ...fillingAt(now), sealer }, (written) => {
    if (written % 200_000 === 0) console.error(`${written} of ${orders} orders are seeded.`);
  });
  await client.end();
}

async function isSeeded(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const found = await client.query("select from pools where draw_id = $1 and sold > 0", [drawId]);
  await client.end();
  return found.rowCount === 1;
}

async function measure(url: string): Promise<void> {
  const { ctx, close } = await openScale(url);
  if (!(await isSeeded(url))) await seed(url, ctx);
  const buyers = startBuyers(ctx);
  await wait(5000);
  buyers.rates();
  const rows: Record<string, Record<string, string | number | boolean>> = {};
  const note = (phase: string, told?: Told) => {
    const rates = buyers.rates();
    const whole = (id: string) => Math.round(rates[id] ?? 0);
    rows[phase] = { "same draw /s": whole(drawId), "other draw /s": whole(otherId), ...told };
  };
  await wait(quietMs);
  note("before");
  for (const reading of readings) {
    const told = await startReading(reading, url);
    note(reading, told);
    await wait(quietMs);
    note(`after the ${reading}`);
  }
  await buyers.stop();
  console.table(rows);
  await close();
}

async function main([reading, address]: string[]): Promise<void> {
  const url = address ?? process.env.BENCH_DATABASE_URL;
  if (!url || !process.env.TEST_DATABASE_URL) {
    throw new Error(
      "Set TEST_DATABASE_URL to a PostgreSQL that may be burdened, and BENCH_DATABASE_URL to a database of it.",
    );
  }
  if (reading === "report" || reading === "invariants") await readAlone(reading, url);
  else await measure(url);
}

await main(process.argv.slice(2));
