import { connect } from "node:net";
import { networkInterfaces } from "node:os";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { importDraw } from "@/tests/support/calls/buyer";
import { sendRaw } from "@/tests/support/calls/raw-request";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

let server: Server;

beforeAll(async () => {
  server = await startServer({ env: { CHECKOUT_HOST: "https://tickets.example.ca" } });
  await importDraw(server, drawWith({ id: "demo5050" }));
});

afterAll(() => server.stop());

/** A non-loopback IP address of this machine. Undefined without a network. */
function findOuterIp(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((interfaces) => interfaces ?? []);
  return all.find(({ internal, family }) => !internal && family === "IPv4")?.address;
}

function letsIn(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(server.port, host);
    socket.once("error", () => resolve(false)).once("connect", () => resolve(socket.destroy() !== undefined));
  });
}

const ask = (path: string, method = "GET") => sendRaw(server.url, { method, path });

describe("a server whose checkout host is https", () => {
  it.each([
    ["GET", "/demo5050"],
    ["GET", "/fr/demo5050"],
    ["GET", "/success"],
    ["GET", "/terminal"],
    ["GET", "/zzz/yyy"],
    ["GET", "/api/health"],
    ["POST", "/api/orders"],
    ["TRACE", "/"],
    ["GET", "/en/demo5050"],
    ["GET", "/demo5050/"],
    ["GET", "//demo5050"],
    ["GET", "/demo5050?lang=fr"],
    ["GET", "/favicon.ico"],
    ["GET", "/_next/static/none.js"],
  ])("says so, once, in its answer to %s %s", async (method, path) => {
    const { headers } = await ask(path, method);
    expect(headers["strict-transport-security"]).toBe("max-age=63072000; includeSubDomains");
  });

  it("sets the visitor's language over https only", async () => {
    const { headers } = await ask("/demo5050?lang=fr");
    expect(headers["set-cookie"]?.join()).toMatch(/^i18n_redirected=fr;.*; Secure/i);
  });

  it.each([
    ["/demo5050?lang=fr", "/fr/demo5050"],
    ["/en/demo5050", "/demo5050"],
    ["/en/x", "/x"],
    ["//demo5050", "/demo5050"],
  ])("redirects from %s to %s whatever host was requested", async (path, target) => {
    const answer = await sendRaw(server.url, { method: "GET", path, headers: { host: "tickets.example.ca" } });
    expect([answer.status >= 307, answer.headers.location]).toEqual([true, target]);
  });
});

describe("a server behind a proxy", () => {
  const outer = findOuterIp();
  it.runIf(outer)("can't be reached past it", async () => {
    expect(await letsIn("127.0.0.1")).toBe(true);
    expect(await letsIn(outer ?? "")).toBe(false);
  });
});
