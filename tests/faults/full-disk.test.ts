import { resolve } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Buyer } from "@/tests/support/calls/buyer";
import { createBuyer, tokenFor } from "@/tests/support/calls/buyer";
import { ageData } from "@/tests/support/databases/age-data";
import { onPostgres, runStatements } from "@/tests/support/databases/postgres-database";
import { armFault, listCaptures } from "@/tests/support/sandbox/sandbox-control";
import type { FaultStage } from "@/tests/support/servers/fault-stage";
import {
  expectClean,
  expectPaidOnce,
  openFaultStage,
  orderFrom,
  reserveOrder,
} from "@/tests/support/servers/fault-stage";
import { freePort } from "@/tests/support/servers/free-port";
import type { Server } from "@/tests/support/servers/server";

let stage: FaultStage;

beforeEach(async () => {
  stage = await openFaultStage();
});

afterEach(() => stage.close());

async function startOnSmallDisk(): Promise<{ server: Server; fill: () => Promise<unknown> }> {
  const port = await freePort();
  const preload = `--import ${resolve("tests/support/preload/fill-disk.mjs")}`;
  const server = await stage.start({ NODE_OPTIONS: preload, FILL_DISK_PORT: String(port) });
  return { server, fill: () => fetch(`http://127.0.0.1:${port}/api/fill?left=0`) };
}

async function payOnce(buyer: Buyer, order: Parameters<Buyer["pay"]>[0]): Promise<number | "no answer"> {
  const token = await tokenFor(stage.sandbox.url);
  return buyer.pay(order, token).then(
    ({ status }) => status,
    () => "no answer",
  );
}

/** Sales must stop: calls are refused, or the process has ended with a reason because it couldn't write its log. */
async function expectStandstill(server: Server, instanceId: string): Promise<void> {
  const placed = await createBuyer(server)
    .placeOrder({ instanceId })
    .then(
      ({ status }) => status,
      () => "no answer",
    );
  if (placed === 503) return server.kill();
  expect(placed).toBe("no answer");
  expect(await server.terminate()).toBe(1);
  expect(server.output()).toMatch(/is the disk full\?/);
}

describe.skipIf(onPostgres)("a full disk under the embedded database", () => {
  it("takes no money, and loses nothing acknowledged once there is space again", async () => {
    const { server, fill } = await startOnSmallDisk();
    const { buyer, order } = await reserveOrder(server);
    expect(await payOnce(buyer, order)).toBe(200);
    const later = await orderFrom(server, order.instanceId);
    await fill();
    expect([503, "no answer"]).toContain(await payOnce(later.buyer, later.order));
    await expectStandstill(server, order.instanceId);
    expect(await listCaptures(stage.sandbox.url, later.order.orderId)).toEqual([]);
    const restarted = await stage.start();
    await expectPaidOnce(restarted, stage.sandbox.url, order);
    expect(await payOnce(createBuyer(restarted), later.order)).toBe(200);
    await expectClean(restarted);
  });

  it("between the capture and its numbers: one capture, and numbers after the restart", async () => {
    const { server, fill } = await startOnSmallDisk();
    const { buyer, order } = await reserveOrder(server);
    await armFault(stage.sandbox.url, { at: "payments", kind: "delay", moment: "after", delayMs: 2000 });
    const paying = payOnce(buyer, order);
    await expect.poll(() => listCaptures(stage.sandbox.url, order.orderId), { timeout: 20_000 }).toHaveLength(1);
    await fill();
    expect(await paying).not.toBe(200);
    await expectStandstill(server, order.instanceId);
    await ageData(stage.dataDir, 1);
    await expectPaidOnce(await stage.start(), stage.sandbox.url, order);
  });
});

describe.runIf(onPostgres)("a full disk under PostgreSQL", () => {
  it("takes no money and says so; sales resume once there is space again", async () => {
    const server = await stage.start();
    const { buyer, order } = await reserveOrder(server);
    const database = stage.databaseUrl ?? "";
    await runStatements(database, [
      `create function fill_disk() returns trigger language plpgsql as
        $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`,
      "create trigger full_disk before insert on payment_attempts for each row execute function fill_disk()",
    ]);
    expect(await payOnce(buyer, order)).toBe(503);
    expect(await listCaptures(stage.sandbox.url, order.orderId)).toEqual([]);
    await runStatements(database, ["drop trigger full_disk on payment_attempts"]);
    expect(await payOnce(buyer, order)).toBe(200);
    await expectPaidOnce(server, stage.sandbox.url, order);
  });
});
