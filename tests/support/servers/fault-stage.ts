import assert from "node:assert/strict";

import type { InvariantReport } from "@/lib/invariants/rules.invariants";
import type { OrderView } from "@/lib/orders/rules";
import { startSandbox } from "@/sandbox/start-sandbox";

import type { Buyer } from "@/tests/support/calls/buyer";
import { adminCall, createBuyer, importDraw } from "@/tests/support/calls/buyer";
import { databaseOf, freshDataDirectory, removeDataDirectory } from "@/tests/support/databases/data-template";
import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";
import { capturesOf } from "@/tests/support/sandbox/sandbox-control";
import { pollUntil } from "./poll-until";
import type { Sandbox, Server } from "./server";
import { startServer } from "./server";

/** What a test of a fault stands on: a gateway and data that outlive the servers that die on them. */
export type FaultStage = {
  sandbox: Sandbox;
  dataDir: string;
  databaseUrl: string | null;
  /** Starts a server on this data; on `port` where another one was killed. */
  start: (env?: Record<string, string>, port?: number) => Promise<Server>;
  /** Ends the servers that still run, and takes sandbox and data away. */
  close: () => Promise<void>;
};

/** A fresh data directory, or PostgreSQL database, and a sandbox. */
export async function openFaultStage(): Promise<FaultStage> {
  const dataDir = await freshDataDirectory();
  const sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
  const servers: Server[] = [];
  return {
    sandbox,
    dataDir,
    databaseUrl: databaseOf(dataDir),
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

/** A buyer with an order of three tickets, not paid yet. */
export async function reserveOrder(
  server: Server,
  draw: DrawInput = drawWith(),
): Promise<{ buyer: Buyer; order: OrderView }> {
  await importDraw(server, draw);
  return orderFrom(server, draw.id);
}

/** A buyer with an order of three tickets of a draw that is there. */
export async function orderFrom(server: Server, instanceId: string): Promise<{ buyer: Buyer; order: OrderView }> {
  const buyer = createBuyer(server);
  const placed = await buyer.placeOrder({ instanceId });
  assert.equal(placed.status, 201);
  return { buyer, order: placed.body.order };
}

const healsWithin = { timeout: 60_000, interval: 250 };

/** Waits until nobody has to be asked about an order any more, and gives it. */
export async function waitUntilKnown(server: Server, order: OrderView): Promise<OrderView> {
  const read = async () => (await createBuyer(server).readOrder(order)).body.order;
  return pollUntil(read, ({ status }) => !["paying", "unknown"].includes(status), healsWithin);
}

/** Waits until the invariants are clean: what is still being asked may take a moment. */
export async function expectClean(server: Server): Promise<InvariantReport> {
  const read = async () => (await adminCall<InvariantReport>(server, "GET", "/api/admin/invariants")).body;
  return pollUntil(read, ({ violations }) => violations.length === 0, healsWithin);
}

/** One capture of the whole amount, one set of numbers, clean invariants: a payment that a fault could not spoil. */
export async function expectPaidOnce(server: Server, sandboxUrl: string, order: OrderView): Promise<OrderView> {
  const known = await waitUntilKnown(server, order);
  assert.equal(known.status, "finalized");
  assert.deepEqual(
    known.numbers.map(({ poolId, first, last, void: isVoid }) => ({ poolId, first, last, void: isVoid })),
    [{ poolId: "main", first: 1, last: 3, void: false }],
  );
  await expectOneCapture(sandboxUrl, order);
  await expectClean(server);
  return known;
}

/** The gateway took the money of an order once, and all of it. */
export async function expectOneCapture(sandboxUrl: string, order: OrderView): Promise<void> {
  const captures = await capturesOf(sandboxUrl, order.orderId);
  assert.deepEqual(
    captures.map(({ amountCents, returnedCents, voided }) => [amountCents, returnedCents, voided]),
    [[Math.round(order.amount * 100), 0, false]],
  );
}
