import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { demoMerchant, walletToken } from "@/tests/support/calls/apple-pay";
import { signByStranger, signTooLate, walletRoot } from "@/tests/support/sandbox/wallet";
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
beforeEach(async () => {
  await client.control("reset");
  await client.control("settings", { walletRoots: [walletRoot] });
});

const mastercard = "5204247750001471";

function payByWallet(token: string, fields: object = {}) {
  const wallet = { apple_pay_merchant_id: demoMerchant, payment_token: token };
  return client.pay({ amount: 5, payment_method: "apple_pay", apple_pay: { ...wallet, ...fields } });
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64");
}

function decode(token: string) {
  return JSON.parse(Buffer.from(token, "base64").toString("utf8"));
}

function withChange(change: object): string {
  return encode({ ...decode(walletToken({ amountCents: 500 })), ...change });
}

describe("a wallet token", () => {
  test("pays once, as a sale, and the report says that Apple Pay read the card", async () => {
    const token = walletToken({ amountCents: 500 });
    expect((await payByWallet(token)).body).toMatchObject({ approved: "1", type: "P", card: { last_four: "1234" } });
    expect((await payByWallet(token)).body.code).toBe(1198);
    expect((await client.search([])).body.records).toMatchObject([{ entry_method: "A" }]);
  });

  test("from an authority that the sandbox wasn't told of is refused", async () => {
    await client.control("settings", { walletRoots: [] });
    expect((await payByWallet(walletToken({ amountCents: 500 }))).body.code).toBe(1194);
  });

  test.each([
    [mastercard, "MC"],
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
    ["without a signature", withChange({ signature: undefined }), {}, 1194],
    ["with a signature that is none", withChange({ signature: "bm8gc2lnbmF0dXJl" }), {}, 1194],
    [
      "signed over other data",
      withChange({ data: decode(walletToken({ card: mastercard, amountCents: 500 })).data }),
      {},
      1194,
    ],
    [
      "signed for another transaction",
      withChange({ header: decode(walletToken({ amountCents: 500 })).header }),
      {},
      1194,
    ],
    ["signed by a stranger", walletToken({ amountCents: 500, sign: signByStranger }), {}, 1194],
    ["signed with a certificate that is over", walletToken({ amountCents: 500, sign: signTooLate }), {}, 1194],
    ["of another version", withChange({ version: "RSA_v1" }), {}, 1198],
    ["with nothing in it", withChange({ data: "e30=" }), {}, 1198],
    ["that is no JSON", "bm8ganNvbg==", {}, 1198],
    ["that we have decrypted", walletToken({ amountCents: 500 }), { passthrough: true }, 681],
    ["of no merchant", walletToken({ amountCents: 500 }), { apple_pay_merchant_id: "" }, 314],
  ])("%s is refused and nothing is written", async (_what, token, fields, code) => {
    expect((await payByWallet(token, fields)).body.code).toBe(code);
    expect((await client.ledger()).transactions).toEqual([]);
  });
});

describe("the stand-in for a device", () => {
  test("signs what a page of any origin requests, and the gateway accepts it", async () => {
    const { header, ...token } = decode(walletToken({ amountCents: 500, sign: signByStranger }));
    const { ephemeralPublicKey, transactionId } = header;
    const parts = JSON.stringify({ ephemeralPublicKey, data: token.data, transactionId });
    const signed = await client.call("POST", "/sandbox/apple-pay/sign", parts, { "content-type": "text/plain" });
    expect(signed.headers.get("access-control-allow-origin")).toBe("*");
    expect((await payByWallet(encode({ ...token, header, signature: signed.text }))).status).toBe(200);
  });

  test("signs nothing else", async () => {
    expect((await client.call("POST", "/sandbox/apple-pay/sign", { data: "e30=" })).status).toBe(400);
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

  test("keeps its card masked, and pays repeatedly", async () => {
    expect((await create()).status).toBe(200);
    const { text } = await client.call("GET", "/v1/profiles/CODE1", undefined, headers);
    expect(JSON.parse(text).card).toMatchObject({ number: "403000XXXXXX1234", card_type: "VI" });
    expect([(await pay("CODE1")).status, (await pay("CODE1")).status]).toEqual([200, 200]);
  });

  test("is refused under a code already in use, with an invalid token, and with another API's passcode", async () => {
    await create();
    expect((await create()).body.code).toBe(17);
    const unknown = { code: "sb1-unknown", name: "Camille Roy" };
    expect((await create({ customer_code: "CODE2", token: unknown })).body.code).toBe(936);
    expect((await client.call("GET", "/v1/profiles/CODE1", undefined, passcodeHeader("payments"))).status).toBe(401);
    expect((await pay("CODE3")).body.code).toBe(800);
  });
});
