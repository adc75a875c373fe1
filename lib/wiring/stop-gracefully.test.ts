import type { RequestListener, Server } from "node:http";
import { Agent, createServer, get } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { connect } from "node:net";

import { afterEach, expect, it } from "vitest";

import { slowdownRules } from "@/lib/payments/pay/rules.pauses";
import type { StopSteps, Traffic } from "./stop-gracefully";
import { defaultStopTimeouts, endWork, watchTraffic } from "./stop-gracefully";

/** Long enough for these tests. Each sets its own `requestsMs`. */
const timeouts = { graceMs: 0, requestsMs: 20_000, bodyMs: 50, pollMs: 20, releaseMs: 100 };

/** The gateway's time limit for a payment. */
const gatewayMs = 20_000;

let open: Server[] = [];

afterEach(() => {
  for (const server of open) server.close().closeAllConnections();
  open = [];
});

type Stage = { port: number; traffic: Traffic };

async function openStage(listener: RequestListener): Promise<Stage> {
  const traffic = watchTraffic();
  const server = createServer(listener);
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, traffic };
}

/** Sends `bytes` and returns what arrives until the connection ends. */
async function sendBytes(port: number, bytes = ""): Promise<{ socket: Socket; received: Promise<string> }> {
  const socket = connect(port, "127.0.0.1");
  const received = new Promise<string>((resolve) => {
    let text = "";
    socket.setEncoding("utf8").on("data", (part) => {
      text += part;
    });
    socket.on("error", () => undefined).once("close", () => resolve(text));
  });
  await new Promise<void>((resolve) => socket.once("connect", () => socket.write(bytes, () => resolve())));
  return { socket, received };
}

function notedStopping(changes: Partial<StopSteps> = {}): StopSteps & { done: string[] } {
  const done: string[] = [];
  const note = (what: string) => async () => void done.push(what);
  return {
    done,
    announce: () => done.push("announced"),
    settle: note("settled"),
    release: note("released"),
    ...changes,
  };
}

const head = "GET / HTTP/1.1\r\nHost: localhost\r\n";

it.each([
  ["says nothing", ""],
  ["stops within its head", head],
  ["stops within its body", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc"],
])("a connection that %s doesn't delay the shutdown", async (_what, bytes) => {
  const { port, traffic } = await openStage((request, response) => {
    request.on("error", () => undefined).on("end", () => response.end());
    request.resume();
  });
  const { received } = await sendBytes(port, bytes);
  await expect.poll(() => traffic.servers.size).toBe(1);
  expect(await endWork(traffic, notedStopping(), timeouts)).toBe(0);
  expect(await received).toBe("");
});

it("a request in progress is answered first, as the last one on its connection", async () => {
  let answer = (_text: string): void => undefined;
  const { port, traffic } = await openStage((_request, response) => {
    answer = (text) => void response.end(text);
  });
  const { received } = await sendBytes(port, `${head}\r\n`);
  await expect.poll(() => traffic.pending.size).toBe(1);
  const stopping = notedStopping();
  const ended = endWork(traffic, stopping, timeouts);
  expect(stopping.done).not.toContain("released");
  answer("paid");
  expect(await ended).toBe(0);
  expect(await received).toMatch(/Connection: close\r\n.*paid$/s);
  expect(stopping.done).toEqual(["announced", "settled", "released"]);
});

it("a caller that keeps asking on one connection is told to close it", async () => {
  const { port, traffic } = await openStage((_request, response) => void setTimeout(() => response.end(), 30));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let asks = true;
  const ask = () =>
    new Promise<void>((resolve) => {
      get({ port, agent, host: "127.0.0.1" }, (answer) => answer.resume().once("end", resolve)).once("error", () => {
        asks = false;
        resolve();
      });
    });
  const asking = (async () => {
    while (asks) await ask();
  })();
  await expect.poll(() => traffic.pending.size).toBe(1);
  expect(await endWork(traffic, notedStopping(), timeouts)).toBe(0);
  await asking;
});

it("during the grace, new connections are answered, each call as the last on its own, and jobs are already ending", async () => {
  const { port, traffic } = await openStage((_request, response) => void response.end("answered"));
  await sendBytes(port);
  await expect.poll(() => traffic.servers.size).toBe(1);
  const stopping = notedStopping();
  const ended = endWork(traffic, stopping, { ...timeouts, graceMs: 2000 });
  expect(stopping.done).toEqual(["announced", "settled"]);
  expect(await (await sendBytes(port, `${head}\r\n`)).received).toMatch(/Connection: close\r\n.*answered$/s);
  expect(await ended).toBe(0);
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
});

it.each([
  ["a request", (): RequestListener => () => undefined, {}],
  [
    "a job",
    (): RequestListener => (_request, response) => void response.end(),
    { settle: () => new Promise<void>(() => undefined) },
  ],
])(
  "%s that doesn't finish in time is abandoned, and the process's resources are closed",
  async (_what, make, changes) => {
    const { port, traffic } = await openStage(make());
    await sendBytes(port, `${head}\r\n`);
    await expect.poll(() => traffic.servers.size).toBe(1);
    const stopping = notedStopping(changes);
    expect(await endWork(traffic, stopping, { ...timeouts, requestsMs: 100 })).toBe(1);
    expect(stopping.done).toContain("released");
  },
);

it("the default timeout is long enough for a slow payment, and ends before the process manager kills the server", () => {
  const { requestsMs, releaseMs } = defaultStopTimeouts;
  expect(requestsMs).toBeGreaterThan(slowdownRules.waitMs + gatewayMs + 2000);
  expect(requestsMs + releaseMs).toBeLessThan(30_000);
});

it("a resource that can't be closed doesn't keep the process running", async () => {
  const { traffic } = await openStage(() => undefined);
  const never = new Promise<void>(() => undefined);
  expect(await endWork(traffic, notedStopping({ release: () => never }), timeouts)).toBe(1);
});
