import { existsSync } from "node:fs";
import { readdir, readlink } from "node:fs/promises";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

const hasProc = existsSync("/proc/self/fd");

/** The page of a draw, and URLs that Next redirects. */
const paths = ["/sockets", "//x", "/en/x", "/x/", "/sockets?lang=fr"];
const statuses = ["200", "308", "308", "308", "307"];
const count = 1000;
const atOnce = 50;

/** Sockets of the database's pool. */
const otherSockets = 20;

const host = "Host: localhost\r\n";
const upgrade = `${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n`;

let server: Server;

beforeAll(async () => {
  server = await startServer();
  await importDraw(server, drawWith({ id: "sockets" }));
});

afterAll(() => server.stop());

/** Counts sockets only, since an embedded database opens its files on demand. */
async function openSockets(): Promise<number> {
  const folder = `/proc/${server.pid}/fd`;
  const read = (name: string) => readlink(join(folder, name)).catch(() => "gone");
  const targets = await Promise.all((await readdir(folder)).map(read));
  return targets.filter((target) => target.startsWith("socket:")).length;
}

function say(bytes: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, "localhost");
    socket
      .once("error", reject)
      .on("error", () => undefined)
      .once("connect", () => socket.write(bytes, "latin1", () => resolve(socket)));
  });
}

/** Longer than any answer takes. */
const socketTimeoutMs = 30_000;

async function firstLineOf(bytes: string): Promise<string> {
  const socket = await say(bytes);
  return new Promise((resolve, reject) => {
    let received = "";
    socket.setTimeout(socketTimeoutMs, () => socket.destroy(new Error("Neither answered nor ended.")));
    socket.once("error", reject);
    socket.setEncoding("utf8").on("data", (part) => {
      received += part;
    });
    socket.once("close", () => resolve(received.slice(0, received.indexOf("\r\n"))));
  });
}

/** Requests an upgrade and disconnects, immediately or at the server's first byte. */
async function askAndLeave(at: number): Promise<void> {
  const socket = await say(`GET ${paths[at % paths.length]} HTTP/1.1\r\n${upgrade}`);
  socket.setTimeout(socketTimeoutMs, () => socket.destroy());
  if (at % 2 === 0) await new Promise<void>((resolve) => socket.once("readable", resolve).once("close", resolve));
  socket.destroy();
}

/** Incomplete requests that leave the server waiting. */
const unfinished = [
  `GET //x HTTP/1.1\r\n${upgrade}`,
  "",
  `GET / HTTP/1.1\r\n${host}`,
  `POST /api/getInstance HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
  `CONNECT localhost:80 HTTP/1.1\r\n${host}\r\n`,
  `POST /api/getInstance HTTP/1.1\r\n${host}Expect: 100-continue\r\nContent-Length: 9\r\n\r\n`,
];

it.runIf(hasProc)("a protocol upgrade request is answered and closed on every address", async () => {
  const lines = await Promise.all(paths.map((path) => firstLineOf(`GET ${path} HTTP/1.1\r\n${upgrade}`)));
  expect(lines.map((line) => line.slice(0, 12))).toEqual(statuses.map((status) => `HTTP/1.1 ${status}`));
});

it.runIf(hasProc)("a thousand such requests leak no descriptor, and no connection delays SIGTERM", async () => {
  const before = await openSockets();
  for (let from = 0; from < count; from += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, (_none, at) => askAndLeave(from + at)));
  }
  await expect.poll(openSockets, { timeout: 30_000 }).toBeLessThanOrEqual(before + otherSockets);
  expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);

  const sockets = await Promise.all([...unfinished, ...unfinished].map(say));
  const closed = sockets.map((socket) => new Promise((resolve) => socket.once("close", resolve).resume()));
  expect(await server.terminate()).toBe(0);
  await Promise.all(closed);
});
