import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { keyRights } from "@/lib/rights";
import { startSandbox } from "@/sandbox/start-sandbox";
import { adminCall, cards, createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { freshDataDirectory, removeDataDirectory } from "@/tests/support/databases/data-template";
import { editData } from "@/tests/support/databases/edit-data";
import { drawWith } from "@/tests/support/draws/draw";
import { callGateway, captureAtGateway } from "@/tests/support/sandbox/call-gateway";
import { allTransactions, armFault, clearFaults, resetSandbox } from "@/tests/support/sandbox/sandbox-control";
import { runAdmin, runInvariants } from "@/tests/support/servers/commands";
import { expectClean } from "@/tests/support/servers/fault-stage";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

const draw = drawWith();
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let dataDir: string;
let server: Server;
let losses = 0;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
  dataDir = await freshDataDirectory();
  server = await startServer({ dataDir, sandbox });
  await importDraw(server, draw);
});
afterEach(() => clearFaults(server.sandboxUrl));
afterAll(async () => {
  await server.stop();
  await sandbox.close();
  await removeDataDirectory(dataDir);
});

/** Does what `npm run restored` does, for a restore to an hour ago. */
async function recordRestore(): Promise<void> {
  await server.terminate();
  const [to, at] = [new Date(Date.now() - 60 * 60_000), new Date()].map((instant) => instant.toISOString());
  await editData(dataDir, [
    `insert into audit_entries (draw_id, at, action, actor_kind, detail)
      values ('${draw.id}', '${at}', 'database-restored', 'admin', '{"restoredTo": "${to}"}')`,
  ]);
  server = await startServer({ dataDir, sandbox });
}

function lostNumber(): string {
  losses += 1;
  return `7ZZZZZZZZZ0123456789ABCD${String(losses).padStart(2, "0")}`;
}

/** Captures $7.25 that only the gateway knows. */
async function losePayment(): Promise<string> {
  const number = lostNumber();
  await captureAtGateway(server.sandboxUrl, number);
  return number;
}

type RefundAnswer = { outcome: string; amountCents: number; reason: string };

function refund(number: string, body?: unknown, key = server.adminKey) {
  const path = `/api/admin/payments/${encodeURIComponent(number)}/refund`;
  return adminCall<RefundAnswer>({ url: server.url, adminKey: key }, "POST", path, body);
}

async function returnedCents(number: string): Promise<number> {
  const all = await allTransactions(server.sandboxUrl);
  const back = all.filter(({ type, orderNumber }) => type !== "P" && orderNumber.startsWith(`RF${number}`));
  return back.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

async function declinedNumber(): Promise<string> {
  const number = lostNumber();
  const token = { code: await tokenFor(server.sandboxUrl, cards.declined), name: "Camille Roy", complete: true };
  const payment = { amount: 7.25, payment_method: "token", order_number: number, token };
  await expect(callGateway(server.sandboxUrl, "/v1/payments", payment)).rejects.toThrow("402");
  return number;
}

async function soldNumber(): Promise<string> {
  const buyer = createBuyer(server);
  const { order } = (await buyer.placeOrder({ instanceId: draw.id })).body;
  expect((await buyer.pay(order, await tokenFor(server.sandboxUrl))).status).toBe(200);
  return order.orderId;
}

async function heldNumber(): Promise<string> {
  const { order } = (await createBuyer(server).placeOrder({ instanceId: draw.id })).body;
  await captureAtGateway(server.sandboxUrl, order.orderId);
  return order.orderId;
}

async function returnedNumber(): Promise<string> {
  const number = lostNumber();
  const id = await captureAtGateway(server.sandboxUrl, number);
  await callGateway(server.sandboxUrl, `/v1/payments/${id}/void`, { amount: 7.25 });
  return number;
}

const refunded = { status: 200, body: { outcome: "refunded", amountCents: 725 } };

describe("a payment of another installation on the same account, where no restore is written down", () => {
  it("isn't given back, and no command advises it", async () => {
    const number = await losePayment();
    expect(await refund(number)).toMatchObject({ status: 409, body: { reason: "payment-not-lost" } });
    const ran = await runAdmin("order", server, ["return", number]);
    expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining("payment-not-lost")]);
    expect(await returnedCents(number)).toBe(0);
    const output = (await runInvariants(server)).lines.join("\n");
    expect(output).toContain("ask whoever else sells on this account");
    expect(output).not.toContain("order -- return");
    await resetSandbox(server.sandboxUrl);
    await recordRestore();
  });
});

describe("the refund of a payment that only the gateway knows", () => {
  it("gives it back once, however many ask and however often, and nothing is found afterwards", async () => {
    const number = await losePayment();
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => refund(number)));
    expect(answers.filter(({ status }) => status !== 200 && status !== 202)).toEqual([]);
    expect(await refund(number)).toMatchObject(refunded);
    expect(await returnedCents(number)).toBe(725);
    await expectClean(server);
  });

  it("gives back all of it, and refuses a body that wants another amount", async () => {
    const number = await losePayment();
    expect(await refund(number, { amountCents: 1, lines: ["no"] })).toMatchObject({ status: 422 });
    expect(await returnedCents(number)).toBe(0);
    expect(await refund(number)).toMatchObject(refunded);
    expect(await returnedCents(number)).toBe(725);
  });

  it("is in progress while the bank's answer is lost, and isn't sent again until that is known", async () => {
    const number = await losePayment();
    for (const at of ["void", "returns"] as const) {
      await armFault(server.sandboxUrl, { at, kind: "drop", moment: "after" });
    }
    expect(await refund(number)).toMatchObject({ status: 202, body: { outcome: "refund-under-way" } });
    expect(await refund(number)).toMatchObject({ status: 202, body: { outcome: "refund-under-way" } });
    expect(await returnedCents(number)).toBe(725);
  });

  it.each([
    ["a number that the gateway doesn't have", async () => lostNumber(), 404, "not-found"],
    ["a payment that was declined", declinedNumber, 404, "not-found"],
    ["a payment that is known here", soldNumber, 409, "payment-not-open"],
    ["a payment whose order still holds tickets", heldNumber, 409, "order-being-paid"],
    ["a payment that went back at the gateway's site", returnedNumber, 409, "payment-returned"],
    ["a number of another shop", async () => "SHOP-4711", 422, "invalid-input"],
    ["what is no number", async () => "\u0000' or 1=1", 422, "invalid-input"],
  ])("is refused for %s", async (_what, make, status, reason) => {
    const number = await make();
    const before = await allTransactions(server.sandboxUrl);
    expect(await refund(number)).toMatchObject({ status, body: { reason } });
    expect(await allTransactions(server.sandboxUrl)).toEqual(before);
  });

  it("is refused while the gateway's report can't be read, and is done afterwards", async () => {
    const number = await losePayment();
    await armFault(server.sandboxUrl, { at: "reports", kind: "status", status: 503, times: 100 });
    expect(await refund(number)).toMatchObject({ status: 503, body: { reason: "bank-not-answering" } });
    await clearFaults(server.sandboxUrl);
    expect(await refund(number)).toMatchObject(refunded);
  });

  it("takes a key with the right to refund: neither another right nor no key gives anything back", async () => {
    const number = await losePayment();
    const key = { name: "no-refunds", rights: keyRights.filter((right) => right !== "refunds"), days: 1 };
    const created = await adminCall<{ key: string }>(server, "POST", "/api/admin/keys", key);
    const missing = { status: 403, body: { reason: "admin-right-missing", fields: [{ field: "settle" }] } };
    expect(await refund(number, undefined, created.body.key)).toMatchObject(missing);
    expect(await refund(number, undefined, "wrong")).toMatchObject({
      status: 401,
      body: { reason: "admin-key-wrong" },
    });
    expect(await returnedCents(number)).toBe(0);
    expect(await refund(number)).toMatchObject(refunded);
  });
});

describe("npm run order -- return", () => {
  it("refunds each of the numbers, names those that it can't, and ends with 1 then", async () => {
    const [first, second, unknown] = [await losePayment(), await losePayment(), lostNumber()];
    const ran = await runAdmin("order", server, ["return", first, unknown, second]);
    expect(ran.stdout).toBe(`${first}: $7.25 refunded.\n${second}: $7.25 refunded.\n`);
    expect([ran.code, ran.stderr]).toEqual([1, expect.stringMatching(new RegExp(`^${unknown}: .*not-found`))]);
  });
});
