import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoAccount } from "./accounts";
import type { RunningSandbox } from "./start-sandbox";
import { startSandbox } from "./start-sandbox";

// A public client of Bambora, redirected to the sandbox by its axios defaults and interceptors.
type Params = Record<string, unknown>;
type BamboraNode = {
  $client: { defaults: { baseURL: string } };
  pre: (order: Params) => Promise<Params>;
  post: (order: Params) => Promise<Params>;
  complete: (change: Params) => Promise<Params>;
  void: (change: Params) => Promise<Params>;
  refund: (change: Params) => Promise<Params>;
  pay: (order: Params, onMismatch?: (order: Params) => void) => Promise<Params>;
};
type AxiosModule = {
  interceptors: {
    request: { use: (change: (config: { url: string }) => object) => number; eject: (id: number) => void };
  };
};

const requireHere = createRequire(import.meta.url);
const requireThere = createRequire(requireHere.resolve("bambora-node"));
const Bambora = requireHere("bambora-node") as new (key: string, complete?: boolean) => BamboraNode;
const { getToken } = requireThere("./utils") as { getToken: (card: object) => Promise<string> };
const axios = requireThere("axios") as AxiosModule;

let sandbox: RunningSandbox;
let interceptor: number;

beforeAll(async () => {
  sandbox = await startSandbox();
  interceptor = axios.interceptors.request.use((config) => ({
    ...config,
    url: config.url.replace("https://api.na.bambora.com", sandbox.url),
  }));
});
afterAll(async () => {
  axios.interceptors.request.eject(interceptor);
  await sandbox.close();
});

function client(passcode = demoAccount.passcodes.payments, complete = false): BamboraNode {
  const key = Buffer.from(`${demoAccount.merchantId}:${passcode}`).toString("base64");
  const bambora = new Bambora(key, complete);
  bambora.$client.defaults.baseURL = `${sandbox.url}/v1`;
  return bambora;
}

const address = {
  name: "Finance manager",
  province: "ON",
  address_line1: "480 Danforth Ave",
  address_line2: "",
  postal_code: "M4K 1P4",
  phone_number: "(416) 465-4681",
  email_address: "finance@example.test",
  city: "Toronto",
  country: "CA",
};

async function order(number = "4030000010001234"): Promise<Params> {
  const token = await getToken({ number, cvd: "123", expiry_month: "02", expiry_year: "30" });
  return { shipping: address, billing: address, amount: 123.2, name: "Rick", token };
}

test("its full cycle works: authorize, complete, refund", async () => {
  const reserved = await client().pre(await order());
  expect(reserved).toMatchObject({ type: "PA", approved: "1", amount: 123.2 });
  const completed = await client().complete({ amount: reserved.amount, id: reserved.id });
  expect(completed.type).toBe("PAC");
  expect((await client().refund({ id: completed.id, amount: 123.2 })).type).toBe("R");
});

test("a sale with a void works, and its callback for an address that doesn't match", async () => {
  const sale = await client().post(await order());
  expect(sale.type).toBe("P");
  expect((await client().void({ id: sale.id, amount: 123.2 })).type).toBe("VP");
  const mismatches: Params[] = [];
  await client(undefined, true).pay(await order(), (mismatch) => mismatches.push(mismatch));
  expect(mismatches).toMatchObject([
    { transactionId: expect.any(String), message: expect.any(String), avsId: "N", type: "P" },
  ]);
});

test("a decline and a wrong passcode become its errors, with the gateway's code", async () => {
  await expect(client().post(await order("4003050500040005"))).rejects.toMatchObject({
    approved: "0",
    code: 7,
    message: "DECLINE",
  });
  await expect(client("wrong").post(await order())).rejects.toMatchObject({ code: 317 });
});
