import { AsyncLocalStorage } from "node:async_hooks";
import type { RequestListener, Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";

import { respondInOrder } from "./respond-in-order";

let server: Server | undefined;
let socket: Socket | undefined;
afterEach(() => {
  socket?.destroy();
  server?.close();
});

/** Answers wait until they are released. Returns them by path, in the order in which their work began. */
async function open({ inTurn }: { inTurn: boolean }) {
  const started = new Map<string, () => void>();
  const bodies: string[] = [];
  const closed: unknown[] = [];
  const work: RequestListener = (request, response) => {
    started.set(request.url ?? "", () => void response.end(`<${request.url}>`));
    request.on("data", (part) => void bodies.push(String(part)));
  };
  server = createServer((request, response) => {
    response.once("close", () => closed.push(request.url));
    if (inTurn) respondInOrder(request, response, () => work(request, response));
    else work(request, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, resolve));
  const connection = connect((server.address() as AddressInfo).port);
  socket = connection.on("error", () => undefined);
  let received = "";
  connection.setEncoding("utf8").on("data", (part) => {
    received += part;
  });
  return { started, bodies, closed, socket: connection, answers: () => received.match(/<[^>]+>/g) ?? [] };
}

const toRequest = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const asks = Array.from({ length: 300 }, (_, index) => `/${index}`);

describe("respondInOrder", () => {
  it("begins with each of 300 pipelined requests when the answer before it is finished, and answers all", async () => {
    const { started, socket, answers } = await open({ inTurn: true });
    socket.write(asks.map(toRequest).join(""));
    for (const [at, path] of asks.entries()) {
      await expect.poll(() => started.has(path), { interval: 1 }).toBe(true);
      expect(started.size).toBe(at + 1);
      started.get(path)?.();
    }
    await expect.poll(answers).toEqual(asks.map((path) => `<${path}>`));
    socket.write(toRequest("/again"));
    await expect.poll(() => started.has("/again")).toBe(true);
    started.get("/again")?.();
    await expect.poll(() => answers().at(-1)).toBe("</again>");
  });

  it("begins with nothing more of a connection that was closed", async () => {
    const { started, closed, socket } = await open({ inTurn: true });
    socket.write(asks.map(toRequest).join(""));
    await expect.poll(() => started.size).toBe(1);
    socket.destroy();
    started.get("/0")?.();
    await wait(100);
    for (const on of started.values()) on();
    await wait(100);
    expect(started.size).toBeLessThanOrEqual(2);
    expect(closed).toHaveLength(300);
  });

  it("ends a connection that asks for more in advance than any client does, and keeps none of it", async () => {
    const { started, closed, socket } = await open({ inTurn: true });
    const ended = new Promise((resolve) => socket.once("close", resolve));
    for (let packet = 0; packet < 20; packet += 1) socket.write(asks.map(toRequest).join(""));
    await ended;
    await expect.poll(() => closed.length).toBeGreaterThan(400);
    expect(closed.length).toBeLessThan(3000);
    expect(started.size).toBe(1);
  });

  it("does the work of each in the scope of its own request", async () => {
    const scopes = new AsyncLocalStorage<string>();
    const scopesSeen: (string | undefined)[] = [];
    server = createServer((request, response) => {
      scopes.run(request.url ?? "", () =>
        respondInOrder(request, response, () => {
          scopesSeen.push(scopes.getStore());
          setTimeout(() => response.end(), 1);
        }),
      );
    });
    await new Promise<void>((resolve) => server?.listen(0, resolve));
    socket = connect((server.address() as AddressInfo).port).on("error", () => undefined);
    socket.write(["/a", "/b", "/c"].map(toRequest).join(""));
    await expect.poll(() => scopesSeen).toEqual(["/a", "/b", "/c"]);
  });

  it("reads the rest of a body that comes after other requests", async () => {
    const { started, bodies, socket, answers } = await open({ inTurn: true });
    socket.write(`${toRequest("/a")}POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\none`);
    await expect.poll(() => started.size).toBe(1);
    socket.write("two");
    await wait(50);
    started.get("/a")?.();
    await expect.poll(() => bodies.join("")).toBe("onetwo");
    started.get("/b")?.();
    await expect.poll(answers).toEqual(["</a>", "</b>"]);
  });

  it("is what stands between a packet and 300 pages at once", async () => {
    const { started, socket } = await open({ inTurn: false });
    socket.write(asks.map(toRequest).join(""));
    await expect.poll(() => started.size).toBe(300);
  });
});
