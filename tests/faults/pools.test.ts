import { setTimeout as wait } from "node:timers/promises";

import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { adminCall, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { drawWith } from "@/tests/support/draws/draw";
import type { FaultStage } from "@/tests/support/servers/fault-stage";
import { expectClean, expectOneCapture, openFaultStage, orderFrom } from "@/tests/support/servers/fault-stage";
import type { Server } from "@/tests/support/servers/server";

const smallPools = { DATABASE_READS_CONNECTIONS: "2", DATABASE_JOBS_CONNECTIONS: "2" };

/** Pages of draws and jobs need these tables, sales don't. */
const lockOfOthers = "lock table pool_marks, jobs in access exclusive mode";

describe.runIf(onPostgres)("two processes whose readers and jobs wait for the database", () => {
  let stage: FaultStage;
  let servers: Server[];
  let holder: Client;
  let watcher: Client;
  let isHeld = false;
  let looks: Promise<void>[];
  let lookups = 0;
  const draws = [drawWith(), drawWith(), drawWith()];

  async function countWaiting(): Promise<number> {
    const { rows } = await watcher.query<{ count: string }>(
      "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return Number(rows[0]?.count);
  }

  /** Repeats, because the database limits each wait. */
  async function lookAt(server: Server, drawId: string): Promise<void> {
    while (isHeld) {
      const { status } = await fetch(`${server.url}/api/draws/${drawId}/live`);
      if (status === 200 && isHeld) lookups += 1;
      await wait(10);
    }
  }

  async function release(): Promise<void> {
    isHeld = false;
    await holder.query("rollback");
    await Promise.all(looks);
  }

  beforeEach(async () => {
    stage = await openFaultStage();
    servers = [await stage.start(smallPools), await stage.start(smallPools)];
    for (const draw of draws) await importDraw(servers[0] as Server, draw);
    [holder, watcher] = [0, 1].map(() => new Client({ connectionString: stage.databaseUrl ?? "" })) as [Client, Client];
    await Promise.all([holder.connect(), watcher.connect()]);
    await holder.query("begin");
    await holder.query(lockOfOthers);
    [isHeld, lookups] = [true, 0];
    looks = servers.flatMap((server) => draws.map(({ id }) => lookAt(server, id)));
  });

  afterEach(async () => {
    await release();
    await Promise.all([holder.end(), watcher.end()]);
    await stage.close();
  });

  it("sell and refund in the meantime, and report ready", async () => {
    await expect.poll(countWaiting, { timeout: 60_000 }).toBe(8);
    const orders = [];
    for (const server of servers) {
      const { buyer, order } = await orderFrom(server, draws[0]?.id ?? "");
      const paid = await buyer.pay(order, await tokenFor(stage.sandbox.url));
      expect(paid).toMatchObject({ status: 200, body: { success: true } });
      expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
      orders.push(paid.body.order);
    }
    const [given, kept] = orders as [(typeof orders)[0], (typeof orders)[0]];
    const path = `/api/admin/orders/${given.instanceId}/${given.orderId}/refund`;
    expect(await adminCall(servers[1] as Server, "POST", path, {})).toMatchObject({ body: { outcome: "refunded" } });
    await expect.poll(countWaiting, { timeout: 60_000 }).toBe(8);
    expect(lookups).toBe(0);
    await release();
    await expectOneCapture(stage.sandbox.url, kept);
    await expectClean(servers[0] as Server);
  });
});
