import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { OrderView } from "@/lib/orders/rules";
import { migratePostgres } from "@/lib/platform/db/migrate-postgres";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { laterMigrations } from "@/tests/support/databases/migration-folder";
import { onPostgres, runStatements } from "@/tests/support/databases/postgres-database";
import { drawWith } from "@/tests/support/draws/draw";
import type { FaultStage } from "@/tests/support/servers/fault-stage";
import { expectClean, expectOneCapture, openFaultStage } from "@/tests/support/servers/fault-stage";
import type { Server } from "@/tests/support/servers/server";

const lockMs = 300;
const lines = 3;

type Sold = { orders: OrderView[]; refused: (string | undefined)[] };

/** Three buyers at a time buy one after another, until `stop`. */
function sellSteadily(server: Server, instanceId: string): { sold: Sold; stop: () => Promise<void> } {
  const sold: Sold = { orders: [], refused: [] };
  let isOpen = true;

  async function buy(): Promise<void> {
    const buyer = createBuyer(server);
    const token = await tokenFor(server.sandboxUrl);
    const placed = await buyer.placeOrder({ instanceId });
    const paid = placed.status === 201 ? await buyer.pay(placed.body.order, token) : placed;
    if (paid.status === 200) sold.orders.push(paid.body.order);
    else sold.refused.push(paid.body.reason);
  }

  const queues = Array.from({ length: lines }, async () => {
    while (isOpen) {
      await buy();
      await wait(20);
    }
  });
  const stop = async () => {
    isOpen = false;
    await Promise.all(queues);
  };
  return { sold, stop };
}

async function untilSold(sold: Sold, more: number): Promise<void> {
  const before = sold.orders.length;
  await expect.poll(() => sold.orders.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(before + more);
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

  /**
   * `lockTimeoutMs` limits each attempt to migrate while another session blocks it. With 0, it waits without a limit.
   */
  async function sellThroughMigration(
    folder: string,
    lockTimeoutMs: number,
    meanwhile: (sold: Sold) => Promise<void>,
  ): Promise<Sold> {
    const server = await stage.start();
    await importDraw(server, draw);
    const url = server.databaseUrl ?? "";
    const other = new Client({ connectionString: url });
    await other.connect();
    await other.query("begin");
    await other.query("lock table orders in access share mode");
    const { sold, stop } = sellSteadily(server, draw.id);
    await untilSold(sold, 3);
    const migrating = migratePostgres(url, { folder, lockMs: lockTimeoutMs, tries: 100 });
    const waiting = "select from pg_locks where relation = 'orders'::regclass and not granted";
    await expect.poll(() => runStatements(url, [waiting]), { timeout: 60_000, interval: 10 }).not.toEqual([]);
    await meanwhile(sold);
    await other.query("commit");
    await migrating;
    await untilSold(sold, 3);
    await stop();
    await other.end();
    return sold;
  }

  it("sales go on beside a migration that waits, nothing is lost, and this version starts on the next one's schema", async () => {
    const goesOn = (sold: Sold) => untilSold(sold, 4 * lines);
    const sold = await sellThroughMigration(laterMigrations(addColumn, addIndex), lockMs, goesOn);
    expect(sold.refused).toEqual([]);
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
    await sellThroughMigration(laterMigrations(addColumn), 0, async ({ orders }) => {
      const before = orders.length;
      await wait(4000);
      // Sales in progress may still finish.
      expect(orders.length - before).toBeLessThanOrEqual(lines);
    });
  });
});
