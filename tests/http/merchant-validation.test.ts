import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { demoMerchant } from "@/tests/support/calls/apple-pay";
import { createBuyer, importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { armFault, clearFaults, pendingFaults } from "@/tests/support/sandbox/sandbox-control";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";
import { shareServer } from "@/tests/support/servers/shared-server";

const startSession = "/paymentservices/startSession";
const validationURL = `https://apple-pay-gateway-cert.apple.com${startSession}`;
const domainPath = "/.well-known/apple-developer-merchantid-domain-association";

let server: Server;

beforeAll(async () => {
  server = await shareServer();
});

afterAll(() => server.stop());

type ValidationAnswer = { merchantSession: Record<string, unknown> };

function validate(body: Record<string, unknown>) {
  return createBuyer(server).call<ValidationAnswer>("POST", "/api/apple-pay/validate-merchant", body);
}

describe("merchant validation", () => {
  it("returns Apple's session, for the configured name and domain", async () => {
    const answer = await validate({ validationURL, displayName: "Somebody else" });
    expect(answer.status).toBe(200);
    expect(answer.body.merchantSession).toMatchObject({ domainName: "localhost", displayName: "Tirage" });
    expect(answer.headers.get("cache-control")).toContain("no-store");
  });

  it.each([
    ["http", `http://apple-pay-gateway.apple.com${startSession}`],
    ["a port", `https://apple-pay-gateway.apple.com:444${startSession}`],
    ["a user", `https://apple-pay-gateway.apple.com@127.0.0.1${startSession}`],
    ["a lookalike", `https://apple-pay-gateway.apple.com.evil.example${startSession}`],
    ["a trailing dot", `https://apple-pay-gateway.apple.com.${startSession}`],
    ["an escape", `https://apple-pay-gateway%2eapple.com${startSession}`],
    ["IPv6", `https://[::1]${startSession}`],
    ["this machine", `https://127.0.0.1${startSession}`],
    ["another path", "https://apple-pay-gateway.apple.com/"],
  ])("contacts nobody for an address with %s", async (_what, url) => {
    await armFault(server.sandboxUrl, { at: "apple-session", kind: "drop" });
    const answer = await validate({ validationURL: url, displayName: "Tirage" });
    expect(answer).toMatchObject({ status: 400, body: { reason: "validation-url-invalid" } });
    expect(await pendingFaults(server.sandboxUrl)).toBe(1);
    await clearFaults(server.sandboxUrl);
  });

  it("says that Apple Pay isn't available if Apple refuses or can't be reached", async () => {
    await armFault(server.sandboxUrl, { at: "apple-session", kind: "status", status: 500 });
    expect(await validate({ validationURL })).toMatchObject({ status: 503, body: { reason: "apple-pay-unavailable" } });
    expect(server.output()).toContain("Apple opened no payment session.");
    expect((await validate({ validationURL })).status).toBe(200);
  });

  it("follows a page that has the merchant, the name and the stand-in's script, and nothing secret", async () => {
    const draw = drawWith();
    await importDraw(server, draw);
    const html = (await (await fetch(`${server.url}/${draw.id}`)).text()).replaceAll("\\", "");
    expect(html).toContain(`"merchantId":"${demoMerchant}","displayName":"Tirage"`);
    expect(html).toContain("/sandbox/apple-pay.js");
    expect(html).not.toMatch(/PRIVATE KEY|BEGIN CERTIFICATE/);
  });
});

describe("the domain association file", () => {
  it("doesn't exist until it is set, and is then served as text, byte for byte, in one language", async () => {
    expect((await fetch(server.url + domainPath)).status).toBe(404);
    const file = join(server.dataDir, "domain-association");
    await writeFile(file, "7B2276657273696F6E223A317D\n");
    const given = await startServer({ env: { APPLE_PAY_DOMAIN_FILE: file } });
    const headers = { "accept-language": "fr-CA" };
    const answer = await fetch(given.url + domainPath, { headers, redirect: "manual" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
    expect(await answer.text()).toBe("7B2276657273696F6E223A317D\n");
    await given.stop();
  });
});
