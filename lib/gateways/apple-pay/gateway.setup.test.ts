import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { sandboxMerchant } from "@/sandbox/apple/apple-server";
import { createAuthority } from "@/sandbox/apple/certificates";
import { startSandbox } from "@/sandbox/start-sandbox";

import type { ProbeSettings } from "./gateway.setup";
import { createSetupProbe } from "./gateway.setup";
import { domainFilePath } from "./rules";

type Settings = NonNullable<ProbeSettings["applePay"]>;

const text = "7B2276657273696F6E223A317D\n";
const sha256 = createHash("sha256").update(text).digest("hex");
const other = createAuthority("Other").issue({ name: "Other", uid: "merchant.other" });

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let directory: string;
let domainFile: string;
let applePay: Settings;

let answer: { status: number; text: string; location?: string };
const site = createServer((request, response) => {
  const { status, location } = answer;
  const headers = { "content-type": "text/plain", ...(location ? { location } : {}) };
  response.writeHead(request.url === domainFilePath ? status : 404, headers).end(answer.text);
});

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  directory = await mkdtemp(join(tmpdir(), "tirage-setup-"));
  domainFile = join(directory, "domain-file");
  await writeFile(domainFile, text);
  applePay = {
    merchantId: sandboxMerchant,
    displayName: "Tirage",
    domain: "localhost",
    ...sandbox.apple.identity,
    gatewayUrl: `https://127.0.0.1:${sandbox.apple.port}`,
    scriptUrl: null,
  };
});

afterAll(async () => {
  await sandbox.close();
  await new Promise((resolve) => site.close(resolve));
  await rm(directory, { recursive: true });
});

function createProbe(changes: Partial<ProbeSettings> = {}, timeoutMs = 2000) {
  const checkoutHost = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  return createSetupProbe({ applePay, domainFile, checkoutHost, ...changes }, { timeoutMs });
}

describe("the merchant identity", () => {
  it("is read with its subject and expiry, and whether the key matches", () => {
    const facts = createProbe().readIdentity();
    expect(facts).toMatchObject({ certificate: { merchantId: sandboxMerchant }, key: "fits" });
    expect(facts?.certificate?.until.getTime()).toBeGreaterThan(Date.now());
    const { key } = other;
    expect(createProbe({ applePay: { ...applePay, key } }).readIdentity()?.key).toBe("unlike");
  });

  it.each([
    ["certificate", { certificate: null, key: "no-certificate" }],
    ["key", { key: "unreadable" }],
  ])("is reported if its %s can't be read", (name, expected) => {
    expect(createProbe({ applePay: { ...applePay, [name]: "/nowhere.pem" } }).readIdentity()).toMatchObject(expected);
  });

  it("is missing if Apple Pay isn't set up", async () => {
    expect(createProbe({ applePay: null }).readIdentity()).toBeNull();
    expect(await createProbe({ applePay: null }).canReachApple()).toBe(false);
  });
});

describe("the domain file", () => {
  it("is compared with what our public address serves", async () => {
    answer = { status: 200, text };
    expect(await createProbe().digestFile()).toEqual({ kind: "read", sha256 });
    expect(await createProbe().fetchFile()).toEqual({ kind: "served", sha256, type: "text/plain" });
    expect(await createProbe({ domainFile: undefined }).digestFile()).toEqual({ kind: "not-configured" });
    expect(await createProbe({ domainFile: directory }).digestFile()).toEqual({ kind: "unreadable" });
  });

  it("isn't followed to another host, which receives nothing", async () => {
    answer = { status: 301, text: "", location: "https://evil.example/" };
    expect(await createProbe().fetchFile()).toEqual({ kind: "refused", status: 301 });
    expect(await createProbe({ checkoutHost: "http://127.0.0.1:9" }).fetchFile()).toEqual({ kind: "unreachable" });
  });
});

describe("Apple's gateway", () => {
  it("must be reachable over trusted TLS", async () => {
    expect(await createProbe().canReachApple()).toBe(true);
    expect(await createProbe({ applePay: { ...applePay, certificate: other.certificate } }).canReachApple()).toBe(
      false,
    );
    expect(await createProbe({ applePay: { ...applePay, gatewayUrl: "https://127.0.0.1:9" } }).canReachApple()).toBe(
      false,
    );
    const { port } = site.address() as AddressInfo;
    const noTls = { ...applePay, gatewayUrl: `https://127.0.0.1:${port}` };
    expect(await createProbe({ applePay: noTls }).canReachApple()).toBe(false);
  });
});
