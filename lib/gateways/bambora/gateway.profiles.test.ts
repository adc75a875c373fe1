import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import { demoAccount } from "@/sandbox/accounts";
import type { RunningSandbox } from "@/sandbox/start-sandbox";
import { startSandbox } from "@/sandbox/start-sandbox";
import { tokenFor } from "@/tests/support/calls/buyer";

import type { BamboraCall, BamboraResponse } from "./gateway.http";
import { createBamboraCall } from "./gateway.http";
import { createBamboraProfiles } from "./gateway.profiles";

const provider = "bambora" as const;

const { merchantId, passcodes } = demoAccount;
const credentials = { provider, merchantId, passcode: passcodes.payments, profilePasscode: passcodes.profiles };

let sandbox: RunningSandbox;
let made: string[];

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});

afterAll(() => sandbox.close());

beforeEach(() => {
  made = [];
});

/** With `answer`, reading a profile returns it instead. */
function createProfiles(answer?: BamboraResponse) {
  const ask = createBamboraCall({ apiUrl: sandbox.url });
  const call: BamboraCall = async (account, path, body) => {
    if (body) made.push(path);
    return !body && answer ? answer : ask(account, path, body);
  };
  return createBamboraProfiles(call);
}

async function store(customerCode: string, answer?: BamboraResponse) {
  const token = { code: await tokenFor(sandbox.url), name: "Camille Roy" };
  return createProfiles(answer).storeCard(credentials, { customerCode, token });
}

it("creates a profile if there is none, and not if there is one", async () => {
  const stored = { kind: "stored", cardType: "VI", lastFour: "1234" };
  expect(await store("CODE1")).toEqual(stored);
  expect(made).toEqual(["/profiles"]);
  expect(await store("CODE1")).toEqual(stored);
  expect(made).toEqual(["/profiles"]);
});

it.each([
  [401, { kind: "refused", reason: "payment-unavailable", code: null }],
  [429, { kind: "unknown", code: null }],
  [503, { kind: "unknown", code: null }],
])("creates none while it is unknown whether there is one (%i)", async (status, expected) => {
  expect(await store("CODE2", { status, body: null })).toEqual(expected);
  expect(made).toEqual([]);
});
