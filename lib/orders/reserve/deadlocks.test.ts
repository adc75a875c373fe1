import { setTimeout as wait } from "node:timers/promises";

import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { ClientConfig } from "pg";
import { Client, Pool } from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sealEntries } from "@/lib/audit/seal-entries";
import type { Context } from "@/lib/context";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { expireOrders } from "@/lib/orders/holds/expire-orders";
import type { OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { checkOutcome } from "@/lib/payments/reconcile/check-outcome";
import { settleCash } from "@/lib/payments/settle/settle-cash";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import { openPostgres } from "@/lib/platform/db/open-postgres";
import { reprintReceipt } from "@/lib/receipts/reprint-receipt";
import { requestRefund } from "@/lib/refunds/request-refund";
import { asTestDevice } from "@/tests/support/core/cash";
import { createBasket, createPayment, freshKey } from "@/tests/support/core/orders";
import { inOtherProcess } from "@/tests/support/core/other-process";
import type { TestContext } from "@/tests/support/core/test-context";
import { asCaller, drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { placeOrder } from "./place-order";

const draw = "two-pools";

let test: TestContext;

let definition: Record<string, unknown>;

function drawOptions() {
  const ticketPackageInfo = [{ id: "extra", tickets: 1, price: 5 }];
  const drawDate = new Date(test.clock.now().getTime() + 5 * 24 * 60 * 60_000).toISOString();
  return {
    maxTickets: 100_000,
    terminal: { allowAnonymousCash: true, allowRefund: true },
    secondDraws: [{ id: "extra", type: "Prize raffle", title: "Extra", drawDate, ticketPackageInfo }],
  };
}

/** The order of lines alternates, as concurrent calls must not lock pools in the order of their lines. */
function basketAt(at: number) {
  const lines = [
    { poolId: "main", packageId: "one", quantity: 1 },
    { poolId: "extra", packageId: "extra", quantity: 1 },
  ];
  return createBasket(draw, 1, { lines: at % 2 === 0 ? lines : lines.reverse() });
}

/**
 * A caller without an address, from one of two networks without a cookie, or one of sixteen browsers with a cookie.
 * Most hold shares.
 */
function callerAt(ctx: Context, at: number): Context {
  if (at % 5 === 0) return ctx;
  return asCaller(ctx, `203.0.113.${at % 2}`, at % 5 < 3 ? null : `browser-${at % 40}`);
}

/** A phone, two taps for cash and a lookup act at once, and one of them sells. */
async function sellToMany(ctx: Context, order: OrderView): Promise<void> {
  const gate = asTestDevice({ ctx });
  const pay = () => payOrder(ctx, createPayment(order));
  const take = () => settleCash(gate, order);
  await Promise.all([pay, take, () => checkOutcome(gate, order), take].map((call) => call()));
}

/** Prints twice, while an admin refunds one line and the tablet the rest. */
async function refundTwice(ctx: Context, order: OrderView, gate: Context): Promise<void> {
  const print = () => reprintReceipt(gate, order);
  const refunds = [
    () => requestRefund({ ...ctx, actor: { kind: "admin", grants: "all" } }, order, { lines: [1] }),
    () => requestRefund(gate, order, {}),
  ];
  await Promise.all([print, ...refunds, print].map((call) => call()));
}

async function goThrough(storm: Context, at: number): Promise<void> {
  // Refunds by the same tablet wait for each other, so the refunds are spread over several.
  const gate = asTestDevice({ ctx: storm }, { deviceId: `gate-${at % 16}` });
  const ctx = callerAt(storm, at);
  const placed = await placeOrder(at % 12 === 0 ? gate : ctx, basketAt(at), freshKey());
  // `placeOrder` gives up after five imports in between.
  if (!placed.ok && placed.reason === "draw-changed") return goThrough(storm, at);
  if (!placed.ok) throw new Error(placed.reason);
  if (at % 6 === 0) await payOrder(ctx, createPayment(placed.order));
  if (at % 6 === 3) await sellToMany(ctx, placed.order);
  if (at % 12 < 6 && at % 3 === 0) await refundTwice(ctx, placed.order, gate);
  if (at % 3 === 1) await cancelOrder(ctx, placed.order);
}

/** Seals as a process whose clock is a minute ahead would, which includes everything written so far. */
function sealAhead(ctx: Context): Promise<number> {
  return sealEntries({ ...ctx, now: () => new Date(ctx.now().getTime() + 60_000) });
}

async function countDeadlocks(): Promise<number> {
  const statement = sql`select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`;
  return (await queryRows<{ deadlocks: number }>(test.ctx.db, statement))[0]?.deadlocks ?? 0;
}

/** Waits until only this test's own connection is left, because a connection reports its counts when it ends. */
async function waitForCounts(): Promise<void> {
  const others = sql`select pid from pg_stat_activity where datname = current_database()
    and application_name = 'storm' and backend_type = 'client backend'`;
  while ((await queryRows(test.ctx.db, others)).length > 0) await wait(20);
}

function stormUrl(): string {
  return `${test.databaseUrl}?application_name=storm`;
}

/** Reads each pool's counters beside the sums of its lines and ranges. */
function readSums() {
  return queryRows(
    test.ctx.db,
    sql`select p.pool_id, p.sold, p.reserved,
      (select coalesce(sum(tickets), 0)::int from order_lines l join orders o using (draw_id, order_id)
        where l.pool_id = p.pool_id and o.status in ('finalized', 'refunded')) as finalized,
      (select coalesce(max(last_number), 0) from number_ranges r where r.pool_id = p.pool_id) as last_number,
      (select coalesce(sum(tickets), 0)::int from order_lines l join orders o using (draw_id, order_id)
        where l.pool_id = p.pool_id and o.status = 'reserved') as held
      from pools p order by p.pool_id`,
  );
}

describe.runIf(onPostgres)("orders over two pools in both orders", () => {
  beforeEach(async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    vi.clearAllMocks();
    test = await openTestContext();
    definition = drawAt(test.clock.now(), { id: draw, urlSlug: draw, ...drawOptions() });
    await importTestDraw(test.admin, definition);
  });
  afterEach(() => test.close());

  it("never deadlock, mixed with cards, cash, refunds, prints, seals, cancels, expiry and imports", async () => {
    const storm = await openPostgres(stormUrl());
    const ctx = { ...test.ctx, db: storm.pools.sales };
    const admin = { ...test.admin, db: storm.pools.sales };
    await Promise.all(
      Array.from({ length: 40 }, (_none, index) => placeOrder(callerAt(ctx, index), basketAt(index), freshKey())),
    );
    test.clock.advance(15 * 60_000);
    // Two calls per connection keep all busy. A longer queue could exceed the time limit for a connection.
    const other = inOtherProcess(ctx);
    let next = 0;
    const goOn = async () => {
      for (let index = next++; index < 240; index = next++) {
        await goThrough(index % 2 === 0 ? ctx : other, index);
        if (index % 8 === 0) await expireOrders(ctx);
        if (index % 8 === 4) await sealAhead(ctx);
        if (index % 20 === 0) await importTestDraw(admin, definition);
      }
    };
    await Promise.all(Array.from({ length: 16 }, goOn));
    await storm.close();
    await waitForCounts();
    expect(console.warn).not.toHaveBeenCalled();
    expect(await countDeadlocks()).toBe(0);
    const counts = { sold: 80, finalized: 80, last_number: 80, reserved: 80, held: 80 };
    expect(await readSums()).toEqual([
      { pool_id: "extra", ...counts },
      { pool_id: "main", ...counts },
    ]);
  }, 120_000);

  it("would deadlock if pools weren't locked in one order (negative control)", async () => {
    const inOrderOfPools = "order by p.pool_id for update of p";
    const inOrderOfLines =
      "order by (select min(line_number) from line where line.pool_id = p.pool_id) for update of p";
    let rewritten = 0;
    class DisorderlyClient extends Client {
      constructor(config?: ClientConfig) {
        super(config);
        const query = super.query.bind(this) as (...parameters: unknown[]) => unknown;
        const disorderly = (statement: unknown, ...rest: unknown[]) => {
          const { text } = statement as { text?: string };
          if (!text?.includes(inOrderOfPools)) return query(statement, ...rest);
          rewritten += 1;
          return query({ ...(statement as object), text: text.replace(inOrderOfPools, inOrderOfLines) }, ...rest);
        };
        Object.assign(this, { query: disorderly });
      }
    }
    const pool = new Pool({ connectionString: stormUrl(), max: 8, Client: DisorderlyClient });
    const ctx = { ...test.ctx, db: drizzle({ client: pool }) as unknown as Database };
    const sawDeadlock = () => vi.mocked(console.warn).mock.calls.flat().join().includes("40P01");
    while (!sawDeadlock()) {
      // Calls within one process run one after the other.
      const calls = Array.from({ length: 16 }, (_none, index) => {
        return placeOrder(inOtherProcess(ctx), basketAt(index), freshKey());
      });
      await Promise.allSettled(calls);
    }
    await pool.end();
    await waitForCounts();
    expect(rewritten).toBeGreaterThan(0);
    expect(await countDeadlocks()).toBeGreaterThan(0);
  });
});
