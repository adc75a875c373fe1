import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Context } from "@/lib/context";
import { createHotPaths } from "@/tests/support/core/hot-paths";
import { openDraw } from "@/tests/support/core/orders";
import { registerDevice } from "@/tests/support/core/terminal";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { tableReads } from "@/tests/support/databases/count-reads";
import { onPostgres, runStatements } from "@/tests/support/databases/postgres-database";
import { fillSales, holdMany } from "@/tests/support/draws/fill-sales";

import type { OpenDatabase } from "./database";
import { openPostgres } from "./open-postgres";

/** Half of the orders are sold, half are held. */
const orders = 20_000;

const longMs = 240_000;

/** An index of all held orders has more blocks than this. */
const fewBlocks = 400;

const paths = ["a reservation", "a purchase", "a declined card, a longer hold and its end"];

describe.runIf(onPostgres)("a draw with many holds that the last analysis didn't know about", () => {
  let test: TestContext;
  let opened: OpenDatabase;
  let device: Context;

  beforeAll(async () => {
    test = await openTestContext();
    const url = test.databaseUrl ?? "";
    opened = await openPostgres(url, { sales: 1, reads: 1, jobs: 1 });
    await openDraw(test, "large", { maxTickets: 10_000_000 });
    device = await registerDevice(test, { deviceId: "holds" });
    const until = test.clock.now();
    const filling = { drawId: "large", orders, from: new Date(until.getTime() - 3_600_000), until };
    await runStatements(url, ["alter table orders set (autovacuum_enabled = false)"]);
    await fillSales(url, filling, async () => undefined);
    await runStatements(url, [
      "update orders set status = 'cancelled' where status in ('reserved', 'unknown')",
      "analyze",
    ]);
    await holdMany(url, filling);
  }, longMs);

  afterAll(async () => {
    await opened.close();
    await test.close();
  });

  it.each(paths)("finds the order of %s by its key, not among all held orders", { timeout: longMs }, async (path) => {
    const run = createHotPaths(test, opened.pools, device, "large")[path];
    if (!run) throw new Error(`There is no path ${path}.`);
    await run();
    const reads = await tableReads(opened.pools, run);
    expect(reads.get("orders")?.blocks).toBeLessThan(fewBlocks);
  });

  it("negative control: with its state beside its key, an order is searched among all held orders", async () => {
    const reads = await tableReads(opened.pools, () =>
      opened.pools.sales.execute(sql`select from orders o
        where o.draw_id = ${"large"} and o.order_id = ${"none"} and o.status = 'reserved' and o.expires_at > ${"2000-01-01"}::timestamptz`),
    );
    expect(reads.get("orders")?.blocks).toBeGreaterThan(fewBlocks);
  });
});
