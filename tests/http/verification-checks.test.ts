import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Check, CheckId } from "@/lib/verification/rules.checks";
import { checkIds } from "@/lib/verification/rules.checks";
import { demoAccount, disabledAccount } from "@/sandbox/accounts";
import { sandboxMerchant } from "@/sandbox/apple/apple-server";
import { createAuthority } from "@/sandbox/apple/certificates";
import { startSandbox } from "@/sandbox/start-sandbox";
import { demoMerchant } from "@/tests/support/calls/apple-pay";
import { importDraw } from "@/tests/support/calls/buyer";
import type { Verifier } from "@/tests/support/calls/verifier";
import { openVerifier } from "@/tests/support/calls/verifier";
import { drawWith } from "@/tests/support/draws/draw";
import { armFault, clearFaults, setApplePayDomains } from "@/tests/support/sandbox/sandbox-control";
import type { Sandbox, Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

const domainFile = "7B2276657273696F6E223A317D\n";
const dayMs = 86_400_000;
const account = {
  merchantId: demoAccount.merchantId,
  passcode: demoAccount.passcodes.payments,
  reportingPasscode: demoAccount.passcodes.reporting,
};

let sandbox: Sandbox;
let server: Server;
let verifier: Verifier;
let directory: string;

type Name = "domain" | "certificate" | "key";

function write(name: Name, text: string): Promise<void> {
  return writeFile(join(directory, name), text);
}

async function openDraw(changes: Partial<typeof account> = {}): Promise<string> {
  const draw = drawWith({ apiKeys: { bambora: { ...account, ...changes } } });
  await importDraw(server, draw);
  return draw.id;
}

async function checksOf(drawId: string): Promise<Map<CheckId, Check>> {
  const { status, body } = await verifier.checks(drawId);
  expect(status).toBe(200);
  const text = JSON.stringify(body);
  for (const secret of [account.passcode, account.reportingPasscode, server.adminKey, "PRIVATE", directory])
    expect(text).not.toContain(secret);
  return new Map(body.checks.map((check) => [check.id, check]));
}

async function writeIdentity(until?: Date, uid = sandboxMerchant): Promise<void> {
  const issued = sandbox.apple.authority.issue({ name: "Merchant identity", uid }, until);
  await write("certificate", issued.certificate);
  await write("key", issued.key);
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "tirage-verification-"));
  sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
  await write("domain", domainFile);
  const path = (name: Name) => join(directory, name);
  const env = { APPLE_PAY_DOMAIN_FILE: path("domain"), APPLE_PAY_CERTIFICATE: path("certificate") };
  server = await startServer({ sandbox, env: { ...env, APPLE_PAY_KEY: path("key") } });
  verifier = await openVerifier(server);
});

beforeEach(async () => {
  await write("domain", domainFile);
  await writeIdentity();
  await clearFaults(sandbox.url);
  await setApplePayDomains(sandbox.url, null);
});

afterAll(async () => {
  await server.stop();
  await sandbox.close();
  await rm(directory, { recursive: true });
});

describe("the checks", () => {
  it("all pass where everything is right, except for App Check, which isn't set up yet", async () => {
    const checks = await checksOf(await openDraw());
    expect([...checks.keys()]).toEqual(checkIds);
    const others = [...checks.values()].filter(({ state }) => state !== "right");
    expect(others).toEqual([{ id: "app-check", state: "skipped", finding: "not-configured", detail: {} }]);
  });

  const faults: [string, CheckId, Partial<Check>, () => Promise<unknown>][] = [
    ["no domain file", "domain-file", { finding: "unreadable" }, () => rm(join(directory, "domain"))],
    [
      "a certificate that is over",
      "certificate",
      { finding: "expired", state: "wrong" },
      () => writeIdentity(new Date(Date.now() - dayMs)),
    ],
    [
      "a certificate that is over soon",
      "certificate",
      { finding: "expiring", state: "warning" },
      () => writeIdentity(new Date(Date.now() + 29 * dayMs)),
    ],
    [
      "another merchant's certificate",
      "certificate",
      { finding: "other-merchant" },
      () => writeIdentity(undefined, "merchant.example.other"),
    ],
    ["no certificate", "certificate", { finding: "unreadable" }, () => write("certificate", "nothing")],
    [
      "another key",
      "key",
      { finding: "unlike" },
      () => write("key", createAuthority("Other").issue({ name: "Other", uid: demoMerchant }).key),
    ],
    ["no key", "key", { finding: "unreadable" }, () => write("key", "nothing")],
    [
      "a certificate that Apple did not give",
      "merchant-session",
      { finding: "unreachable" },
      async () => {
        const issued = createAuthority("Other").issue({ name: "Other", uid: demoMerchant });
        await write("certificate", issued.certificate);
        await write("key", issued.key);
      },
    ],
    [
      "a domain that is not registered",
      "merchant-session",
      { finding: "refused", detail: { status: 400 } },
      () => setApplePayDomains(sandbox.url, ["other.example"]),
    ],
    [
      "an Apple that fails",
      "merchant-session",
      { finding: "refused", detail: { status: 500 } },
      () => armFault(sandbox.url, { at: "apple-session", kind: "status", status: 500 }),
    ],
  ];

  it.each(faults)("report %s", async (_what, id, expected, spoil) => {
    const drawId = await openDraw();
    await spoil();
    const check = (await checksOf(drawId)).get(id);
    expect(check).toMatchObject({ id, ...expected });
    expect(check?.state).not.toBe("right");
  });

  it.each([
    ["a wrong payments passcode", { passcode: "wrong-passcode" }, "payments-passcode", "refused"],
    ["an account that is disabled", disabledAccountKeys(), "payments-passcode", "refused"],
    ["a wrong reporting passcode", { reportingPasscode: "wrong-passcode" }, "reporting-passcode", "refused"],
    ["no reporting passcode", { reportingPasscode: undefined }, "reporting-passcode", "missing"],
  ] as [string, Partial<typeof account>, CheckId, string][])("report %s", async (_what, changes, id, finding) => {
    const checks = await checksOf(await openDraw(changes));
    expect(checks.get(id)).toMatchObject({ state: "wrong", finding });
  });

  it("report a public URL that serves another file, or none, and a gateway that is down", async () => {
    const decoy = await startServer({ sandbox, env: { APPLE_PAY_DOMAIN_FILE: join(directory, "key") } });
    const blind = await startServer({
      sandbox,
      env: {
        CHECKOUT_HOST: decoy.url,
        APPLE_PAY_DOMAIN_FILE: join(directory, "domain"),
        APPLE_PAY_GATEWAY_URL: "https://127.0.0.1:9",
        BAMBORA_API_URL: "http://127.0.0.1:9",
      },
    });
    const other = await openVerifier(blind);
    const draw = drawWith();
    await importDraw(blind, draw);
    const { body } = await other.checks(draw.id);
    const findings = Object.fromEntries(body.checks.map(({ id, finding }) => [id, finding]));
    expect(findings).toMatchObject({
      "domain-file": "differs",
      "apple-gateway": "unreachable",
      "merchant-session": "unreachable",
      "payments-passcode": "unreachable",
      "reporting-passcode": "unreachable",
    });
    await decoy.stop();
    const { body: later } = await other.checks(draw.id);
    expect(later.checks.find(({ id }) => id === "domain-file")?.finding).toBe("unreachable");
    await blind.stop();
  });

  it("don't exist for an unknown draw", async () => {
    const checks = await checksOf("no-such-draw");
    expect(checks.get("payments-passcode")).toMatchObject({ state: "wrong", finding: "no-credentials" });
    expect(await verifier.checks("%3Cscript%3E")).toMatchObject({ status: 404, body: { reason: "draw-not-found" } });
  });
});

function disabledAccountKeys() {
  const { merchantId, passcodes } = disabledAccount;
  return { merchantId, passcode: passcodes.payments, reportingPasscode: passcodes.reporting };
}
