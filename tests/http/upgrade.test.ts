import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { OrderView } from "@/lib/orders/rules";
import { migratePostgres } from "@/lib/platform/db/migrate-postgres";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/buyer";
import { drawWith } from "@/tests/support/draw";
import type { FaultStage } from "@/tests/support/fault-stage";
import { expectClean, expectOneCapture, openFaultStage } from "@/tests/support/fault-stage";
import { laterMigrations } from "@/tests/support/migration-folder";
import { onPostgres, runStatements } from "@/tests/support/postgres-database";
import type { Server } from "@/tests/support/server";

/** How long another session, such as a report, keeps the lock that a migration needs. */
const heldMs = 4000;
const lockMs = 300;

/** What was sold until now: paid orders, refusals, and the longest that one call took, in ms. */
type Sold = { orders: OrderView[]; refused: (string | undefined)[]; slowestMs: number };

/** Buyers who buy one after the other, three at a time, until `stop`. */
function sellSteadily(server: Server, instanceId: string): { sold: Sold; stop: () => Promise<void> } {
  const sold: Sold = { orders: [], refused: [], slowestMs: 0 };
  let isOpen = true;

  async function timed<Result>(call: Promise<Result>): Promise<Result> {
    const startedMs = performance.now();
    const result = await call;
    sold.slowestMs = Math.max(sold.slowestMs, performance.now() - startedMs);
    return result;
  }

  async function buy(): Promise<void> {
    const buyer = createBuyer(server);
    const token = await tokenFor(server.sandboxUrl);
    const placed = await timed(buyer.placeOrder({ instanceId }));
    const paid = placed.status === 201 ? await timed(buyer.pay(placed.body.order, token)) : placed;
    if (paid.status === 200) sold.orders.push(paid.body.order);
    else sold.refused.push(paid.body.reason);
  }

  const lines = [1, 2, 3].map(async () => {
    while (isOpen) {
      await buy();
      await wait(20);
    }
  });
  const stop = async () => {
    isOpen = false;
    await Promise.all(lines);
  };
  return { sold, stop };
}

/** Waits until so many more are sold than were. */
async function untilSold(sold: Sold, more: number): Promise<void> {
  const before = sold.orders.length;
  await expect.poll(() => sold.orders.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(before + more);
}

const addColumn = `alter table "orders" add column "later" text;`;
const addIndex = `-- no-transaction\ncreate index concurrently if not exists "orders_later" on "orders" ("later");`;

describe.runIf(onPostgres)("an upgrade while tickets are sold", () => {
  let stage: FaultStage;
  const draw = drawWith();

  beforeEach(async () => {
    stage = await openFaultStage();
  });

  afterEach(() => stage.close());

  /** Sells while a migration waits for another session, in tries of `patienceMs`; with 0 as long as that one stays. */
  async function sellThroughMigration(folder: string, patienceMs: number): Promise<Sold> {
    const server = await stage.start();
    await importDraw(server, draw);
    const url = server.databaseUrl ?? "";
    const other = new Client({ connectionString: url });
    await other.connect();
    await other.query("begin");
    await other.query("lock table orders in access share mode");
    const { sold, stop } = sellSteadily(server, draw.id);
    await untilSold(sold, 3);
    const migrating = migratePostgres(url, { folder, lockMs: patienceMs, tries: 100 });
    await wait(heldMs);
    await other.query("commit");
    await migrating;
    await untilSold(sold, 3);
    await stop();
    await other.end();
    return sold;
  }

  it("no sale waits longer than for a lock, nothing is lost, and this version starts on the next one's schema", async () => {
    const sold = await sellThroughMigration(laterMigrations(addColumn, addIndex), lockMs);
    expect(sold.refused).toEqual([]);
    expect(sold.slowestMs).toBeLessThan(heldMs / 2);
    const restarted = await stage.start();
    for (const order of sold.orders) {
      expect(order).toMatchObject({ status: "finalized" });
      await expectOneCapture(stage.sandbox.url, order);
    }
    const buyer = createBuyer(restarted);
    const { order } = (await buyer.placeOrder({ instanceId: draw.id })).body;
    expect((await buyer.pay(order, await tokenFor(stage.sandbox.url))).status).toBe(200);
    await expectClean(restarted);
    const columns = "select from information_schema.columns where column_name = 'later'";
    expect(await runStatements(restarted.databaseUrl ?? "", [columns])).toHaveLength(1);
  });

  it("without a limit for its lock, sales queue behind the migration (control)", async () => {
    const sold = await sellThroughMigration(laterMigrations(addColumn), 0);
    expect(sold.slowestMs).toBeGreaterThan(heldMs / 2 + 1000);
  });
});
