import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { otherAccount } from "./accounts";
import type { RunningSandbox } from "./start-sandbox";
import { startSandbox } from "./start-sandbox";
import type { SandboxClient } from "./test-client";
import { cardFields, createClient, passcodeHeader } from "./test-client";

let sandbox: RunningSandbox;
let client: SandboxClient;

beforeAll(async () => {
  sandbox = await startSandbox({ slowMs: 50 });
  client = createClient(sandbox.url);
});
afterAll(() => sandbox.close());
beforeEach(() => client.control("reset"));

const approved = "4030000010001234";
const declined = "4003050500040005";

describe("an approved payment", () => {
  test("is answered with the types of a recorded response", async () => {
    const { status, body, headers } = await client.payByCard(approved, {
      amount: 79.76,
      order_number: "ORDER1",
      custom: { ref1: "attempt" },
      billing: {
        name: "Camille Roy",
        address_line1: "2659 Douglas St",
        postal_code: "V8T 4M3",
        province: "BC",
        country: "CA",
      },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^\d+$/),
      authorizing_merchant_id: 300200578,
      approved: "1",
      message_id: "1",
      message: "Approved",
      auth_code: "TEST",
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      order_number: "ORDER1",
      type: "P",
      payment_method: "CC",
      risk_score: 0,
      amount: 79.76,
      custom: { ref1: "attempt", ref2: "", ref3: "", ref4: "", ref5: "" },
      card: {
        card_type: "VI",
        last_four: "1234",
        card_bin: "403000",
        address_match: 1,
        postal_result: 1,
        avs_result: "1",
        cvd_result: "1",
        avs: { id: "Y", message: "Street address and Postal/ZIP match.", processed: true },
      },
      links: [
        { rel: "void", href: `${sandbox.url}/v1/payments/${body.id}/void`, method: "POST" },
        { rel: "return", href: `${sandbox.url}/v1/payments/${body.id}/returns`, method: "POST" },
      ],
    });
    expect(headers.get("order-number")).toBe("ORDER1");
  });

  test("is read back with numbers where the payment had strings", async () => {
    const { body: paid } = await client.payByCard(approved, { order_number: "ORDER1", comments: "hello" });
    const { status, body } = await client.call("GET", `/v1/payments/${paid.id}`, undefined, passcodeHeader("payments"));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: Number(paid.id),
      approved: 1,
      message_id: 1,
      amount: 10,
      order_number: "ORDER1",
      comments: "hello",
      total_refunds: 0,
      adjusted_by: [],
      card: { name: "Camille Roy", expiry_month: "12", expiry_year: "30", last_four: "1234" },
    });
  });

  test("uses the transaction's id without an order number, and cash without a card", async () => {
    const { body } = await client.pay({ amount: 15, payment_method: "cash" });
    expect(body).toMatchObject({ approved: "1", order_number: body.id, payment_method: "CA" });
    expect(body.card).toBeUndefined();
  });
});

describe("the bank's answers", () => {
  test("a decline is 402 in the recorded form, and stays in the ledger without money", async () => {
    const { status, body } = await client.payByCard(declined, { order_number: "ORDER1" });
    expect(status).toBe(402);
    expect(body).toEqual({ code: 7, category: 1, message: "DECLINE", reference: "" });
    const { transactions, totals } = await client.ledger("?orderNumber=ORDER1");
    expect(transactions).toMatchObject([{ approved: false, messageId: 7 }]);
    expect(totals.capturedCents).toBe(0);
  });

  test.each([
    ["4504481742333", 99.99, 200],
    ["4504481742333", 100.01, 402],
    ["5100000010001004", 1, 200],
    ["371100001000131", 1, 200],
    ["342400001000180", 1, 402],
  ])("card %s at %f answers %i", async (number, amount, status) => {
    expect((await client.payByCard(number, { amount })).status).toBe(status);
  });

  test.each([
    ["4485349439401891", 200, undefined],
    ["4539939815032280", 402, 7],
    ["4872385877270993", 500, 55],
    ["4104631199283796", 500, 54],
    ["4294215026184763", 402, 158],
  ])("slow card %s takes the configured time and answers %i", async (number, status, code) => {
    await client.control("settings", { slowMs: 150 });
    const started = performance.now();
    const answer = await client.payByCard(number);
    expect(performance.now() - started).toBeGreaterThan(140);
    expect(answer).toMatchObject({ status, body: code === undefined ? { approved: "1" } : { code } });
  });

  test("a slow card moves the money even if the client has disconnected, and its number is in process until then", async () => {
    await client.control("settings", { slowMs: 400 });
    const abort = AbortSignal.timeout(100);
    const fields = { amount: 5, order_number: "SLOW1", payment_method: "card", card: cardFields("4485349439401891") };
    const headers = { "content-type": "application/json", ...passcodeHeader("payments") };
    const gone = fetch(`${sandbox.url}/v1/payments`, {
      method: "POST",
      headers,
      body: JSON.stringify(fields),
      signal: abort,
    });
    await expect(gone).rejects.toThrow();
    expect((await client.ledger("?orderNumber=SLOW1")).transactions).toEqual([]);
    expect((await client.payByCard(approved, { order_number: "SLOW1" })).body.code).toBe(788);
    await expect.poll(async () => (await client.ledger("?orderNumber=SLOW1")).totals.capturedCents).toBe(500);
  });
});

describe("an order number", () => {
  test("used before: 16 for the same approved payment, 788 for any other and after a decline", async () => {
    await client.payByCard(approved, { order_number: "ORDER1" });
    const same = await client.payByCard(approved, { order_number: "ORDER1" });
    expect(same).toMatchObject({ status: 402, body: { code: 16, category: 2 } });
    expect((await client.payByCard(approved, { order_number: "ORDER1", amount: 11 })).body.code).toBe(788);
    expect((await client.payByCard("5100000010001004", { order_number: "ORDER1" })).body.code).toBe(788);
    await client.payByCard(declined, { order_number: "ORDER2" });
    expect((await client.payByCard(approved, { order_number: "ORDER2" })).body.code).toBe(788);
    expect((await client.ledger()).totals.capturedCents).toBe(1_000);
  });

  test("used by another merchant is free", async () => {
    await client.payByCard(approved, { order_number: "ORDER1" });
    const fields = { amount: 10, order_number: "ORDER1", payment_method: "card", card: cardFields(approved) };
    expect((await client.pay(fields, otherAccount)).status).toBe(200);
  });

  test.each(["with space", "x".repeat(31)])("%j is refused", async (orderNumber) => {
    expect((await client.payByCard(approved, { order_number: orderNumber })).body.code).toBe(202);
  });
});

describe("input", () => {
  test.each([
    [{ amount: "10.00" }, 191],
    [{ amount: 10.001 }, 191],
    [{ amount: 0 }, 191],
    [{ amount: -5 }, 191],
    [{ amount: 1000.01 }, 22],
    [{ payment_method: "google_pay" }, 681],
    [{ payment_method: "payment_profile", payment_profile: { customer_code: "x" } }, 800],
    [{ payment_method: "barter" }, 314],
    [{ card: { ...cardFields(approved), number: "4030000010001235" } }, 52],
    [{ card: { ...cardFields(approved), expiry_month: "13" } }, 14],
    [{ card: { ...cardFields(approved), expiry_year: "20" } }, 26],
    [{ card: { ...cardFields(approved), expiry_year: "2030" } }, 314],
    [{ billing: { email_address: "no address" } }, 314],
  ])("%j is refused with %i and nothing is written", async (fields, code) => {
    const answer = await client.payByCard(approved, fields);
    expect(answer.body.code).toBe(code);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((await client.ledger()).transactions).toEqual([]);
  });

  test("1000 dollars are allowed, and invalid billing fields are named by colon paths", async () => {
    expect((await client.payByCard(approved, { amount: 1000 })).status).toBe(200);
    const { body } = await client.payByCard(approved, {
      billing: { name: "x".repeat(65), province: "", country: "CA", email_address: `${"x".repeat(60)}@example.test` },
    });
    const fields = body.details.map(({ field }) => field);
    expect(fields.sort()).toEqual(["billing:email_address", "billing:name", "billing:province"]);
  });
});
