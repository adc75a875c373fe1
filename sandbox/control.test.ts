import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RunningSandbox } from "./start-sandbox";
import { startSandbox } from "./start-sandbox";
import type { SandboxClient } from "./test-client";
import { createClient, passcodeHeader } from "./test-client";

let sandbox: RunningSandbox;
let client: SandboxClient;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = createClient(sandbox.url);
});
afterAll(() => sandbox.close());
beforeEach(() => client.control("reset"));

const approved = "4030000010001234";
const captured = async (orderNumber: string) =>
  (await client.ledger(`?orderNumber=${orderNumber}`)).totals.capturedCents;

async function arm(fault: object): Promise<void> {
  expect((await client.control("faults", fault)).status).toBe(200);
}

describe("faults for a payment", () => {
  test.each([
    ["before", 0],
    ["after", 1000],
  ])("a connection cut %s the capture leaves %i cents", async (moment, cents) => {
    await arm({ at: "payments", kind: "drop", moment });
    await expect(client.payByCard(approved, { order_number: "CUT1" })).rejects.toThrow();
    expect(await captured("CUT1")).toBe(cents);
  });

  test.each([
    ["before", 0],
    ["after", 1000],
  ])("a 502 %s the capture leaves %i cents", async (moment, cents) => {
    await arm({ at: "payments", kind: "status", status: 502, moment });
    expect(await client.payByCard(approved, { order_number: "BAD1" })).toMatchObject({
      status: 502,
      body: { category: 4 },
    });
    expect(await captured("BAD1")).toBe(cents);
  });

  test("garbage, a code, another amount and an unapproved 200", async () => {
    await arm({ at: "payments", kind: "garbage" });
    const garbage = await client.payByCard(approved, { order_number: "G1" });
    expect(garbage.status).toBe(200);
    expect(garbage.text).toContain("<html>");
    expect(await captured("G1")).toBe(1000);
    await arm({ at: "payments", kind: "refuse", code: 16, moment: "after" });
    expect((await client.payByCard(approved, { order_number: "G2" })).body.code).toBe(16);
    expect(await captured("G2")).toBe(1000);
    await arm({ at: "payments", kind: "wrong-amount", amount: 11.25 });
    expect((await client.payByCard(approved, { order_number: "G3" })).body).toMatchObject({
      approved: "1",
      amount: 11.25,
    });
    expect(await captured("G3")).toBe(1125);
    await arm({ at: "payments", kind: "decline-as-200" });
    expect(await client.payByCard(approved, { order_number: "G4" })).toMatchObject({
      status: 200,
      body: { approved: "0", message_id: "7" },
    });
    expect(await captured("G4")).toBe(0);
  });

  test("a late answer and none at all", async () => {
    await arm({ at: "payments", kind: "delay", delayMs: 300, moment: "after" });
    const late = client.payByCard(approved, { order_number: "L1" });
    await expect.poll(() => captured("L1"), { timeout: 250 }).toBe(1000);
    expect((await late).status).toBe(200);
    await arm({ at: "payments", kind: "hang", moment: "after" });
    const silent = client.payByCard(approved, { order_number: "L2" });
    const winner = await Promise.race([silent, new Promise((resolve) => setTimeout(resolve, 300, "silence"))]);
    expect(winner).toBe("silence");
    expect(await captured("L2")).toBe(1000);
    silent.catch(() => {});
  });

  test("a fault affects only what it matches, as often as it says", async () => {
    await arm({ at: "payments", kind: "status", times: 2, match: { orderNumber: "HIT1" } });
    await arm({ at: "payments", kind: "status", status: 503, match: { card: "5100000010001004" } });
    expect((await client.payByCard(approved, { order_number: "OTHER" })).status).toBe(200);
    expect((await client.payByCard(approved, { order_number: "HIT1" })).status).toBe(500);
    expect((await client.call("GET", "/sandbox/faults")).body.faults).toMatchObject([{ left: 1 }, { left: 1 }]);
    expect((await client.payByCard(approved, { order_number: "HIT1" })).status).toBe(500);
    expect((await client.payByCard(approved, { order_number: "HIT1" })).status).toBe(200);
    const token = { code: await client.token("5100000010001004"), name: "Camille Roy", complete: true };
    const byToken = { amount: 1, order_number: "TOK1", payment_method: "token", token };
    expect((await client.pay(byToken)).status).toBe(503);
    expect((await client.pay(byToken)).status).toBe(200);
  });
});

test("faults for the other calls and the card script", async () => {
  const { body: paid } = await client.payByCard(approved, { order_number: "ALL1" });
  const headers = passcodeHeader("payments");
  await arm({ at: "get-payment", kind: "status", status: 500, match: { orderNumber: "ALL1" } });
  expect((await client.call("GET", `/v1/payments/${paid.id}`, undefined, headers)).status).toBe(500);
  await arm({ at: "reports", kind: "status", status: 503, match: { orderNumber: "ALL1" } });
  expect((await client.search([{ field: 5, operator: "%3D", value: "ALL1" }])).status).toBe(503);
  await arm({ at: "returns", kind: "drop", moment: "after", match: { orderNumber: "BACK1" } });
  const back = client.call("POST", `/v1/payments/${paid.id}/returns`, { amount: 10, order_number: "BACK1" }, headers);
  await expect(back).rejects.toThrow();
  expect((await client.ledger()).totals.returnedCents).toBe(1000);
  await arm({ at: "script", kind: "status", status: 404 });
  expect((await client.call("GET", "/customcheckout/1/customcheckout.js")).status).toBe(404);
  expect((await client.call("GET", "/customcheckout/1/customcheckout.js")).status).toBe(200);
  await arm({ at: "iframe", kind: "status", status: 503 });
  expect((await client.call("GET", "/customcheckout/1/iframe.html")).status).toBe(503);
});

test("invalid control calls are refused, and a foreign page can't make them as simple requests", async () => {
  expect((await client.control("faults", { at: "payments", kind: "explode" })).status).toBe(400);
  expect((await client.control("faults", { at: "reports", kind: "wrong-amount", amount: 1 })).status).toBe(400);
  expect((await client.control("faults", { at: "payments", kind: "refuse", code: 99_999 })).status).toBe(400);
  expect((await client.control("settings", { slow: 1 })).status).toBe(400);
  const simple = await client.call("POST", "/sandbox/reset", "{}", { "content-type": "text/plain" });
  expect(simple.status).toBe(415);
  await arm({ at: "payments", kind: "status" });
  expect((await client.call("DELETE", "/sandbox/faults")).body).toEqual({ faults: [] });
  expect((await client.payByCard(approved)).status).toBe(200);
});

test("settings keep what isn't named, and a reset restores everything", async () => {
  expect((await client.control("settings", { slowMs: 5 })).body).toEqual({
    slowMs: 5,
    reportLagMs: 0,
    reportEnd: "empty",
    tokenService: "up",
    mailServer: "up",
    applePayDomains: null,
    walletRoots: [],
    appCheckKeys: "up",
    appCheckExchange: 200,
  });
  expect((await client.control("settings", { tokenService: "down" })).body.slowMs).toBe(5);
  await client.control("reset");
  expect((await client.call("GET", "/sandbox/settings")).body).toEqual({
    slowMs: 45_000,
    reportLagMs: 0,
    reportEnd: "empty",
    tokenService: "up",
    mailServer: "up",
    applePayDomains: null,
    walletRoots: [],
    appCheckKeys: "up",
    appCheckExchange: 200,
  });
});

test("the human-readable page shows the ledger and escapes buyers' input", async () => {
  await client.payByCard(approved, { order_number: "<b>x</b>" });
  const { text, headers } = await client.call("GET", "/sandbox");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(text).toContain("&lt;b&gt;x&lt;/b&gt;");
  expect(text).not.toContain("<b>x</b>");
  expect(text).toContain("4030 0000 1000 1234");
  expect((await client.call("GET", "/customcheckout/1/sandbox-page.css")).status).toBe(200);
  expect((await client.call("GET", "/customcheckout/1/..%2fmain.ts")).status).toBe(404);
});

test("a data file keeps the ledger across a restart, without card numbers, even if its last line is truncated", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-ledger-"));
  const dataFile = join(folder, "nested", "ledger.jsonl");
  const first = await startSandbox({ dataFile });
  const firstClient = createClient(first.url);
  const { body: paid } = await firstClient.payByCard(approved, { order_number: "KEEP1" });
  await firstClient.call("POST", `/v1/payments/${paid.id}/returns`, { amount: 3 }, passcodeHeader("payments"));
  await first.close();
  expect(readFileSync(dataFile, "utf8")).not.toContain(approved);
  appendFileSync(dataFile, '{"id":"9');
  const second = await startSandbox({ dataFile });
  const secondClient = createClient(second.url);
  expect((await secondClient.ledger("?orderNumber=KEEP1")).totals).toMatchObject({
    capturedCents: 1000,
    returnedCents: 300,
  });
  expect((await secondClient.payByCard(approved, { order_number: "KEEP1" })).body.code).toBe(16);
  await secondClient.payByCard(approved, { order_number: "KEEP2" });
  await second.close();
  const third = await startSandbox({ dataFile });
  expect((await createClient(third.url).ledger()).totals.capturedCents).toBe(2000);
  await third.close();
  rmSync(folder, { recursive: true });
});
