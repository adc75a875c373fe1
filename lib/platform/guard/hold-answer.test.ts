import type { RequestListener } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";

import { sendRaw } from "@/tests/support/raw-request";

import type { HeldAnswer } from "./hold-answer";
import { holdAnswer } from "./hold-answer";

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** What a client is told by a listener whose answer is held, and what was held of it. */
async function ask(listener: RequestListener, decide: Parameters<typeof holdAnswer>[1] = () => false) {
  const held: HeldAnswer[] = [];
  const server = createServer((request, response) => {
    response.setHeader("X-Before", "1");
    holdAnswer(response, (answer, send) => {
      held.push(answer);
      return decide(answer, send);
    });
    listener(request, response);
  });
  closing.push(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { answer: await sendRaw(url, { method: "GET", path: "/" }), held };
}

const listeners: [string, RequestListener][] = [
  ["at once", (_request, response) => void response.writeHead(201, { "X-Made": "a" }).end("Désolé")],
  [
    "piece by piece",
    (_request, response) => {
      response.statusCode = 201;
      response.setHeader("X-Made", "a");
      response.flushHeaders();
      response.write("Dés", () => response.write(Buffer.from("ol"), () => response.end("é", "utf8", () => undefined)));
    },
  ],
  [
    "in letters of another encoding",
    (_request, response) => {
      response.writeHead(201, "Made", { "X-Made": "a" });
      response.write("RMOpc29s", "base64");
      response.end("c3a9", "hex");
    },
  ],
];

describe("holdAnswer", () => {
  it.each(listeners)("passes on an answer that is written %s unchanged", async (_how, listener) => {
    const { answer, held } = await ask(listener);
    expect(held.map(({ status, body }) => [status, body.toString()])).toEqual([[201, answer.text]]);
    expect(held[0]?.headers).toMatchObject({ "x-before": "1", "x-made": "a" });
    expect([answer.status, answer.headers["x-before"], answer.headers["x-made"]]).toEqual([201, "1", "a"]);
    expect(answer.text).toMatch(/^D.*sol.*$/);
  });

  it.each(listeners)("sends another answer in place of one written %s", async (_how, listener) => {
    const { answer } = await ask(listener, (_held, send) => {
      send(200, { "X-Other": "b" }, Buffer.from("other"));
      return true;
    });
    expect([answer.status, answer.text, answer.headers["x-other"]]).toEqual([200, "other", "b"]);
    for (const name of ["x-before", "x-made"]) expect(answer.headers).not.toHaveProperty(name);
  });

  it("holds nothing up for a client that has disconnected", async () => {
    const ended = new Promise<HeldAnswer>((resolve) => {
      const server = createServer((request, response) => {
        holdAnswer(response, (held) => {
          resolve(held);
          return false;
        });
        response.write("a".repeat(1_000_000));
        response.once("close", () => void response.write("b", () => response.end("c")));
        request.socket.destroy();
      });
      closing.push(() => void server.close());
      server.listen(0, () => {
        const url = `http://localhost:${(server.address() as AddressInfo).port}`;
        sendRaw(url, { method: "GET", path: "/" }).catch(() => undefined);
      });
    });
    expect((await ended).body.toString().slice(-3)).toBe("abc");
  });
});
