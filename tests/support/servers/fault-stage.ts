import assert from "node:assert/strict";

import type { InvariantReport } from "@/lib/invariants/rules.invariants";
import type { OrderView } from "@/lib/orders/rules";
import { startSandbox } from "@/sandbox/start-sandbox";

import type { Buyer } from "@/tests/support/calls/buyer";
import { adminCall, createBuyer, importDraw } from "@/tests/support/calls/buyer";
import { findDatabaseUrl, freshDataDirectory, removeDataDirectory } from "@/tests/support/databases/data-template";
import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";
import { listCaptures } from "@/tests/support/sandbox/sandbox-control";
import { pollUntil } from "./poll-until";
import type { Sandbox, Server } from "./server";
import { startServer } from "./server";

/** Gateway and data survive the servers that die on them. */
export type FaultStage = {
  sandbox: Sandbox;
  dataDir: string;
  databaseUrl: string | null;
  /** Starts on `port`, where another server was killed. */
  start: (env?: Record<string, string>, port?: number) => Promise<Server>;
  close: () => Promise<void>;
};

export async function openFaultStage(): Promise<FaultStage> {
  const dataDir = await freshDataDirectory();
  const sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
  const servers: Server[] = [];
  return {
    sandbox,
    dataDir,
    databaseUrl: findDatabaseUrl(dataDir),
    start: async (env = {}, port) => {
      const server = await startServer({ dataDir, sandbox, env, ...(port ? { port } : {}) });
      servers.push(server);
      return server;
    },
    close: async () => {
      await Promise.all(servers.map((server) => server.kill()));
      await sandbox.close();
      await removeDataDirectory(dataDir);
    },
  };
}

/** Reserves three tickets without paying. */
export async function reserveOrder(
  server: Server,
  draw: DrawInput = drawWith(),
): Promise<{ buyer: Buyer; order: OrderView }> {
  await importDraw(server, draw);
  return orderFrom(server, draw.id);
}

/** The draw must exist. */
export async function orderFrom(server: Server, instanceId: string): Promise<{ buyer: Buyer; order: OrderView }> {
  const buyer = createBuyer(server);
  const placed = await buyer.placeOrder({ instanceId });
  assert.equal(placed.status, 201);
  return { buyer, order: placed.body.order };
}

const pollLimits = { timeout: 60_000, interval: 250 };

/** Waits until no payment of the order is unknown. */
export async function waitUntilKnown(server: Server, order: OrderView): Promise<OrderView> {
  const read = async () => (await createBuyer(server).readOrder(order)).body.order;
  return pollUntil(read, ({ status }) => !["paying", "unknown"].includes(status), pollLimits);
}

/** Pending lookups may take a moment. */
export async function expectClean(server: Server): Promise<InvariantReport> {
  const read = async () => (await adminCall<InvariantReport>(server, "GET", "/api/admin/invariants")).body;
  return pollUntil(read, ({ violations }) => violations.length === 0, pollLimits);
}

/** Expects one capture of the whole amount, one set of numbers and clean invariants. */
export async function expectPaidOnce(server: Server, sandboxUrl: string, order: OrderView): Promise<OrderView> {
  const settled = await waitUntilKnown(server, order);
  assert.equal(settled.status, "finalized");
  assert.deepEqual(
    settled.numbers.map(({ poolId, first, last, void: isVoid }) => ({ poolId, first, last, void: isVoid })),
    [{ poolId: "main", first: 1, last: 3, void: false }],
  );
  await expectOneCapture(sandboxUrl, order);
  await expectClean(server);
  return settled;
}

export async function expectOneCapture(sandboxUrl: string, order: OrderView): Promise<void> {
  const captures = await listCaptures(sandboxUrl, order.orderId);
  assert.deepEqual(
    captures.map(({ amountCents, returnedCents, voided }) => [amountCents, returnedCents, voided]),
    [[Math.round(order.amount * 100), 0, false]],
  );
}
