import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { processMetrics } from "@/lib/platform/monitoring/process-metrics";
import { openTestContext } from "@/tests/support/core/test-context";
import { onPostgres } from "@/tests/support/databases/postgres-database";

import { openPostgres } from "./open-postgres";

async function readSeries(line: string): Promise<number> {
  const text = await processMetrics.render();
  return Number(
    text
      .split("\n")
      .find((found) => found.startsWith(`${line} `))
      ?.slice(line.length + 1) ?? 0,
  );
}

describe.runIf(onPostgres)("a pool of connections", () => {
  it("tells what it has, who waits and for how long, for statements and transactions", async () => {
    const test = await openTestContext();
    const database = await openPostgres(test.databaseUrl ?? "", { sales: 1, reads: 1, jobs: 1 });
    const { sales } = database.pools;
    const waits = 'tirage_connection_wait_seconds_count{pool="sales"}';
    const long = 'tirage_connection_wait_seconds_bucket{le="0.1",pool="sales"}';
    const [waitsBefore, shortBefore] = [await readSeries(waits), await readSeries(long)];
    let isHeld = () => {};
    const held = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    const holding = sales.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      isHeld();
      await tx.execute(sql`select pg_sleep(0.5)`);
    });
    await held;
    const waiting = Promise.all([sales.execute(sql`select 1`)]);
    expect(await readSeries('tirage_connections{pool="sales",state="used"}')).toBe(1);
    expect(await readSeries('tirage_connections{pool="sales",state="most"}')).toBe(1);
    expect(await readSeries('tirage_connections{pool="sales",state="waiting"}')).toBe(1);
    await Promise.all([holding, waiting]);
    expect((await readSeries(waits)) - waitsBefore).toBe(2);
    // The second call waited for most of the half second.
    expect((await readSeries(long)) - shortBefore).toBeLessThan(2);
    await database.close();
    await test.close();
  });

  it("counts those who got no connection, and lets them know", async () => {
    const test = await openTestContext();
    const database = await openPostgres(test.databaseUrl ?? "", { sales: 1, reads: 1, jobs: 1 });
    const failures = 'tirage_connection_failures_total{pool="reads"}';
    const before = await readSeries(failures);
    await database.close();
    await expect(database.pools.reads.execute(sql`select 1`)).rejects.toThrow();
    await expect(database.pools.reads.transaction(async (tx) => tx.execute(sql`select 1`))).rejects.toThrow();
    expect((await readSeries(failures)) - before).toBe(2);
    await test.close();
  });
});
