import { execFileSync } from "node:child_process";
import dns from "node:dns";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo, Server, Socket } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChargeRequest } from "@/lib/gateways/payment/port";
import { freePort } from "@/tests/support/servers/free-port";
import { createBamboraGateway } from "./gateway.bambora";

const provider = "bambora" as const;

const credentials = { provider, merchantId: "300200578", passcode: "passcode" };

const charge: ChargeRequest = {
  orderNumber: "NOTSENT",
  amountCents: 1999,
  source: { kind: "token", code: "token", name: "Marie Tremblay" },
  language: "fr",
  billing: {},
};

const refund = { kind: "return", transactionId: "10000001", amountCents: 1999, orderNumber: "RFNOTSENT" } as const;

const notCharged = { kind: "refused", reason: "payment-unavailable", code: null, transactionId: null };
const notRefunded = { kind: "refused", reason: "refund-unavailable", code: null };

const running: (() => void)[] = [];

afterEach(() => {
  for (const stop of running.splice(0)) stop();
  vi.restoreAllMocks();
});

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket.on("error", () => {})));
  running.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function makeIdentity(): { key: Buffer; cert: Buffer } {
  const directory = mkdtempSync(join(tmpdir(), "tirage-identity-"));
  const [key, cert] = [join(directory, "key.pem"), join(directory, "cert.pem")];
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  execFileSync("openssl", ["req", "-x509", ...curve, ...subject, "-keyout", key, "-out", cert], { stdio: "ignore" });
  const identity = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(directory, { recursive: true });
  return identity;
}

function failNames(code: string): string {
  const fail = (...call: unknown[]) => {
    const answer = call.at(-1) as (error: Error) => void;
    answer(Object.assign(new Error(`getaddrinfo ${code}`), { code, syscall: "getaddrinfo" }));
  };
  vi.spyOn(dns, "lookup").mockImplementation(fail as typeof dns.lookup);
  return "http://api.example.ca";
}

async function serveStranger(): Promise<{ url: string; requests: () => number }> {
  let requests = 0;
  const server = createHttpsServer(makeIdentity(), (_request, response) => {
    requests += 1;
    response.end("{}");
  });
  return { url: `https://${await listen(server)}`, requests: () => requests };
}

async function serveRaw(act: (socket: Socket) => void): Promise<string> {
  return listen(createServer(act));
}

const failures: [string, () => Promise<string> | string][] = [
  ["a port that nobody listens on", async () => `http://127.0.0.1:${await freePort()}`],
  ["a network without a route", () => "http://255.255.255.255:9"],
  ["a name that does not exist", () => failNames("ENOTFOUND")],
  ["a resolver that does not answer", () => failNames("EAI_AGAIN")],
  ["a route to no host", () => failNames("EHOSTUNREACH")],
  ["a connection that times out", () => failNames("ETIMEDOUT")],
  ["a certificate of nobody we know", async () => (await serveStranger()).url],
  [
    "a connection that is cut in its handshake",
    async () => `https://${await serveRaw((at) => at.once("data", () => at.destroy()))}`,
  ],
  [
    "a connection that is reset in its handshake",
    async () => `https://${await serveRaw((at) => at.once("data", () => at.resetAndDestroy()))}`,
  ],
  [
    "a server that speaks no TLS",
    async () => `https://${await serveRaw((at) => at.end("HTTP/1.1 400 Bad Request\r\n\r\n"))}`,
  ],
  ["a handshake that nobody answers", async () => `https://${await serveRaw(() => {})}`],
];

describe("a payment that was definitely not sent isn't charged and isn't unknown", () => {
  it.each(failures)("after %s", async (_what, open) => {
    const gateway = createBamboraGateway({ apiUrl: await open(), timeoutMs: 1000 });
    expect(await gateway.charge(credentials, charge)).toEqual(notCharged);
    expect(await gateway.refund(credentials, refund)).toEqual(notRefunded);
  });

  it("and a server with a wrong certificate received nothing of it", async () => {
    const { url, requests } = await serveStranger();
    const gateway = createBamboraGateway({ apiUrl: url });
    expect(await gateway.charge(credentials, charge)).toEqual(notCharged);
    expect(requests()).toBe(0);
  });
});

function serveRequests(end: (socket: Socket, request: number) => void) {
  const bodies: string[] = [];
  const open = createHttpServer((incoming) => {
    incoming.setEncoding("utf8");
    let body = "";
    incoming.on("data", (text) => {
      body += text;
    });
    incoming.on("end", () => {
      bodies.push(body);
      end(incoming.socket, bodies.length);
    });
  });
  return { open, bodies };
}

const approval = '{"id":"1","approved":1,"message_id":1,"message":"","amount":19.99,"type":"P"}';

function answer(socket: Socket): void {
  socket.write(
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${approval.length}\r\n\r\n${approval}`,
  );
}

describe("a payment that may have been sent stays unknown and is sent once", () => {
  it.each<[string, (socket: Socket) => void]>([
    ["a reset", (socket) => socket.resetAndDestroy()],
    ["a closed connection", (socket) => socket.end()],
    ["half of an answer", (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")],
    ["no answer", () => {}],
  ])("after %s", async (_what, end) => {
    const { open, bodies } = serveRequests(end);
    const gateway = createBamboraGateway({ apiUrl: `http://${await listen(open)}`, timeoutMs: 500 });
    expect(await gateway.charge(credentials, charge)).toEqual({ kind: "unknown", code: null });
    expect(await gateway.refund(credentials, refund)).toEqual({ kind: "unknown", code: null });
    expect(bodies).toHaveLength(2);
  });

  it("on a kept-alive connection that breaks with a later payment and can't be reopened", async () => {
    const answered = new Set<Socket>();
    const { open, bodies } = serveRequests((socket) => {
      if (!answered.has(socket)) return answer(answered.add(socket) && socket);
      open.close();
      socket.resetAndDestroy();
    });
    const gateway = createBamboraGateway({ apiUrl: `http://${await listen(open)}` });
    let charges = 0;
    let kind = "approved";
    for (; kind === "approved"; charges += 1) {
      kind = (await gateway.charge(credentials, charge)).kind;
      await nextTurn();
    }
    expect([kind, bodies.length]).toEqual(["unknown", charges]);
  });
});
