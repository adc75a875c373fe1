import { randomBytes } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { OrderView } from "@/lib/orders/rules";
import { startSandbox } from "@/sandbox/start-sandbox";
import { adminCall, createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import type { RegisteredDevice } from "@/tests/support/calls/device";
import { registerDevice } from "@/tests/support/calls/device";
import { freshDataDirectory, removeDataDirectory } from "@/tests/support/databases/data-template";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { drawWith } from "@/tests/support/draws/draw";
import { runNpm } from "@/tests/support/servers/commands";
import { expectClean, expectOneCapture } from "@/tests/support/servers/fault-stage";
import type { Sandbox, Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

const earlier = randomBytes(32).toString("base64");
const later = randomBytes(32).toString("base64");
const both = { SECRETS_KEY: later, SECRETS_KEY_PREVIOUS: earlier };

/** Follows the steps of docs/operations.md, Rotate the key, in order. */
describe.runIf(onPostgres)("a key that is rotated while two processes sell", () => {
  let sandbox: Sandbox;
  let dataDir: string;
  let first: Server;
  let second: Server;
  let device: RegisteredDevice;
  let before: OrderView;
  const sold: OrderView[] = [];

  const start = (env: Record<string, string>) => startServer({ dataDir, sandbox, env });

  async function restart(server: Server, env: Record<string, string>): Promise<Server> {
    await server.terminate();
    return start(env);
  }

  async function buy(server: Server, instanceId: string): Promise<OrderView> {
    const buyer = createBuyer(server);
    const placed = await buyer.placeOrder({ instanceId });
    expect(placed.status).toBe(201);
    const paid = await buyer.pay(placed.body.order, await tokenFor(sandbox.url));
    expect(paid.status).toBe(200);
    sold.push(paid.body.order);
    return paid.body.order;
  }

  async function whileSelling<Result>(instanceId: string, work: () => Promise<Result>): Promise<Result> {
    let isDone = false;
    const selling = (async () => {
      for (let at = 0; !isDone || at < 4; at += 1) await buy(at % 2 === 0 ? first : second, instanceId);
    })();
    try {
      return await work();
    } finally {
      isDone = true;
      await selling;
    }
  }

  beforeAll(async () => {
    dataDir = await freshDataDirectory();
    sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
    first = await start({ SECRETS_KEY: earlier });
    await importDraw(first, drawWith({ id: "of-before", parentId: "test-parent" }));
    device = await registerDevice(first, { parentId: "test-parent" });
    before = await buy(first, "of-before");
  });
  afterAll(async () => {
    await Promise.all([first?.stop(), second?.stop()]);
    await sandbox?.close();
    if (dataDir) await removeDataDirectory(dataDir);
  });

  function keys(env: { SECRETS_KEY: string; SECRETS_KEY_PREVIOUS?: string }, command: "rotate" | "status") {
    const own = { DATABASE_URL: first.databaseUrl ?? "", TIRAGE_ADMIN: "Zoé" };
    return runNpm("keys", [command], { ...own, SECRETS_KEY_PREVIOUS: "", ...env });
  }

  it("a process without the earlier key doesn't start, and says so (control)", async () => {
    await expect(start({ SECRETS_KEY: later })).rejects.toThrow(/SECRETS_KEY does not open this database/);
    expect(await keys({ SECRETS_KEY: later }, "rotate")).toMatchObject({
      code: 1,
      written: expect.stringMatching(/^SECRETS_KEY does not open this database/),
    });
  });

  it("a process with both keys sells beside one with the earlier key, also draws that either imports", async () => {
    second = await start(both);
    await importDraw(second, drawWith({ id: "of-meanwhile", parentId: "test-parent" }));
    for (const drawId of ["of-before", "of-meanwhile"]) for (const server of [first, second]) await buy(server, drawId);
    const status = await keys(both, "status");
    expect(status).toMatchObject({ code: 1, written: expect.stringContaining("still needed") });
    expect(status.written).toMatch(/payment credentials of draws .* SECRETS_KEY_PREVIOUS +2/);
  });

  it("the command seals everything anew while both sell", async () => {
    first = await restart(first, both);
    const rotated = await whileSelling("of-meanwhile", () => keys(both, "rotate"));
    expect(rotated.written).toContain("the credentials of 2 draw(s)");
    expect(rotated).toMatchObject({ code: 0, written: expect.stringContaining("can be removed") });
    expect(await keys(both, "status")).toMatchObject({ code: 0 });
    expect(await keys({ SECRETS_KEY: later }, "status")).toMatchObject({ code: 0 });
  });

  it("without the earlier key all that was sold and registered before is known, sold on and refunded", async () => {
    first = await restart(first, { SECRETS_KEY: later });
    second = await restart(second, { SECRETS_KEY: later });
    for (const order of sold) {
      const read = await createBuyer(second).readOrder(order);
      expect(read.body.order).toMatchObject({ validationNumber: order.validationNumber, numbers: order.numbers });
      await expectOneCapture(sandbox.url, order);
    }
    expect(before.validationNumber).toMatch(/\w/);
    const found = await adminCall<{ orders: { orderId: string }[] }>(
      first,
      "GET",
      `/api/admin/orders?order=${encodeURIComponent(before.validationNumber ?? "")}&instanceId=of-before`,
    );
    expect(found.body.orders).toMatchObject([{ orderId: before.orderId }]);
    const summary = "/api/terminal/summary?instanceId=of-before";
    const summaryAnswer = await createBuyer(first).call("GET", summary, undefined, { cookie: device.cookie });
    expect(summaryAnswer.status).toBe(200);
    await buy(first, "of-before");
    const refund = `/api/admin/orders/of-before/${before.orderId}/refund`;
    expect((await adminCall(first, "POST", refund, {})).status).toBe(200);
    await expectClean(first);
  });

  it("a process with the earlier key alone doesn't start any more, and names both keys", async () => {
    await expect(start({ SECRETS_KEY: earlier })).rejects.toThrow(/was sealed with the key \S+, and this is the key/);
  });
});
