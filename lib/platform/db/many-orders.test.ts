import { setTimeout as wait } from "node:timers/promises";

import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HotPaths } from "@/tests/support/core/hot-paths";
import { createHotPaths } from "@/tests/support/core/hot-paths";
import { openDraw } from "@/tests/support/core/orders";
import { registerDevice } from "@/tests/support/core/terminal";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import type { TableReads } from "@/tests/support/databases/count-reads";
import { tableReads } from "@/tests/support/databases/count-reads";
import { onPostgres, runStatements } from "@/tests/support/databases/postgres-database";
import { fillSales } from "@/tests/support/draws/fill-sales";

import type { Database, Pools } from "./database";
import { queryRows } from "./database";
import { namedClient } from "./named-statements";
import { openPostgres } from "./open-postgres";

/** After this many uses, every statement is named and its plan kept. */
const untilKept = 9;

const orders = 20_000;

const longMs = 240_000;

type Reads = Map<string, Map<string, TableReads>>;

type Line = { pools: Pools; createPaths: (drawId: string) => HotPaths; few: Reads; close: () => Promise<unknown> };

function openNamed(connectionString: string): { db: Database; close: () => Promise<void> } {
  // Idle connections are never closed, because their plans would be lost.
  const options = { connectionString, max: 1, idleTimeoutMillis: 0 };
  const pool = new Pool({ ...options, Client: namedClient() });
  return { db: drizzle({ client: pool }) as unknown as Database, close: () => pool.end() };
}

/** PostgreSQL's statistics when another draw sells twenty thousand orders at once. */
const states = [
  { known: "nothing, because its tables were empty when analyzed", isKnown: false },
  { known: "only a small draw from when its tables were analyzed", isKnown: true },
];

describe.runIf(onPostgres).each(states)("connections to a database that knows $known", ({ isKnown }) => {
  let test: TestContext;
  let url: string;
  let [renewed, kept] = [] as unknown as [Line, Line];
  let marked: string;

  async function countReads(
    { pools, createPaths }: Pick<Line, "pools" | "createPaths">,
    drawId: string,
  ): Promise<Reads> {
    const reads: Reads = new Map();
    for (const [name, run] of Object.entries(createPaths(drawId))) reads.set(name, await tableReads(pools, run));
    return reads;
  }

  async function repeat(createPaths: Line["createPaths"], drawId: string): Promise<void> {
    for (let time = 0; time < untilKept; time += 1) for (const run of Object.values(createPaths(drawId))) await run();
  }

  async function warmUp(pools: Pools, deviceId: string, close: Line["close"]): Promise<Line> {
    const device = await registerDevice(test, { deviceId });
    const createPaths = (drawId: string) => createHotPaths(test, pools, device, drawId);
    await repeat(createPaths, "small");
    return { pools, createPaths, few: await countReads({ pools, createPaths }, "small"), close };
  }

  async function openAsProduct(): Promise<Line> {
    const { pools, close } = await openPostgres(url, { sales: 1, reads: 1, jobs: 1 });
    return warmUp(pools, "renewed", close);
  }

  /**
   * A control that never renews its plans. Each connection has one plan that shows when it was made (`markedPlans`).
   */
  async function openWithout(): Promise<Line> {
    const [sales, reads, jobs] = [openNamed(url), openNamed(url), openNamed(url)];
    for (const { db } of [sales, reads, jobs]) await queryRows(db, sql`prepare marked as select from orders`);
    const close = () => Promise.all([sales, reads, jobs].map((opened) => opened.close()));
    return warmUp({ sales: sales.db, reads: reads.db, jobs: jobs.db }, "kept", close);
  }

  /** One plan per connection, with the table sizes that it was made for. It changes if the server drops all plans. */
  async function markedPlans({ pools }: Line): Promise<string> {
    const plans = Object.values(pools).map((db) => queryRows(db, sql`explain execute marked`));
    return JSON.stringify(await Promise.all(plans));
  }

  function listBackends(...lines: Line[]): Promise<unknown[]> {
    const all = lines.flatMap(({ pools }) => Object.values(pools));
    return Promise.all(all.map((db) => queryRows(db, sql`select pg_backend_pid() as pid`)));
  }

  /**
   * Names the steps that read a table of the large draw from its beginning, or far more rows than a few orders have.
   */
  async function findLargeReads(line: Line): Promise<string[]> {
    const reads = await countReads(line, "large");
    return [...reads].flatMap(([path, tables]) =>
      [...tables].flatMap(([table, { scans, blocks }]) => {
        const few = line.few.get(path)?.get(table)?.blocks ?? 0;
        // The index of a large table is deeper.
        return scans > 0 || blocks > 4 * few + 100
          ? [`${path}, ${table}: ${few} to ${blocks} blocks, ${scans} scans`]
          : [];
      }),
    );
  }

  beforeAll(async () => {
    test = await openTestContext();
    url = test.databaseUrl ?? "";
    const tables = await queryRows<{ name: string }>(
      test.ctx.db,
      sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const without = tables.map(({ name }) => `alter table ${name} set (autovacuum_enabled = false)`);
    // A database that another test has used keeps that test's statistics, and free space where its rows were.
    const forgotten = [
      `truncate ${tables.map(({ name }) => name).join(", ")}`,
      `delete from pg_statistic s using pg_class c
        where c.oid = s.starelid and c.relnamespace = 'public'::regnamespace`,
    ];
    await runStatements(url, [...without, ...forgotten, "analyze"]);
    const options = { maxTickets: 10_000_000, terminal: { allowAnonymousCash: true, allowRefund: true } };
    for (const id of ["small", "large"]) await openDraw(test, id, options);
    [renewed, kept] = [await openAsProduct(), await openWithout()];
    if (isKnown) {
      await runStatements(url, ["analyze"]);
      for (const line of [renewed, kept]) await repeat(line.createPaths, "small");
    }
    marked = await markedPlans(kept);
    const backends = await listBackends(renewed, kept);
    const until = test.clock.now();
    const filling = { drawId: "large", orders, from: new Date(until.getTime() - 3_600_000), until };
    // Idle connections are closed after ten seconds, and lose their plans.
    await fillSales(url, filling, () => listBackends(renewed, kept));
    expect(await listBackends(renewed, kept)).toEqual(backends);
    await wait(1100);
  }, longMs);

  afterAll(async () => {
    await renewed.close();
    await kept.close();
    await test.close();
  });

  it("read as little with twenty thousand orders as with a few", { timeout: longMs }, async () => {
    expect(await findLargeReads(renewed)).toEqual([]);
  });

  it("read as little once their plans are cached again", { timeout: longMs }, async () => {
    await repeat(renewed.createPaths, "large");
    expect(await findLargeReads(renewed)).toEqual([]);
  });

  it("negative control: without renewal they read most of what was sold", { timeout: longMs }, async ({ skip }) => {
    const found = await findLargeReads(kept);
    // If thousands of definitions change at once, in any database of the server, all idle connections plan again.
    skip((await markedPlans(kept)) !== marked, "PostgreSQL dropped all plans by itself");
    expect(found.join("\n")).toMatch(/^a payment that is asked for, payment_attempts: /m);
    expect(found.length).toBeGreaterThan(2);
  });

  it("negative control: a missing index that a path needs is detected", { timeout: longMs }, async () => {
    await runStatements(url, ["drop index orders_expiring", "drop index orders_unfinalized"]);
    expect((await findLargeReads(renewed)).join("\n")).toMatch(/^holds that end, orders: /m);
  });
});
