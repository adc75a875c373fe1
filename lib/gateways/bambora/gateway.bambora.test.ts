import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chargePayment } from "@/lib/gateways/payment/charge-payment";
import type { ChargeRequest, PaymentGateway } from "@/lib/gateways/payment/port";
import { bankAccount, demoAccount } from "@/sandbox/accounts";
import type { RunningSandbox } from "@/sandbox/start-sandbox";
import { startSandbox } from "@/sandbox/start-sandbox";
import { createBamboraGateway } from "./gateway.bambora";
import { readMoneyKind, toChargeRefusal } from "./rules.codes";

const provider = "bambora" as const;

let sandbox: RunningSandbox;
let gateway: PaymentGateway;

const credentials = { provider, merchantId: demoAccount.merchantId, passcode: demoAccount.passcodes.payments };
const card = { approved: "4030000010001234", declined: "4003050500040005", timeout: "4872385877270993" };

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, slowMs: 50 });
  gateway = createBamboraGateway({ apiUrl: sandbox.url, timeoutMs: 1000 });
});

afterAll(() => sandbox.close());

beforeEach(async () => {
  await fetch(`${sandbox.url}/sandbox/faults`, { method: "DELETE" });
});

async function post(path: string, body: unknown): Promise<Record<string, string>> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${sandbox.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return (await response.json()) as Record<string, string>;
}

async function request(number = card.approved, overrides: Partial<ChargeRequest> = {}): Promise<ChargeRequest> {
  const tokenized = { number, expiry_month: "12", expiry_year: "29", cvd: "123" };
  const { token = "" } = await post("/scripts/tokenization/tokens", tokenized);
  return {
    orderNumber: randomBytes(13).toString("hex").toUpperCase(),
    amountCents: 1999,
    source: { kind: "token", code: token, name: "Marie Tremblay" },
    language: "fr",
    billing: { name: "Marie Tremblay", email_address: "marie@example.com", country: "CA", province: "ON" },
    ...overrides,
  };
}

async function capturedCents(orderNumber: string): Promise<number> {
  const response = await fetch(`${sandbox.url}/sandbox/ledger?orderNumber=${orderNumber}`);
  const { totals } = (await response.json()) as { totals: { capturedCents: number } };
  return totals.capturedCents;
}

describe("charging at the sandbox", () => {
  it("captures an approved card and reads the payment back by its id", async () => {
    const answer = await request();
    const outcome = await gateway.charge(credentials, answer);
    expect(outcome).toMatchObject({ kind: "approved", amountCents: 1999, code: "1", cardType: "VI", lastFour: "1234" });
    expect(await capturedCents(answer.orderNumber)).toBe(1999);
    const id = outcome.kind === "approved" ? outcome.transactionId : "";
    expect(await gateway.readPayment(credentials, id)).toMatchObject({ kind: "approved", transactionId: id });
  });

  it("recognizes a decline, and that nothing was captured", async () => {
    const answer = await request(card.declined);
    expect(await gateway.charge(credentials, answer)).toMatchObject({
      ...{ kind: "refused", reason: "declined", code: "7", mayHavePaid: false },
    });
    expect(await capturedCents(answer.orderNumber)).toBe(0);
  });

  it("recognizes a used token", async () => {
    const answer = await request();
    await gateway.charge(credentials, answer);
    const again = await gateway.charge(credentials, { ...answer, orderNumber: `${answer.orderNumber}02` });
    expect(again).toMatchObject({ kind: "refused", reason: "card-details-expired", code: "936", mayHavePaid: true });
  });

  it("recognizes a wrong passcode as nothing the buyer can fix", async () => {
    const outcome = await gateway.charge({ ...credentials, passcode: "wrong-passcode" }, await request());
    expect(outcome).toMatchObject({ kind: "refused", reason: "payment-unavailable" });
  });

  it("learns nothing about a payment from a lookup that doesn't show it", async () => {
    expect(await gateway.readPayment(credentials, "99999999")).toEqual({ kind: "not-found" });
    const locked = { ...credentials, passcode: "wrong-passcode" };
    expect(await gateway.readPayment(locked, "99999999")).toMatchObject({ kind: "unknown" });
  });

  it("treats a duplicate order number as unknown, never as a success", async () => {
    const answer = await request();
    await gateway.charge(credentials, answer);
    const fresh = await request(card.approved, { orderNumber: answer.orderNumber });
    expect(await gateway.charge(credentials, fresh)).toMatchObject({ kind: "unknown" });
  });

  it("treats a timeout at the bank as unknown", async () => {
    expect(await gateway.charge(credentials, await request(card.timeout))).toMatchObject({
      kind: "unknown",
      code: "55",
    });
  });
});

describe("faults after the capture", () => {
  it.each([
    ["a cut connection", { kind: "drop", moment: "after" }],
    ["a 502", { kind: "status", moment: "after", status: 502 }],
    ["garbage", { kind: "garbage", moment: "after" }],
    ["no answer in time", { kind: "hang", moment: "after" }],
  ])("%s leaves the outcome unknown although the money was captured", async (_name, fault) => {
    const answer = await request();
    await post("/sandbox/faults", { at: "payments", ...fault });
    expect(await gateway.charge(credentials, answer)).toMatchObject({ kind: "unknown" });
    expect(await capturedCents(answer.orderNumber)).toBe(1999);
  });

  it("a different amount than requested is unknown too", async () => {
    await post("/sandbox/faults", { at: "payments", kind: "wrong-amount", amount: 5 });
    expect(await chargePayment({ gateway }, credentials, await request())).toMatchObject({ kind: "unknown" });
  });

  it("a 200 response that isn't approved is a decline", async () => {
    await post("/sandbox/faults", { at: "payments", kind: "decline-as-200" });
    expect(await gateway.charge(credentials, await request())).toMatchObject({ kind: "refused", reason: "declined" });
  });

  it("a gateway that can't be reached was never called", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const nobody = createBamboraGateway({ apiUrl: `http://127.0.0.1:${port}` });
    expect(await nobody.charge(credentials, await request())).toMatchObject({
      kind: "refused",
      reason: "payment-unavailable",
    });
  });
});

describe("toChargeRefusal", () => {
  it.each([
    [7, 1, "declined"],
    [16, 2, null],
    [788, 2, null],
    [54, 1, null],
    [190, 4, null],
    [52, 3, "card-number-invalid"],
    [314, 3, "payment-details-invalid"],
    [9999, 1, "declined"],
    [9999, 2, "payment-unavailable"],
    [9999, 4, null],
  ])("code %i of category %i means %s", (code, category, reason) => {
    expect(toChargeRefusal(code, category)).toBe(reason);
  });
});

describe("whether the money is real", () => {
  it.each([
    ["a test account", demoAccount, "play"],
    ["a bank's account", bankAccount, "real"],
  ] as const)("is reported for %s by its answer, by a lookup and by the report", async (_name, account, money) => {
    const { merchantId, passcodes } = account;
    const known = { provider, merchantId, passcode: passcodes.payments, reportingPasscode: passcodes.reporting };
    const answer = await request();
    const outcome = await gateway.charge(known, answer);
    expect(outcome).toMatchObject({ kind: "approved", money });
    const id = outcome.kind === "approved" ? outcome.transactionId : "";
    expect(await gateway.readPayment(known, id)).toMatchObject({ kind: "approved", money });
    const day = 24 * 60 * 60_000;
    const span = { from: new Date(Date.now() - day), to: new Date(Date.now() + day) };
    const list = await gateway.listPayments(known, { ...span, orderNumber: answer.orderNumber });
    expect(list).toMatchObject({ kind: "listed", payments: [{ approved: true, money }] });
  });

  it.each([
    ["TEST", "play"],
    [" test ", "play"],
    ["T3ST01", "real"],
    ["", "real"],
    [undefined, "real"],
  ] as const)("depends on the code: %j means %s", (code, money) => expect(readMoneyKind(code)).toBe(money));
});
