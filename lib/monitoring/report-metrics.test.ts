import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import type { Actor } from "@/lib/actor";
import type { Context } from "@/lib/context";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { openPostgres } from "@/lib/platform/db/open-postgres";
import { createPayment, getOutcome, openDraw, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { tableReads } from "@/tests/support/databases/count-reads";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { fillSales } from "@/tests/support/draws/fill-sales";

import { reportMetrics } from "./report-metrics";
import { scrapeTimeoutMs } from "./rules.figures";
import { readFigures } from "./store.figures";

let test: TestContext;
let drawId = "";
let serial = 0;

beforeAll(async () => {
  test = await openTestContext();
});
beforeEach(async () => {
  serial += 1;
  drawId = await openDraw(test, `metrics-${serial}`);
});
afterAll(() => test.close());

const monitor = (): Context => ({ ...test.ctx, actor: { kind: "monitor" } });

async function report(ctx: Parameters<typeof reportMetrics>[0] = monitor()): Promise<string> {
  const reported = await reportMetrics(ctx);
  if (!reported.ok) throw new Error(reported.reason);
  return reported.text;
}

/** Returns null if the scrape lacks the series. */
async function readSeries(series: string): Promise<number | null> {
  const line = (await report()).split("\n").find((found) => found.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length));
}

async function measureIncrease(series: string, work: () => Promise<unknown>): Promise<number> {
  const before = (await readSeries(series)) ?? 0;
  await work();
  return ((await readSeries(series)) ?? 0) - before;
}

it.each<Actor>([
  { kind: "buyer", clientKey: "", ipAddress: null },
  { kind: "admin", grants: "all" },
  { kind: "verifier" },
  { kind: "upstream" },
])("is unknown to %j", async (actor) => {
  expect(await reportMetrics({ ...test.ctx, actor })).toEqual({ ok: false, reason: "not-found" });
});

describe("a scrape", () => {
  it("tells what is held, what is open and what was sold", async () => {
    expect(await measureIncrease('tirage_orders{state="reserved"}', () => place(test, drawId))).toBe(1);
    const sell = async () => getOutcome(await payOrder(test.ctx, createPayment(await place(test, drawId, 2))));
    expect(await measureIncrease("tirage_purchases", sell)).toBe(1);
    expect(await measureIncrease("tirage_tickets_issued_total", sell)).toBe(2);
    expect(await measureIncrease('tirage_emails{state="waiting"}', sell)).toBe(1);
    test.gateway.charge = async () => ({ kind: "unknown", code: null });
    expect(await measureIncrease('tirage_payment_attempts{state="unknown"}', sell)).toBe(1);
    expect(await measureIncrease('tirage_orders{state="unknown"}', sell)).toBe(1);
  });

  it("tells of payments that nobody asks for, and of nothing else, as overdue", async () => {
    await test.ctx.db.execute(sql`update payment_attempts set ask_at = now(), sent_at = now() where state = 'unknown'`);
    expect(await readSeries("tirage_payment_attempts_overdue")).toBe(0);
    await test.ctx.db.execute(
      sql`update payment_attempts set ask_at = now() - interval '11 minutes' where state = 'unknown'`,
    );
    expect(await readSeries("tirage_payment_attempts_overdue")).toBe(2);
    await test.ctx.db.execute(
      sql`update payment_attempts set ask_at = now(), sent_at = now() - interval '25 hours' where state = 'unknown'`,
    );
    expect(await readSeries("tirage_payment_attempts_overdue")).toBe(2);
    expect(await readSeries("tirage_payment_attempt_oldest_seconds")).toBeGreaterThan(24 * 3600);
  });

  it("tells how long mail is due, and when jobs last succeeded", async () => {
    await test.ctx.db.execute(
      sql`update outbox set try_at = now() - interval '1 hour', queued_at = now() - interval '2 hours'`,
    );
    expect(await readSeries('tirage_email_overdue_seconds{state="waiting"}')).toBeCloseTo(3600, -2);
    expect(await readSeries('tirage_email_oldest_seconds{state="waiting"}')).toBeCloseTo(7200, -2);
    expect(await readSeries('tirage_email_overdue_seconds{state="bulk"}')).toBe(0);
    await test.ctx.db.execute(
      sql`insert into jobs (name, holder, leased_until, finished_at) values ('expire-orders', '', now(), to_timestamp(1000))`,
    );
    expect(await readSeries('tirage_job_last_success_timestamp_seconds{name="expire-orders"}')).toBe(1000);
  });

  it("tells no age of an archive that isn't there", async () => {
    expect(await readSeries("tirage_database_archive_age_seconds")).toBe(null);
    expect(await readSeries("tirage_database_archive_failures_total")).toBe(null);
    expect(await readSeries("tirage_database_standbys")).toBe(0);
  });

  it("names no order, no draw and nobody", async () => {
    const { orderId, orderCode } = await place(test, drawId);
    const text = await report();
    for (const word of [orderId, orderCode, drawId, "example.test", "Tremblay"]) expect(text).not.toContain(word);
  });

  it("shares a reading with those who ask meanwhile", async () => {
    const begun = vi.spyOn(test.ctx.db, "transaction");
    await Promise.all([report(), report(), report()]);
    expect(begun).toHaveBeenCalledTimes(1);
    await report();
    expect(begun).toHaveBeenCalledTimes(2);
    begun.mockRestore();
  });

  it("tells what the process counted, and zero of no figure, when the database is late or away", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const away = { transaction: () => Promise.reject(new Error("away")) } as unknown as Context["db"];
    const silent = { transaction: () => new Promise(() => undefined) } as unknown as Context["db"];
    const waited: number[] = [];
    const wait = async (ms: number) => waited.push(ms);
    for (const db of [away, silent]) {
      const text = await report({ db, wait: db === silent ? wait : test.ctx.wait, actor: { kind: "monitor" } });
      expect(text).toContain("tirage_database_figures_up 0");
      expect(text).toContain("tirage_requests_total{");
      expect(text).not.toMatch(/^tirage_(orders|purchases|emails|tickets_issued_total|refunds_overdue)\b.* /m);
    }
    expect(waited).toEqual([scrapeTimeoutMs]);
    vi.restoreAllMocks();
  });
});

describe.runIf(onPostgres)("beside many sales", () => {
  it("reads what is open, and none of what was sold, whatever the statistics say", async () => {
    const large = await openTestContext();
    const url = large.databaseUrl ?? "";
    const id = await openDraw(large, "large", { maxTickets: null });
    const database = await openPostgres(url, { sales: 1, reads: 1, jobs: 1 });
    const [from, until] = [new Date("2026-11-01T00:00:00Z"), new Date("2026-11-20T00:00:00Z")];
    // As after a rush: all orders were held when the table was last analysed, and none are any more.
    await large.ctx.db.execute(sql`alter table orders set (autovacuum_enabled = off)`);
    await large.ctx.db.execute(
      sql.raw(`insert into orders (draw_id, order_id, order_code, status, amount_cents, locale,
        is_test, client_key, idempotency_key, request_hash, placed_at, expires_at, extensions)
      select '${id}', 'R' || n, 'R' || n, 'reserved', 2000, 'en', false, '', 'R' || n, '', now(),
        now() + random() * interval '1 day', 0
      from generate_series(1, 2000) n`),
    );
    await large.ctx.db.execute(sql`analyze`);
    await large.ctx.db.execute(sql`update orders set status = 'expired'`);
    await fillSales(url, { drawId: id, orders: 20_000, from, until }, async () => undefined);
    await readFigures(database.pools.jobs);
    const reads = await tableReads(database.pools, () => readFigures(database.pools.jobs));
    for (const [table, { scans }] of reads) expect([table, scans]).toEqual([table, 0]);
    expect(reads.get("number_ranges")?.blocks).toBe(0);
    expect(reads.get("order_lines")?.blocks).toBe(0);
    await database.close();
    await large.close();
  });
});
