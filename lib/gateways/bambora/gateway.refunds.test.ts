import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { dayMs } from "@/lib/durations";
import type { PaymentGateway, RefundRequest } from "@/lib/gateways/payment/port";
import { demoAccount } from "@/sandbox/accounts";
import type { RunningSandbox } from "@/sandbox/start-sandbox";
import { startSandbox } from "@/sandbox/start-sandbox";
import { freePort } from "@/tests/support/servers/free-port";
import { createBamboraGateway } from "./gateway.bambora";
import { toRefundRefusal } from "./rules.codes";

const provider = "bambora" as const;

let sandbox: RunningSandbox;
let gateway: PaymentGateway;

const credentials = {
  provider,
  merchantId: demoAccount.merchantId,
  passcode: demoAccount.passcodes.payments,
  reportingPasscode: demoAccount.passcodes.reporting,
};

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  gateway = createBamboraGateway({ apiUrl: sandbox.url, timeoutMs: 1000 });
});

afterAll(() => sandbox.close());
beforeEach(() => control("reset"));

async function control(path: string, body: object = {}): Promise<void> {
  const headers = { "content-type": "application/json" };
  await fetch(`${sandbox.url}/sandbox/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

function freshNumber(): string {
  return randomBytes(13).toString("hex").toUpperCase();
}

async function sell(amountCents = 1999): Promise<string> {
  const card = { number: "4030000010001234", expiry_month: "12", expiry_year: "29", cvd: "123" };
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(card) };
  const { token } = (await (await fetch(`${sandbox.url}/scripts/tokenization/tokens`, init)).json()) as {
    token: string;
  };
  const charged = await gateway.charge(credentials, {
    orderNumber: freshNumber(),
    amountCents,
    source: { kind: "token", code: token, name: "Marie Tremblay" },
    language: "en",
    billing: { name: "Marie Tremblay", email_address: "marie@example.com", country: "CA", province: "ON" },
  });
  if (charged.kind !== "approved") throw new Error(charged.kind);
  return charged.transactionId;
}

function createRequest(transactionId: string, overrides: Partial<RefundRequest> = {}): RefundRequest {
  return { kind: "return", transactionId, amountCents: 1999, orderNumber: `RF${freshNumber()}01`, ...overrides };
}

async function backCents(): Promise<number> {
  const { totals } = (await (await fetch(`${sandbox.url}/sandbox/ledger`)).json()) as {
    totals: { returnedCents: number; voidedCents: number };
  };
  return totals.returnedCents + totals.voidedCents;
}

describe("refunding at the sandbox", () => {
  it.each(["void", "return"] as const)(
    "works with a %s, found again at the payment and in the report",
    async (kind) => {
      const id = await sell();
      const request = createRequest(id, { kind });
      const done = await gateway.refund(credentials, request);
      expect(done).toMatchObject({ kind: "done", code: "1" });
      const transactionId = done.kind === "done" ? done.transactionId : "";
      expect(await gateway.listAdjustments(credentials, id)).toEqual({
        kind: "listed",
        adjustments: [{ transactionId, kind, amountCents: 1999 }],
      });
      const [from, to] = [new Date(Date.now() - dayMs), new Date(Date.now() + dayMs)];
      const list = await gateway.listPayments(credentials, { from, to, orderNumber: request.orderNumber });
      expect(list).toMatchObject({ payments: [{ transactionId, kind, approved: true, amountCents: 1999 }] });
      expect(await backCents()).toBe(1999);
    },
  );

  it("works in parts, to the cent, and not a cent more", async () => {
    const id = await sell(100_01);
    for (const amountCents of [33_34, 66_67]) {
      expect((await gateway.refund(credentials, createRequest(id, { amountCents }))).kind).toBe("done");
    }
    const more = await gateway.refund(credentials, createRequest(id, { amountCents: 1 }));
    expect(more).toEqual({ kind: "refused", reason: "refund-made-elsewhere", code: "194" });
    expect(await backCents()).toBe(100_01);
  });

  it("fails with a void on another day, or after a return", async () => {
    const [old, part] = [await sell(), await sell()];
    await gateway.refund(credentials, createRequest(part, { amountCents: 1 }));
    const late = await gateway.refund(credentials, createRequest(part, { kind: "void" }));
    expect(late).toEqual({ kind: "refused", reason: "refund-not-voidable", code: "192" });
    await control("clock", { advanceMs: dayMs });
    const tooOld = await gateway.refund(credentials, createRequest(old, { kind: "void" }));
    expect(tooOld).toEqual({ kind: "refused", reason: "refund-not-voidable", code: "205" });
  });

  it("works once per number: a repeat has to be looked up", async () => {
    const id = await sell();
    const request = createRequest(id, { amountCents: 500 });
    await gateway.refund(credentials, request);
    expect(await gateway.refund(credentials, request)).toEqual({ kind: "unknown", code: "788" });
    expect(await backCents()).toBe(500);
  });
});

describe("an unknown refund", () => {
  it.each([
    ["a lost answer", { kind: "drop", moment: "after" }],
    ["no answer in time", { kind: "hang", moment: "after" }],
    ["a server's failure", { kind: "status", status: 502, moment: "after" }],
    ["an unreadable body", { kind: "garbage", moment: "after" }],
    ["935 as a server's failure", { kind: "refuse", code: 935, moment: "after" }],
  ])("after %s is unknown, and the money was returned once", async (_what, fault) => {
    const id = await sell();
    await control("faults", { at: "returns", ...fault });
    expect(await gateway.refund(credentials, createRequest(id))).toMatchObject({ kind: "unknown" });
    expect(await gateway.listAdjustments(credentials, id)).toMatchObject({ adjustments: [{ amountCents: 1999 }] });
    expect(await backCents()).toBe(1999);
  });

  it("isn't confused with a payment that the gateway doesn't have", async () => {
    expect(await gateway.listAdjustments(credentials, "1")).toEqual({ kind: "not-found" });
    await control("faults", { at: "get-payment", kind: "status", status: 500 });
    expect(await gateway.listAdjustments(credentials, "1")).toEqual({ kind: "unknown" });
  });
});

it("did nothing if the gateway was never reached, or refused the passcode", async () => {
  const id = await sell();
  const nowhere = createBamboraGateway({ apiUrl: `http://127.0.0.1:${await freePort()}` });
  const unavailable = { kind: "refused", reason: "refund-unavailable", code: null };
  expect(await nowhere.refund(credentials, createRequest(id))).toEqual(unavailable);
  expect(await gateway.refund({ ...credentials, passcode: "wrong" }, createRequest(id))).toEqual(unavailable);
  expect(await backCents()).toBe(0);
});

it.each([
  [788, 2, null],
  [56, 4, null],
  [190, 1, null],
  [935, 2, "refund-unavailable"],
  [299, 2, "refund-unavailable"],
  [1134, 2, "refund-not-voidable"],
  [196, 2, "refund-made-elsewhere"],
  [200, 2, "refund-refused"],
  [4711, 3, "refund-refused"],
  [4711, 4, null],
])("code %i of category %i means %s", (code, category, reason) => {
  expect(toRefundRefusal(code, category)).toBe(reason);
});
