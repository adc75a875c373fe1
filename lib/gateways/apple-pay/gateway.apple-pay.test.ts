import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import type { ApplePaySettings } from "@/lib/platform/server/env.gateways";
import { createAuthority } from "@/sandbox/apple/certificates";
import { storeIdentity } from "@/sandbox/apple/store-identity";
import type { RunningSandbox } from "@/sandbox/start-sandbox";
import { startSandbox } from "@/sandbox/start-sandbox";
import { armFault, clearFaults } from "@/tests/support/sandbox/sandbox-control";
import { createApplePayGateway } from "./gateway.apple-pay";
import type { MerchantSessionOutcome } from "./port.session";
import { readDomainFile } from "./read-domain-file";

const validationUrl = "https://apple-pay-gateway-cert.apple.com/paymentservices/startSession";
const merchantId = "merchant.example.tirage";

let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});

afterAll(() => sandbox.close());

afterEach(() => clearFaults(sandbox.url));

function settingsWith(changes: Partial<ApplePaySettings> = {}): ApplePaySettings {
  return {
    merchantId,
    displayName: "Tirage",
    domain: "tickets.example.ca",
    ...sandbox.apple.identity,
    gatewayUrl: `https://127.0.0.1:${sandbox.apple.port}`,
    scriptUrl: null,
    ...changes,
  };
}

function open(changes: Partial<ApplePaySettings> = {}, timeoutMs = 5000): Promise<MerchantSessionOutcome> {
  return createApplePayGateway(settingsWith(changes), { timeoutMs }).openSession(validationUrl);
}

async function refuseDomains(domains: string[] | null): Promise<void> {
  const init = { method: "POST", headers: { "content-type": "application/json" } };
  await fetch(`${sandbox.url}/sandbox/settings`, { ...init, body: JSON.stringify({ applePayDomains: domains }) });
}

describe("a payment session", () => {
  it("is opened with the merchant identity, for our own name and domain, and expires after five minutes", async () => {
    const outcome = await open();
    const session = outcome.kind === "session" ? outcome.session : {};
    expect(session).toMatchObject({
      domainName: "tickets.example.ca",
      displayName: "Tirage",
      merchantIdentifier: merchantId,
    });
    expect(Number(session.expiresAt) - Number(session.epochTimestamp)).toBe(300_000);
    const next = await open();
    expect(next.kind === "session" && next.session.merchantSessionIdentifier).not.toBe(
      session.merchantSessionIdentifier,
    );
  });

  it("is opened with the files that a demo's sandbox writes, which are re-read", async () => {
    const directory = await mkdtemp(join(tmpdir(), "tirage-identity-"));
    const files = {
      certificate: join(directory, "merchant-identity.pem"),
      key: join(directory, "merchant-identity.key"),
    };
    const { openSession } = createApplePayGateway(settingsWith(files));
    expect(await openSession(validationUrl)).toMatchObject({ kind: "unavailable" });
    storeIdentity(directory, sandbox.apple.identity);
    expect(await openSession(validationUrl)).toMatchObject({ kind: "session" });
    expect(await readDomainFile(join(directory, "domain-association.txt"))).not.toBeNull();
    await rm(directory, { recursive: true });
  });

  it("isn't opened with an identity from another authority, an expired one, or none", async () => {
    const { authority } = sandbox.apple;
    const chain = (certificate: string) => certificate + authority.certificate;
    const foreign = createAuthority("Another authority").issue({ name: "Other", uid: merchantId });
    const over = authority.issue({ name: "Over", uid: merchantId }, new Date(Date.now() - 60_000));
    for (const identity of [{ ...foreign, certificate: chain(foreign.certificate) }, over]) {
      expect(await open(identity)).toMatchObject({ kind: "unavailable" });
    }
    expect(await open({ certificate: "/nowhere.pem" })).toMatchObject({ problem: expect.stringContaining("ENOENT") });
  });

  it("isn't opened for a merchant other than the identity's, a name that is too long, or an unregistered domain", async () => {
    const other = await open({ merchantId: "merchant.example.other" });
    expect(other).toMatchObject({ problem: expect.stringContaining("does not match the certificate") });
    expect(await open({ displayName: "x".repeat(65) })).toMatchObject({ kind: "unavailable" });
    await refuseDomains(["other.example"]);
    const refused = await open();
    await refuseDomains(null);
    expect(refused).toMatchObject({ problem: expect.stringContaining("not registered for domain=tickets.example.ca") });
  });

  it("isn't opened by a server that the identity's chain doesn't vouch for", async () => {
    const { certificate, key } = createAuthority("Another authority").issue({ name: "Other", uid: merchantId });
    expect(await open({ certificate, key })).toMatchObject({ problem: expect.stringContaining("certificate") });
  });
});

describe("an answer that isn't a session", () => {
  it.each([
    ["an error", { kind: "status", status: 500 }],
    ["garbage", { kind: "garbage" }],
    ["a cut connection", { kind: "drop" }],
    ["a megabyte", { kind: "flood" }],
  ] as const)("is refused: %s", async (_what, fault) => {
    await armFault(sandbox.url, { at: "apple-session", ...fault });
    expect(await open()).toMatchObject({ kind: "unavailable" });
  });

  it("isn't waited for beyond the limit", async () => {
    await armFault(sandbox.url, { at: "apple-session", kind: "delay", delayMs: 60_000 });
    const startedAt = performance.now();
    expect(await open({}, 300)).toMatchObject({ kind: "unavailable" });
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });

  it("isn't followed if it redirects", async () => {
    let calls = 0;
    const elsewhere = createServer((_request, response) => {
      calls += 1;
      response.end("{}");
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
    await armFault(sandbox.url, { at: "apple-session", kind: "redirect", location });
    expect(await open()).toMatchObject({ kind: "unavailable", problem: expect.stringContaining("302") });
    expect(calls).toBe(0);
    await new Promise((resolve) => elsewhere.close(resolve));
  });
});
