import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { RunningSandbox } from "./start-sandbox";
import { startSandbox } from "./start-sandbox";
import type { ClientAnswer, SandboxClient } from "./test-client";
import { cardFields, createClient, passcodeHeader } from "./test-client";

let sandbox: RunningSandbox;
let client: SandboxClient;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = createClient(sandbox.url);
});
afterAll(() => sandbox.close());
beforeEach(() => client.control("reset"));

const approved = "4030000010001234";

function adjust(id: string, kind: string, body: object): Promise<ClientAnswer> {
  return client.call("POST", `/v1/payments/${id}/${kind}`, body, passcodeHeader("payments"));
}

async function sale(fields: object = {}): Promise<string> {
  return (await client.payByCard(approved, { order_number: "SALE1", ...fields })).body.id;
}

test("partial returns add up to the full amount, each under its own order number", async () => {
  const id = await sale();
  const first = await adjust(id, "returns", { amount: 4, order_number: "BACK1" });
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ type: "R", approved: "1", amount: 4, order_number: "BACK1" });
  expect(first.body.card).toBeDefined();
  expect(first.body.card?.last_four).toBeUndefined();
  expect((await adjust(id, "returns", { amount: 6.01, order_number: "BACK2" })).body.code).toBe(194);
  expect((await adjust(id, "returns", { amount: 6, order_number: "BACK1" })).body.code).toBe(788);
  expect((await adjust(id, "returns", { amount: 6, order_number: "BACK2" })).status).toBe(200);
  expect((await client.ledger()).totals).toEqual({
    capturedCents: 1000,
    returnedCents: 1000,
    voidedCents: 0,
    netCents: 0,
  });
  const { body } = await client.call("GET", `/v1/payments/${id}`, undefined, passcodeHeader("payments"));
  expect(body).toMatchObject({
    total_refunds: 10,
    adjusted_by: [
      { type: "R", amount: 4 },
      { type: "R", amount: 6 },
    ],
  });
});

test("a void requires the exact amount, the same Eastern day and no previous return, and works once", async () => {
  const id = await sale();
  expect((await adjust(id, "void", { amount: 9 })).body.code).toBe(193);
  const done = await adjust(id, "void", { amount: 10, order_number: "VOID1" });
  expect(done.body).toMatchObject({ type: "VP", order_number: "VOID1" });
  expect(done.body.links).toBeUndefined();
  expect((await adjust(id, "void", { amount: 10 })).body.code).toBe(196);
  expect((await adjust(id, "returns", { amount: 10 })).body.code).toBe(196);
  const returned = await sale({ order_number: "SALE2" });
  await adjust(returned, "returns", { amount: 1 });
  expect((await adjust(returned, "void", { amount: 10 })).body.code).toBe(192);
  const old = await sale({ order_number: "SALE3" });
  await client.control("clock", { advanceMs: 24 * 3_600_000 });
  expect((await adjust(old, "void", { amount: 10 })).body.code).toBe(205);
  expect((await adjust(old, "returns", { amount: 10 })).status).toBe(200);
});

test("a voided return restores the sale's amount", async () => {
  const id = await sale();
  const { body } = await adjust(id, "returns", { amount: 10 });
  expect((await adjust(body.id, "void", { amount: 10 })).body).toMatchObject({ type: "VR" });
  expect((await client.ledger()).totals.netCents).toBe(1000);
  expect((await adjust(id, "returns", { amount: 10 })).status).toBe(200);
});

test("an authorization is completed once, up to its amount, and returned through its completion", async () => {
  const id = await sale({ card: { ...cardFields(approved), complete: false } });
  expect((await client.ledger()).totals.capturedCents).toBe(0);
  expect((await adjust(id, "returns", { amount: 10 })).body.code).toBe(204);
  expect((await adjust(id, "completions", { amount: 10.01 })).body.code).toBe(208);
  const completed = await adjust(id, "completions", { amount: 8 });
  expect(completed.body).toMatchObject({ type: "PAC", amount: 8, order_number: "SALE1" });
  expect(completed.body.links?.map(({ rel }) => rel)).toEqual(["return", "complete"]);
  expect((await adjust(id, "completions", { amount: 1 })).body.code).toBe(203);
  expect((await adjust(completed.body.id, "returns", { amount: 8 })).status).toBe(200);
  expect((await client.ledger()).totals).toMatchObject({ capturedCents: 800, returnedCents: 800, netCents: 0 });
});

test("unknown ids, declined payments and invalid amounts are refused", async () => {
  const unknown = await adjust("1", "void", { amount: 10 });
  expect(unknown.status).toBe(400);
  expect(unknown.body).toMatchObject({ code: 314, details: [{ field: "adjId", message: "Invalid adjustment id" }] });
  const id = await sale();
  expect((await adjust(id, "returns", { amount: 0 })).body.code).toBe(197);
  expect((await adjust(id, "returns", {})).body.code).toBe(191);
  await client.payByCard("4003050500040005", { order_number: "NO1" });
  const [declined] = (await client.ledger("?orderNumber=NO1")).transactions;
  expect((await adjust(declined?.id ?? "", "returns", { amount: 10 })).body.code).toBe(200);
});
