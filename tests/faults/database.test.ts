import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { tokenFor } from "@/tests/support/calls/buyer";
import type { DatabaseProxy, Loss } from "@/tests/support/databases/database-proxy";
import { startDatabaseProxy } from "@/tests/support/databases/database-proxy";
import { onPostgres, runStatements } from "@/tests/support/databases/postgres-database";
import { armFault, listCaptures } from "@/tests/support/sandbox/sandbox-control";
import type { FaultStage } from "@/tests/support/servers/fault-stage";
import { expectPaidOnce, openFaultStage, orderFrom, reserveOrder } from "@/tests/support/servers/fault-stage";
import type { Server } from "@/tests/support/servers/server";

const numbers = "insert into number_ranges";

/** Longer than the database's connection limit and its retries. */
const boundedMs = 60_000;

describe.runIf(onPostgres)("between the app and PostgreSQL", () => {
  let stage: FaultStage;
  let proxy: DatabaseProxy;
  let server: Server;

  beforeEach(async () => {
    stage = await openFaultStage();
    proxy = await startDatabaseProxy(stage.databaseUrl ?? "");
    server = await stage.start({ DATABASE_URL: proxy.url });
  });

  afterEach(async () => {
    await stage.close();
    await proxy.close();
  });

  it.each<[string, Loss]>([
    ["before the statement that issues numbers", "request"],
    ["after that statement, whose answer is lost", "answer"],
  ])("a connection cut %s: paid once", async (_name, side) => {
    const { buyer, order } = await reserveOrder(server);
    proxy.breakAt(numbers, side);
    const answer = await buyer.pay(order, await tokenFor(stage.sandbox.url));
    expect(proxy.broken()).toBe(1);
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    await expectPaidOnce(server, stage.sandbox.url, order);
  });

  it("every connection ended by the database while the gateway is working: paid once", async () => {
    const { buyer, order } = await reserveOrder(server);
    await armFault(stage.sandbox.url, { at: "payments", kind: "delay", moment: "after", delayMs: 1500 });
    const paying = buyer.pay(order, await tokenFor(stage.sandbox.url));
    await expect.poll(() => listCaptures(stage.sandbox.url, order.orderId), { timeout: 20_000 }).toHaveLength(1);
    await runStatements(stage.databaseUrl ?? "", [
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    ]);
    expect(await paying).toMatchObject({ status: 200, body: { success: true } });
    expect(server.output()).toMatch(/database connection was lost/);
    await expectPaidOnce(server, stage.sandbox.url, order);
  });

  it("silence for ten seconds: the buyer is told in time, isn't charged, and can pay once it is over", async () => {
    const { buyer, order } = await reserveOrder(server);
    const other = await orderFrom(server, order.instanceId);
    const token = await tokenFor(stage.sandbox.url);
    proxy.silence();
    const startedMs = performance.now();
    const ending = new Promise<void>((resolve) => setTimeout(resolve, 10_000)).then(proxy.resume);
    const refused = await buyer.pay(order, token);
    expect(performance.now() - startedMs).toBeLessThan(boundedMs);
    await ending;
    // The cut statement may have been carried out, in which case the same token finds its attempt.
    expect([200, 503]).toContain(refused.status);
    if (refused.status === 503) expect(await listCaptures(stage.sandbox.url, order.orderId)).toEqual([]);
    const ready = async () => (await fetch(`${server.url}/api/ready`)).status;
    await expect.poll(ready, { timeout: boundedMs }).toBe(200);
    const paid = await other.buyer.pay(other.order, await tokenFor(stage.sandbox.url));
    expect(paid).toMatchObject({ status: 200, body: { success: true } });
    expect(paid.body.order.numbers[0]?.first).toBeGreaterThan(0);
  });
});
