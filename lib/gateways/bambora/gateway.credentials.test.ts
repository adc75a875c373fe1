import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { demoAccount, disabledAccount } from "@/sandbox/accounts";
import { startSandbox } from "@/sandbox/start-sandbox";

import { createBamboraGateway } from "./gateway.bambora";

const provider = "bambora" as const;

let sandbox: Awaited<ReturnType<typeof startSandbox>>;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
});

afterAll(() => sandbox.close());

function gatewayAt(apiUrl: string) {
  return createBamboraGateway({ apiUrl });
}

describe("a passcode", () => {
  const { merchantId, passcodes } = demoAccount;

  it.each([
    ["the right one", { provider, merchantId, passcode: passcodes.payments }, "accepted"],
    ["a wrong one", { provider, merchantId, passcode: "wrong-passcode" }, "refused"],
    ["that of another call", { provider, merchantId, passcode: passcodes.reporting }, "refused"],
    [
      "that of a disabled account",
      { ...disabledAccount, provider, passcode: disabledAccount.passcodes.payments },
      "refused",
    ],
  ])("is tested: %s", async (_what, credentials, expected) => {
    expect(await gatewayAt(sandbox.url).checkCredentials(credentials)).toBe(expected);
  });

  it.each([302, 404, 429, 503])("isn't accepted if an answer says nothing about it (%i)", async (status) => {
    const elsewhere = createServer((_request, response) => {
      response.writeHead(status, { "content-type": "application/json" }).end("{}");
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    const apiUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    const credentials = { provider, merchantId, passcode: passcodes.payments };
    expect(await gatewayAt(apiUrl).checkCredentials(credentials)).toBe("unclear");
    elsewhere.close();
  });

  it("can't be tested if nobody answers", async () => {
    const credentials = { provider, merchantId, passcode: passcodes.payments };
    expect(await gatewayAt("http://127.0.0.1:9").checkCredentials(credentials)).toBe("unreachable");
  });
});
