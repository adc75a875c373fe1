import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hourMs } from "@/lib/durations";
import type {
  ListedPayment,
  ListRequest,
  PaymentAccount,
  PaymentGateway,
  PaymentList,
} from "@/lib/gateways/payment/port";
import { demoAccount, otherAccount } from "@/sandbox/accounts";
import type { RunningSandbox } from "@/sandbox/start-sandbox";
import { startSandbox } from "@/sandbox/start-sandbox";
import type { SandboxClient } from "@/sandbox/test-client";
import { createClient, passcodeHeader } from "@/sandbox/test-client";
import { createBamboraGateway } from "./gateway.bambora";

const provider = "bambora" as const;

let sandbox: RunningSandbox;
let client: SandboxClient;
let gateway: PaymentGateway;

const approvedCard = "4030000010001234";

beforeAll(async () => {
  sandbox = await startSandbox();
  client = createClient(sandbox.url);
  gateway = createBamboraGateway({ apiUrl: sandbox.url, timeoutMs: 5000 });
});

afterAll(() => sandbox.close());
beforeEach(() => client.control("reset"));

function createCredentials({ merchantId, passcodes } = demoAccount): PaymentAccount {
  return { provider, merchantId, passcode: passcodes.payments, reportingPasscode: passcodes.reporting };
}

function around(hours = 1): ListRequest {
  return { from: new Date(Date.now() - hours * hourMs), to: new Date(Date.now() + hours * hourMs) };
}

async function list(request: Partial<ListRequest> = {}, credentials = createCredentials()): Promise<ListedPayment[]> {
  const page = await gateway.listPayments(credentials, { ...around(), ...request });
  if (page.kind !== "listed") throw new Error(page.kind);
  return page.payments;
}

async function pay(orderNumber: string, fields: object = {}): Promise<string> {
  return (await client.payByCard(approvedCard, { order_number: orderNumber, ...fields })).body.id;
}

describe("the report of the sandbox", () => {
  it("lists captures, declines, authorizations, returns and voids in cents, by kind", async () => {
    const sale = await pay("SALE", { amount: 12.34 });
    await client.payByCard("4003050500040005", { order_number: "DECLINED" });
    await client.pay({
      amount: 5,
      payment_method: "card",
      order_number: "RESERVED",
      card: {
        name: "Camille Roy",
        number: approvedCard,
        expiry_month: "12",
        expiry_year: "30",
        cvd: "123",
        complete: false,
      },
    });
    const voided = await pay("VOIDED", { amount: 3 });
    const adjust = (id: string, kind: string, amount: number) =>
      client.call("POST", `/v1/payments/${id}/${kind}`, { amount }, passcodeHeader("payments"));
    expect((await adjust(sale, "returns", 2.34)).status).toBe(200);
    expect((await adjust(voided, "void", 3)).status).toBe(200);
    const rows = (await list()).map((row) => [row.orderNumber, row.kind, row.approved, row.amountCents]);
    expect(rows).toEqual([
      ["SALE", "capture", true, 1234],
      ["DECLINED", "capture", false, 1000],
      ["RESERVED", "other", true, 500],
      ["VOIDED", "capture", true, 300],
      ["SALE", "return", true, 234],
      ["VOIDED", "void", true, 300],
    ]);
    const [first] = await list({ orderNumber: "SALE" });
    expect(first).toMatchObject({ transactionId: sale, currency: "CAD", returnedCents: 234, voided: false });
    expect(Math.abs((first?.at?.getTime() ?? 0) - Date.now())).toBeLessThan(hourMs);
    expect((await list({ orderNumber: "VOIDED" })).map((row) => row.voided)).toEqual([true, false]);
  });

  it("can be limited to a period and to order numbers, whatever the account's time zone", async () => {
    await pay("NOW");
    await client.control("clock", { advanceMs: 5 * hourMs });
    await pay("LATER");
    const numbers = async (request: Partial<ListRequest>) => (await list(request)).map((row) => row.orderNumber);
    expect(await numbers({})).toEqual(["NOW"]);
    expect(await numbers(around(6))).toEqual(["NOW", "LATER"]);
    expect(await numbers({ from: new Date(Date.now() + hourMs), to: new Date(Date.now() + 6 * hourMs) })).toEqual([
      "LATER",
    ]);
    expect(await numbers({ ...around(6), orderNumber: "LATER" })).toEqual(["LATER"]);
    expect(await numbers({ orderNumber: "NOBODY" })).toEqual([]);
  });

  it("is read page by page to its end", async () => {
    const rowCount = 503;
    for (let made = 0; made < rowCount; made += 1) await pay(`PAGE${made}`);
    const seen: string[] = [];
    const pages: number[] = [];
    let cursor: string | null = null;
    do {
      const page: PaymentList = await gateway.listPayments(createCredentials(), { ...around(), cursor });
      if (page.kind !== "listed") throw new Error(page.kind);
      pages.push(page.payments.length);
      seen.push(...page.payments.map((row) => row.orderNumber));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(pages).toEqual([500, 3, 0]);
    expect(new Set(seen).size).toBe(rowCount);
  });

  it("ends with the page that shows all rows of one number, and where rows past its end are refused", async () => {
    await pay("ONE");
    await pay("TWO");
    await client.control("settings", { reportEnd: "refused" });
    expect(await gateway.listPayments(createCredentials(), { ...around(), orderNumber: "ONE" })).toMatchObject({
      kind: "listed",
      payments: [{ orderNumber: "ONE" }],
      nextCursor: null,
    });
    expect(await gateway.listPayments(createCredentials(), around())).toMatchObject({ nextCursor: "2" });
    const last = await gateway.listPayments(createCredentials(), { ...around(), cursor: "2" });
    expect(last).toEqual({ kind: "listed", payments: [], nextCursor: null });
  });

  it("isn't considered complete if its first page is refused, or shows numbers other than requested", async () => {
    await client.control("faults", { at: "reports", kind: "refuse", code: 314 });
    expect(await gateway.listPayments(createCredentials(), around())).toEqual({ kind: "unreachable" });
    const other = { trn_id: "1", trn_order_number: "OTHER", trn_type: "P", trn_response: 1, trn_amount: 1 };
    const server = createServer((_request, response) => {
      response.end(JSON.stringify({ records: [other] }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const careless = createBamboraGateway({ apiUrl: `http://127.0.0.1:${port}` });
    const page = await careless.listPayments(createCredentials(), { ...around(), orderNumber: "ONE" });
    expect(page).toEqual({ kind: "listed", payments: [], nextCursor: "1" });
    await new Promise((resolve) => server.close(resolve));
  });

  it("shows a merchant its own payments, and only for its reporting passcode", async () => {
    await pay("MINE");
    expect(await list({}, createCredentials(otherAccount))).toEqual([]);
    const { reportingPasscode: _none, ...without } = createCredentials();
    expect(await gateway.listPayments(without, around())).toEqual({ kind: "not-authorized" });
    const wrong = { ...without, reportingPasscode: demoAccount.passcodes.payments };
    expect(await gateway.listPayments(wrong, around())).toEqual({ kind: "not-authorized" });
  });

  it("finds a payment by its id only under the number that is asked for", async () => {
    const id = await pay("ASKED");
    expect(await gateway.readPayment(createCredentials(), id, "ASKED")).toMatchObject({ kind: "approved" });
    expect(await gateway.readPayment(createCredentials(), id, "ANOTHER")).toEqual({ kind: "not-found" });
  });
});

describe("a report that cannot be read", () => {
  it.each([
    ["a server error", { kind: "status", status: 503 }],
    ["garbage", { kind: "garbage" }],
    ["a cut connection", { kind: "drop" }],
  ])("%s is not an empty report", async (_name, fault) => {
    await pay("THERE");
    await client.control("faults", { at: "reports", ...fault });
    expect(await gateway.listPayments(createCredentials(), around())).toEqual({ kind: "unreachable" });
    expect(await list()).toHaveLength(1);
  });

  it("rows without the decisive fields aren't an empty report either, and neither is a 404 that isn't the gateway's own", async () => {
    let answer: { status: number; body: unknown } = { status: 200, body: { records: [{ trn_id: 1 }] } };
    const server = createServer((_request, response) => {
      response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const odd = createBamboraGateway({ apiUrl: `http://127.0.0.1:${port}` });
    expect(await odd.listPayments(createCredentials(), around())).toEqual({ kind: "unreachable" });
    answer = { status: 200, body: {} };
    expect(await odd.listPayments(createCredentials(), around())).toEqual({ kind: "unreachable" });
    answer = { status: 404, body: { code: 404, category: 3, message: "Not Found" } };
    expect(await odd.listPayments(createCredentials(), around())).toEqual({ kind: "unreachable" });
    answer = { status: 404, body: {} };
    expect(await odd.listPayments(createCredentials(), around())).toEqual({ kind: "unreachable" });
    answer = { status: 404, body: { code: 559, category: 3, message: "No Transaction Found" } };
    expect(await odd.listPayments(createCredentials(), around())).toEqual({
      kind: "listed",
      payments: [],
      nextCursor: null,
    });
    await new Promise((resolve) => server.close(resolve));
  });
});
