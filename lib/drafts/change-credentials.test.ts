import { afterAll, beforeAll, expect, it } from "vitest";

import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import { createBamboraGateway } from "@/lib/gateways/bambora/gateway.bambora";
import { startSandbox } from "@/sandbox/start-sandbox";
import { joinConsole } from "@/tests/support/core/console-people";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { draftKeys } from "@/tests/support/draws/draft";
import { changeCredentials } from "./change-credentials";
import { createDraft } from "./create-draft";

let test: TestContext;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let admin: Context;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
  test = await openTestContext();
  const { ctx } = await joinConsole(test, [{ role: "admin", scope: { kind: "everything" } }]);
  admin = { ...ctx, gateway: createBamboraGateway({ apiUrl: sandbox.url }) };
  await createDraft(admin, { drawId: "spring", parentId: "arena", title: "Spring", type: "5050 Cash", province: "ON" });
});

afterAll(async () => {
  await test.close();
  await sandbox.close();
});

it.each([
  ["payments passcode", { passcode: "hunter2-not-a-passcode" }, ["passcode"]],
  ["reporting passcode", { reportingPasscode: "not-this-one" }, ["reportingPasscode"]],
  ["merchant", { merchantId: "999999999" }, ["passcode", "reportingPasscode"]],
])("a wrong %s is refused beside its field, in the demo too", async (_name, wrong, names) => {
  const fields = names.map((name) => ({ field: `apiKeys.bambora.${name}`, problem: "not-accepted" }));
  const refusal = { ok: false, reason: "invalid-input", fields };
  expect(await changeCredentials(admin, "spring", { bambora: { ...draftKeys, ...wrong } })).toEqual(refusal);
  expect(await readCredentials(admin, "spring")).toBeNull();
});

it("the right ones are stored, also while the bank can't be asked", async () => {
  const offline = { ...admin, gateway: createBamboraGateway({ apiUrl: "http://127.0.0.1:9" }) };
  for (const ctx of [offline, admin]) {
    expect(await changeCredentials(ctx, "spring", { bambora: draftKeys })).toEqual({ ok: true });
    expect(await readCredentials(admin, "spring")).toMatchObject({ merchantId: draftKeys.merchantId });
  }
});
