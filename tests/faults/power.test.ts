import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import type { OrderView } from "@/lib/orders/rules";
import { startSandbox } from "@/sandbox/start-sandbox";
import { createBuyer, importDraw, ledger, tokenFor } from "@/tests/support/calls/buyer";
import { freshDataDirectory, removeDataDirectory } from "@/tests/support/databases/data-template";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

async function buyUntilKilled(server: Server, instanceId: string, paid: OrderView[]): Promise<void> {
  for (;;) {
    const buyer = createBuyer(server);
    try {
      const placed = await buyer.placeOrder({ instanceId });
      const answer = await buyer.pay(placed.body.order, await tokenFor(server.sandboxUrl));
      if (answer.status === 200) paid.push(answer.body.order);
    } catch {
      return;
    }
  }
}

async function waitForCapture(sandboxUrl: string, orderNumber: string): Promise<void> {
  const captures = async () => (await ledger(sandboxUrl, orderNumber)).transactions.length;
  await expect.poll(captures, { timeout: 20_000 }).toBe(1);
}

/** Tries a new connection, not a kept-alive one. */
function letsIn(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "localhost");
    socket
      .once("error", () => resolve(false))
      .once("connect", () => {
        socket.destroy();
        resolve(true);
      });
  });
}

describe("kill -9", () => {
  it("loses no acknowledged order: after a restart each one is there with its numbers", async () => {
    const sandbox = await startSandbox({ port: 0 });
    const dataDir = await mkdtemp(join(tmpdir(), "tirage-kill-"));
    const paid: OrderView[] = [];
    const draw = drawWith();
    for (let round = 0; round < 3; round += 1) {
      const server = await startServer({ sandbox, dataDir });
      if (round === 0) await importDraw(server, draw);
      const reader = createBuyer(server);
      for (const order of paid) {
        const read = await reader.readOrder(order);
        expect(read.body.order).toMatchObject({ status: "finalized", numbers: order.numbers });
      }
      const buying = Promise.all(Array.from({ length: 4 }, () => buyUntilKilled(server, draw.id, paid)));
      const target = (round + 1) * 8;
      while (paid.length < target) await wait(20);
      await server.kill();
      await buying;
    }
    const last = await startServer({ sandbox, dataDir });
    const views = await Promise.all(paid.map((order) => createBuyer(last).readOrder(order)));
    const numbers = views.flatMap((view) => view.body.order.numbers.map((range) => range.first));
    expect(new Set(numbers).size).toBe(paid.length);
    await last.stop();
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  }, 180_000);

  it("in the middle of a payment leaves the order unknown, never released and never paid twice", async () => {
    const sandbox = await startSandbox({ port: 0 });
    const dataDir = await mkdtemp(join(tmpdir(), "tirage-kill-"));
    const first = await startServer({ sandbox, dataDir });
    const draw = drawWith({ maxTickets: 3 });
    await importDraw(first, draw);
    const buyer = createBuyer(first);
    const { order } = (await buyer.placeOrder({ instanceId: draw.id })).body;
    await fetch(`${sandbox.url}/sandbox/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ at: "payments", kind: "hang", moment: "after" }),
    });
    const paying = buyer.pay(order, await tokenFor(sandbox.url)).catch(() => null);
    await waitForCapture(sandbox.url, order.orderId);
    await first.kill();
    await paying;
    const second = await startServer({ sandbox, dataDir });
    const later = createBuyer(second);
    const again = await later.pay(order, await tokenFor(sandbox.url));
    expect(again).toMatchObject({ status: 202, body: { success: false } });
    expect((await later.placeOrder({ instanceId: draw.id })).body.reason).toBe("all-held");
    await second.stop();
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  });
});

describe("SIGTERM", () => {
  it("lets a payment in progress finish with its numbers, accepts no new connection, and exits cleanly", async () => {
    const server = await startServer();
    const draw = drawWith();
    await importDraw(server, draw);
    const buyer = createBuyer(server);
    const { order } = (await buyer.placeOrder({ instanceId: draw.id })).body;
    await fetch(`${server.sandboxUrl}/sandbox/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ at: "payments", kind: "delay", moment: "after", delayMs: 8000 }),
    });
    let isAnswered = false;
    const paying = buyer.pay(order, await tokenFor(server.sandboxUrl)).finally(() => {
      isAnswered = true;
    });
    await waitForCapture(server.sandboxUrl, order.orderId);
    const stopping = server.terminate();
    await expect.poll(() => letsIn(server.port), { timeout: 20_000 }).toBe(false);
    expect(isAnswered).toBe(false);
    expect(await paying).toMatchObject({ status: 200, body: { order: { status: "finalized" } } });
    expect(await stopping).toBe(0);
    await server.stop();
  });
});

describe.skipIf(onPostgres)("one data directory", () => {
  it("refuses a second process and says why; the first one keeps selling", async () => {
    const first = await startServer();
    await expect(startServer({ dataDir: first.dataDir })).rejects.toThrow(/DATA_DIR .* is in use by process \d+/);
    const draw = drawWith();
    await importDraw(first, draw);
    expect((await createBuyer(first).placeOrder({ instanceId: draw.id })).status).toBe(201);
    await first.stop();
  });
});

describe("an incomplete configuration", () => {
  it("is rejected at startup with every missing variable", async () => {
    const started = startServer({ env: { TIRAGE_MODE: "live", BAMBORA_API_URL: "", BAMBORA_SCRIPT_URL: "nonsense" } });
    await expect(started).rejects.toThrow(
      /CHECKOUT_HOST[\s\S]*BAMBORA_API_URL[\s\S]*BAMBORA_SCRIPT_URL[\s\S]*ADMIN_KEY/,
    );
  });
});

describe("the wrong SECRETS_KEY", () => {
  it("is detected at startup and named; with the right one it sells again", async () => {
    const dataDir = await freshDataDirectory();
    const first = await startServer({ dataDir });
    const draw = drawWith();
    await importDraw(first, draw);
    await first.stop();
    const SECRETS_KEY = randomBytes(32).toString("base64");
    await expect(startServer({ dataDir, env: { SECRETS_KEY } })).rejects.toThrow(/SECRETS_KEY does not open/);
    const again = await startServer({ dataDir });
    expect((await createBuyer(again).placeOrder({ instanceId: draw.id })).status).toBe(201);
    await again.stop();
    await removeDataDirectory(dataDir);
  });
});
