import { setTimeout as wait } from "node:timers/promises";

import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { fillSales } from "@/tests/support/fill-sales";
import type { HotPaths } from "@/tests/support/hot-paths";
import { hotPathsOf } from "@/tests/support/hot-paths";
import { openDraw } from "@/tests/support/order-core";
import { onPostgres, runStatements } from "@/tests/support/postgres-database";
import { largeReads } from "@/tests/support/table-reads";
import { registerDevice } from "@/tests/support/terminal-core";
import type { TestContext } from "@/tests/support/test-context";
import { openTestContext } from "@/tests/support/test-context";

import type { Database } from "./database";
import { queryRows } from "./database";
import { namedClient } from "./named-client";
import { openPostgres } from "./open-postgres";
import { createStatementNames } from "./statement-names";

/** As often as it takes until every statement is named and its plan kept. */
const untilKept = 9;

/** Orders that come at once, of which no path may read more blocks of a table than it would of a few. */
const orders = 20_000;
const mostBlocks = 150;

const longMs = 240_000;

/** One connection, which keeps what it has planned, and the hot paths by it. */
type Line = { db: Database; pathsOf: (drawId: string) => HotPaths; close: () => Promise<void> };

describe.runIf(onPostgres)("a connection that has planned for empty tables that nobody analyses", () => {
  let test: TestContext;
  let url: string;
  let [renewed, kept] = [] as unknown as [Line, Line];

  async function lineTo(db: Database, deviceId: string, close: () => Promise<void>): Promise<Line> {
    const own = { ...test, ctx: { ...test.ctx, db }, admin: { ...test.admin, db } };
    const device = await registerDevice(own, { deviceId });
    return { db, pathsOf: (drawId) => hotPathsOf(own, device, drawId), close };
  }

  async function openAsProduct(): Promise<Line> {
    const { pools, close } = await openPostgres(url, { sales: 1, reads: 1, jobs: 1 });
    return lineTo(pools.jobs, "renewed", close);
  }

  /** The same, but for who renews its plans. */
  async function openWithout(): Promise<Line> {
    const pool = new Pool({ connectionString: url, max: 1, Client: namedClient(createStatementNames()) });
    return lineTo(drizzle({ client: pool }) as unknown as Database, "kept", () => pool.end());
  }

  async function backendOf({ db }: Line): Promise<number> {
    const [row] = await queryRows<{ pid: number }>(db, sql`select pg_backend_pid() as pid`);
    return row?.pid ?? 0;
  }

  async function repeat({ pathsOf }: Line, drawId: string, times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) for (const run of Object.values(pathsOf(drawId))) await run();
  }

  /** The paths that read much, each with the tables that it read much of. */
  async function largeReadsOf({ db, pathsOf }: Line, drawId: string): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    for (const [name, run] of Object.entries(pathsOf(drawId))) {
      const reads = await largeReads(db, mostBlocks, run);
      if (reads.length > 0) found[name] = reads;
    }
    return found;
  }

  beforeAll(async () => {
    test = await openTestContext();
    url = test.databaseUrl ?? "";
    const tables = await queryRows<{ name: string }>(
      test.ctx.db,
      sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    await runStatements(url, [
      ...tables.map(({ name }) => `alter table ${name} set (autovacuum_enabled = false)`),
      "analyze",
    ]);
    [renewed, kept] = [await openAsProduct(), await openWithout()];
    const options = { maxTickets: 10_000_000, terminal: { allowAnonymousCash: true, allowRefund: true } };
    for (const id of ["first", "large"]) await openDraw(test, id, options);
    for (const line of [renewed, kept]) await repeat(line, "first", untilKept);
    const backends = [await backendOf(renewed), await backendOf(kept)];
    const until = test.clock.now();
    const filling = { drawId: "large", orders, from: new Date(until.getTime() - 3_600_000), until };
    // Idle connections are closed after ten seconds, and their plans with them.
    await fillSales(url, filling, () => Promise.all([backendOf(renewed), backendOf(kept)]));
    expect([await backendOf(renewed), await backendOf(kept)]).toEqual(backends);
    await wait(1100);
  }, longMs);

  afterAll(async () => {
    await renewed.close();
    await kept.close();
    await test.close();
  });

  it("reads little, whatever is done", () => largeReadsOf(renewed, "large").then((found) => expect(found).toEqual({})), longMs);

  it("reads little once it keeps its plans again", async () => {
    await repeat(renewed, "large", untilKept);
    expect(await largeReadsOf(renewed, "large")).toEqual({});
  }, longMs);

  it("negative control: with the plans that it kept it reads most of what was sold", async () => {
    const found = await largeReadsOf(kept, "large");
    expect(found["a purchase"]?.join()).toMatch(/orders: /);
    expect(Object.keys(found).length).toBeGreaterThan(3);
  }, longMs);

  it("negative control: without an index a path is found that needs it", async () => {
    await runStatements(url, ["drop index orders_expiring", "drop index orders_unfinalized"]);
    expect(Object.keys(await largeReadsOf(renewed, "large"))).toContain("holds that end");
  }, longMs);
});
