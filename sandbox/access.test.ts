import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { demoAccount, disabledAccount, otherAccount } from "./accounts";
import type { RunningSandbox } from "./start-sandbox";
import { startSandbox } from "./start-sandbox";
import type { SandboxClient } from "./test-client";
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

describe("authorization and HTTP", () => {
  const fields = { amount: 10, payment_method: "card", card: cardFields(approved) };

  test.each([
    ["no passcode", {}],
    ["the reporting passcode", passcodeHeader("reporting")],
    ["another scheme", { authorization: `Bearer ${demoAccount.passcodes.payments}` }],
    ["an unknown merchant", { authorization: `Passcode ${btoa("1:sandbox-payments-passcode")}` }],
  ])("%s: 401", async (_name, headers) => {
    const { status, body } = await client.call("POST", "/v1/payments", fields, headers);
    expect(status).toBe(401);
    expect(body).toMatchObject({ code: 317, message: "Authentication Failed" });
  });

  test("a disabled account: 403; reports need their own passcode", async () => {
    expect(await client.pay(fields, disabledAccount)).toMatchObject({ status: 403, body: { code: 209 } });
    expect((await client.call("POST", "/v1/reports", {}, passcodeHeader("payments"))).status).toBe(401);
  });

  test("wrong method 405, wrong type 415, not JSON 400, unknown path and payment 404, too large 413", async () => {
    const headers = passcodeHeader("payments");
    const wrongMethod = await client.call("GET", "/v1/payments", undefined, headers);
    expect(wrongMethod.status).toBe(405);
    expect(wrongMethod.headers.get("allow")).toBe("POST");
    const wrongType = await client.call("POST", "/v1/payments", "a=b", { ...headers, "content-type": "text/plain" });
    expect(wrongType.status).toBe(415);
    expect(await client.call("POST", "/v1/payments", "{", headers)).toMatchObject({ status: 400, body: { code: 49 } });
    expect((await client.call("GET", "/v1/nothing", undefined, headers)).status).toBe(404);
    expect((await client.call("GET", "/v1/payments/1", undefined, headers)).status).toBe(404);
    expect((await client.call("POST", "/v1/payments", " ".repeat(65 * 1024), headers)).status).toBe(413);
  });

  test("a merchant cannot read another's payment", async () => {
    const { body } = await client.pay(fields);
    const other = passcodeHeader("payments", otherAccount);
    expect((await client.call("GET", `/v1/payments/${body.id}`, undefined, other)).status).toBe(404);
  });
});
