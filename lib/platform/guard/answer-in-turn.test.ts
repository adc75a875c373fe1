import { AsyncLocalStorage } from "node:async_hooks";
import type { RequestListener, Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";

import { answerInTurn } from "./answer-in-turn";

let server: Server | undefined;
let socket: Socket | undefined;
afterEach(() => {
  socket?.destroy();
  server?.close();
});

/** Answers that wait until they are released, by path in the order in which their work began. */
async function open({ inTurn }: { inTurn: boolean }) {
  const begun = new Map<string, () => void>();
  const bodies: string[] = [];
  const over: unknown[] = [];
  const work: RequestListener = (request, response) => {
    begun.set(request.url ?? "", () => void response.end(`<${request.url}>`));
    request.on("data", (part) => void bodies.push(String(part)));
  };
  server = createServer((request, response) => {
    response.once("close", () => over.push(request.url));
    if (inTurn) answerInTurn(request, response, () => work(request, response));
    else work(request, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, resolve));
  const opened = connect((server.address() as AddressInfo).port);
  socket = opened.on("error", () => undefined);
  let received = "";
  opened.setEncoding("utf8").on("data", (part) => {
    received += part;
  });
  return { begun, bodies, over, socket: opened, answered: () => received.match(/<[^>]+>/g) ?? [] };
}

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const asks = Array.from({ length: 300 }, (_, at) => `/${at}`);

describe("answerInTurn", () => {
  it("begins with each of 300 pipelined requests when the answer before it is finished, and answers all", async () => {
    const { begun, socket, answered } = await open({ inTurn: true });
    socket.write(asks.map(ask).join(""));
    for (const [at, path] of asks.entries()) {
      await expect.poll(() => begun.has(path), { interval: 1 }).toBe(true);
      expect(begun.size).toBe(at + 1);
      begun.get(path)?.();
    }
    await expect.poll(answered).toEqual(asks.map((path) => `<${path}>`));
    socket.write(ask("/again"));
    await expect.poll(() => begun.has("/again")).toBe(true);
    begun.get("/again")?.();
    await expect.poll(() => answered().at(-1)).toBe("</again>");
  });

  it("begins with nothing more of a connection that was closed", async () => {
    const { begun, over, socket } = await open({ inTurn: true });
    socket.write(asks.map(ask).join(""));
    await expect.poll(() => begun.size).toBe(1);
    socket.destroy();
    begun.get("/0")?.();
    await wait(100);
    for (const on of begun.values()) on();
    await wait(100);
    expect(begun.size).toBeLessThanOrEqual(2);
    expect(over).toHaveLength(300);
  });

  it("ends a connection that asks for more in advance than any client does, and keeps none of it", async () => {
    const { begun, over, socket } = await open({ inTurn: true });
    const ended = new Promise((resolve) => socket.once("close", resolve));
    for (let packet = 0; packet < 20; packet += 1) socket.write(asks.map(ask).join(""));
    await ended;
    await expect.poll(() => over.length).toBeGreaterThan(400);
    expect(over.length).toBeLessThan(3000);
    expect(begun.size).toBe(1);
  });

  it("does the work of each in the scope of its own request", async () => {
    const scopes = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    server = createServer((request, response) => {
      scopes.run(request.url ?? "", () =>
        answerInTurn(request, response, () => {
          seen.push(scopes.getStore());
          setTimeout(() => response.end(), 1);
        }),
      );
    });
    await new Promise<void>((resolve) => server?.listen(0, resolve));
    socket = connect((server.address() as AddressInfo).port).on("error", () => undefined);
    socket.write(["/a", "/b", "/c"].map(ask).join(""));
    await expect.poll(() => seen).toEqual(["/a", "/b", "/c"]);
  });

  it("reads the rest of a body that comes after other requests", async () => {
    const { begun, bodies, socket, answered } = await open({ inTurn: true });
    socket.write(`${ask("/a")}POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\none`);
    await expect.poll(() => begun.size).toBe(1);
    socket.write("two");
    await wait(50);
    begun.get("/a")?.();
    await expect.poll(() => bodies.join("")).toBe("onetwo");
    begun.get("/b")?.();
    await expect.poll(answered).toEqual(["</a>", "</b>"]);
  });

  it("is what stands between a packet and 300 pages at once", async () => {
    const { begun, socket } = await open({ inTurn: false });
    socket.write(asks.map(ask).join(""));
    await expect.poll(() => begun.size).toBe(300);
  });
});
