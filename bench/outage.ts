import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

import { sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { createBamboraGateway } from "@/lib/gateways/bambora/gateway.bambora";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import { paymentJobs } from "@/lib/payments/job";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { queryRows } from "@/lib/platform/db/database";
import { openPostgres } from "@/lib/platform/db/open-postgres";
import { startJobs } from "@/lib/platform/jobs/job-runner";
import { maintenanceJobs } from "@/lib/platform/jobs/maintenance-jobs";
import { createSealer } from "@/lib/platform/server/seal";
import { startSandbox } from "@/sandbox/start-sandbox";
import { createBasket, createPayment } from "@/tests/support/core/orders";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";

/** Payments with unknown outcomes, half of them captured. */
const payments = Number(process.env.BENCH_PAYMENTS ?? 10_000);
const processes = Number(process.env.BENCH_PROCESSES ?? 2);
const answerMs = 300;

const drawId = "outage";
const [outageMs, notFoundAfterMs] = [60_000, 15 * 60_000];
const sealer = createSealer(Buffer.alloc(32, 7));

type WorkerCommand = { advanceMs: number } | { stop: true };

/** Runs a server's jobs without the server. The parent process moves the clock. */
async function serve(url: string, apiUrl: string): Promise<void> {
  const database = await openPostgres(url);
  let offsetMs = 0;
  const context = {
    db: database.pools.jobs,
    sealer,
    gateway: createBamboraGateway({ apiUrl }),
    mode: "demo",
    feed: null,
  };
  const now = () => new Date(Date.now() + offsetMs);
  const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));
  const ctx = { ...context, now, random, wait, actor: { kind: "admin", grants: "all" } } as unknown as Context;
  const db = database.pools.jobs;
  const ofPayments = paymentJobs(ctx).filter(({ isEverywhere }) => isEverywhere);
  const jobs = startJobs(db, [...maintenanceJobs(db, now, false), ...ofPayments]);
  for await (const [command] of messages()) {
    if ("stop" in command) break;
    offsetMs += command.advanceMs;
  }
  await jobs.stop();
  await database.close();
}

async function* messages(): AsyncGenerator<[WorkerCommand]> {
  for (;;) yield (await once(process, "message")) as [WorkerCommand];
}

async function post(url: string, body: unknown): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
}

async function createToken(apiUrl: string): Promise<string> {
  const card = { number: "4030000010001234", expiry_month: "12", expiry_year: "30", cvd: "123" };
  return ((await post(`${apiUrl}/scripts/tokenization/tokens`, card)) as { token: string }).token;
}

/** Loses every answer. Every other payment reaches the sandbox. */
async function loseAnswers(ctx: Context, apiUrl: string): Promise<void> {
  const real = createBamboraGateway({ apiUrl });
  const charge: Context["gateway"]["charge"] = async (credentials, request) => {
    const { source } = request;
    if (source.kind !== "token" || !source.code.startsWith("lost-")) await real.charge(credentials, request);
    return { kind: "unknown", code: null };
  };
  // Each payment has its own account; otherwise the outage rule would stop most of them.
  const digest: typeof sealer.digest = (...values) => sealer.digest(`${Math.random()}`, values[1]);
  const losing: Context = { ...ctx, gateway: { ...real, charge }, sealer: { ...sealer, digest } };
  let next = 0;
  const buy = async () => {
    while (next < payments) {
      const at = next;
      next += 1;
      const placed = await placeOrder(losing, createBasket(drawId), `bench-outage-${at}`);
      if (!placed.ok) throw new Error(placed.reason);
      const token = at % 2 === 1 ? `lost-${at}` : await createToken(apiUrl);
      const paid = await payOrder(losing, createPayment(placed.order, token));
      if (!paid.ok || paid.outcome !== "payment-unknown") throw new Error(JSON.stringify(paid));
    }
  };
  await Promise.all(Array.from({ length: 8 }, buy));
}

/**
 * Moves all attempts into the minute that ends now: sent evenly, each unknown after 20 seconds, and looked up in vain
 * as scheduled.
 */
async function pressTogether({ db }: Context, endsAt: Date): Promise<void> {
  const end = sql`${endsAt.toISOString()}::timestamptz`;
  await db.execute(
    sql`with numbered as (
      select gateway_order_number as number, ${end} - make_interval(secs => ${outageMs / 1000}::float8
        * (row_number() over (order by sent_at))::float8 / ${payments}::float8) as sent_at from payment_attempts
    ), asked as (
      select n.*, greatest(0, ceil(log(2, greatest(1, extract(epoch from ${end} - n.sent_at) - 20) / 2.0)))::int as asks
      from numbered n
    )
    update payment_attempts a set sent_at = x.sent_at, asks = x.asks,
      ask_at = x.sent_at + make_interval(secs => 20 + 2 * power(2, x.asks)::float8)
    from asked x where x.number = a.gateway_order_number`,
  );
}

async function countStates({ db }: Context): Promise<Record<string, number>> {
  const rows = await queryRows<{ state: string; count: number }>(
    db,
    sql`select state, count(*)::int as count from payment_attempts group by state`,
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

async function until(ctx: Context, isDone: (states: Record<string, number>) => boolean, limitMs: number) {
  const endsMs = Date.now() + limitMs;
  for (;;) {
    const states = await countStates(ctx);
    if (isDone(states) || Date.now() > endsMs) return states;
    await wait(1000);
  }
}

async function latest({ db }: Context, action: string, since: string): Promise<Record<string, number>> {
  const [row] = await queryRows<{ count: number; half: number; last: number }>(
    db,
    sql`select count(*)::int as count, percentile_cont(0.5) within group (order by late) as half, max(late) as last
      from (select extract(epoch from e.at - ${sql.raw(since)})::float8 as late
        from audit_entries e join payment_attempts a on a.draw_id = e.draw_id and a.order_id = e.order_id
        where e.action = ${action}) lates`,
  );
  const round = (seconds: number | undefined) => Math.round((seconds ?? Number.NaN) * 10) / 10;
  return { payments: row?.count ?? 0, "half s": round(row?.half), "last s": round(row?.last) };
}

async function arm(apiUrl: string): Promise<void> {
  for (const at of ["reports", "get-payment"]) {
    await post(`${apiUrl}/sandbox/faults`, { at, kind: "delay", delayMs: answerMs, times: 1_000_000 });
  }
}

async function measure(url: string, ctx: Context, apiUrl: string): Promise<void> {
  await loseAnswers(ctx, apiUrl);
  await arm(apiUrl);
  const endsAt = new Date();
  await pressTogether(ctx, endsAt);
  console.error(`${payments} payments are unknown; the gateway answers again, in ${answerMs} ms.`);
  const args = ["serve", url, apiUrl];
  const servers = Array.from({ length: processes }, () => fork(process.argv[1] ?? "", args));
  const sendAll = (command: WorkerCommand) => servers.forEach((server: ChildProcess) => void server.send(command));
  const half = Math.floor(payments / 2);
  console.error(await until(ctx, ({ approved = 0 }) => approved >= payments - half, 10 * 60_000));
  const rows = { captured: await latest(ctx, "payment-approved", `timestamptz '${endsAt.toISOString()}'`), freed: {} };
  sendAll({ advanceMs: notFoundAfterMs - outageMs - (Date.now() - endsAt.getTime()) - 15_000 });
  console.error(await until(ctx, ({ unknown = 0 }) => unknown === 0, 10 * 60_000));
  rows.freed = await latest(ctx, "payment-missing", "(a.sent_at + interval '15 minutes')");
  console.table(rows);
  sendAll({ stop: true });
  await Promise.all(servers.map((server) => once(server, "close")));
}

async function main([role, url, apiUrl]: string[]): Promise<void> {
  if (role === "serve" && url && apiUrl) {
    await serve(url, apiUrl);
    process.exit(0);
  }
  const [test, sandbox] = [await openTestContext(new Date()), await startSandbox()];
  if (!test.databaseUrl) throw new Error("Set TEST_DATABASE_URL to a PostgreSQL that may be burdened.");
  const ctx: Context = { ...test.ctx, sealer, mode: "demo", now: () => new Date() };
  const admin: Context = { ...ctx, actor: { kind: "admin", grants: "all" } };
  await importTestDraw(admin, drawAt(new Date(), { id: drawId, urlSlug: drawId, maxTickets: null }));
  await measure(test.databaseUrl, ctx, sandbox.url);
  await sandbox.close();
  await test.close();
}

await main(process.argv.slice(2));
