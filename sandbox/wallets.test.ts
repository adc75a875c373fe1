import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { demoMerchant, walletToken } from "@/tests/support/apple-pay";
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

function payByWallet(token: string, fields: object = {}) {
  const wallet = { apple_pay_merchant_id: demoMerchant, payment_token: token };
  return client.pay({ amount: 5, payment_method: "apple_pay", apple_pay: { ...wallet, ...fields } });
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64");
}

describe("a wallet token", () => {
  test("pays once, as a sale, and the report says that Apple Pay read the card", async () => {
    const token = walletToken({ amountCents: 500 });
    expect((await payByWallet(token)).body).toMatchObject({ approved: "1", type: "P", card: { last_four: "1234" } });
    expect((await payByWallet(token)).body.code).toBe(1198);
    expect((await client.search([])).body.records).toMatchObject([{ entry_method: "A" }]);
  });

  test.each([
    ["5204247750001471", "MC"],
    ["349956959041362", "AM"],
    ["6011000990911111", "NN"],
  ])("carries Apple Pay's test card %s", async (card, type) => {
    expect((await payByWallet(walletToken({ card, amountCents: 500 }))).body).toMatchObject({
      card: { card_type: type },
    });
  });

  test.each([
    ["made for another amount", walletToken({ amountCents: 501 }), {}, 1135],
    ["made for another merchant", walletToken({ amountCents: 500, merchant: "merchant.other" }), {}, 1197],
    ["without a signature", encode({ version: "EC_v1", data: "e30=", header: { transactionId: "1" } }), {}, 1194],
    ["of another version", encode({ version: "RSA_v1", data: "e30=", signature: "x", header: {} }), {}, 1198],
    [
      "with nothing in it",
      encode({ version: "EC_v1", data: "e30=", signature: "x", header: { transactionId: "1" } }),
      {},
      1198,
    ],
    ["that is no JSON", "bm8ganNvbg==", {}, 1198],
    ["that we have decrypted", walletToken({ amountCents: 500 }), { passthrough: true }, 681],
    ["of no merchant", walletToken({ amountCents: 500 }), { apple_pay_merchant_id: "" }, 314],
  ])("%s is refused and nothing is written", async (_what, token, fields, code) => {
    expect((await payByWallet(token, fields)).body.code).toBe(code);
    expect((await client.ledger()).transactions).toEqual([]);
  });
});

describe("a payment profile", () => {
  const headers = passcodeHeader("profiles");
  const create = async (fields: object = {}) => {
    const token = { code: await client.token(), name: "Camille Roy" };
    return client.call("POST", "/v1/profiles", { customer_code: "CODE1", token, ...fields }, headers);
  };
  const pay = (code: string) =>
    client.pay({ amount: 5, payment_method: "payment_profile", payment_profile: { customer_code: code } });

  test("keeps its card masked, and pays again and again", async () => {
    expect((await create()).status).toBe(200);
    const { text } = await client.call("GET", "/v1/profiles/CODE1", undefined, headers);
    expect(JSON.parse(text).card).toMatchObject({ number: "403000XXXXXX1234", card_type: "VI" });
    expect([(await pay("CODE1")).status, (await pay("CODE1")).status]).toEqual([200, 200]);
  });

  test("is refused under a code that is taken, with a token that is none, and by another API's passcode", async () => {
    await create();
    expect((await create()).body.code).toBe(17);
    const unknown = { code: "sb1-unknown", name: "Camille Roy" };
    expect((await create({ customer_code: "CODE2", token: unknown })).body.code).toBe(936);
    expect((await client.call("GET", "/v1/profiles/CODE1", undefined, passcodeHeader("payments"))).status).toBe(401);
    expect((await pay("CODE3")).body.code).toBe(800);
  });
});
