import type { RequestListener } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";

import { sendRaw } from "@/tests/support/calls/raw-request";

import type { CompletedResponse } from "./buffer-response";
import { bufferResponse } from "./buffer-response";

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Returns the client's answer, and the buffered one. */
async function ask(listener: RequestListener) {
  const buffered: CompletedResponse[] = [];
  const events: string[] = [];
  const server = createServer((request, response) => {
    const answer = bufferResponse(request, (one) => {
      buffered.push(one);
      response.writeHead(one.status, one.headers).end(one.body);
    });
    for (const event of ["finish", "close"]) answer.on(event, () => events.push(event));
    listener(request, answer as Parameters<RequestListener>[1]);
  });
  closing.push(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { answer: await sendRaw(url, { method: "GET", path: "/" }), buffered, events };
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

describe("bufferResponse", () => {
  it.each(listeners)("takes an answer that is written %s as a whole", async (_how, listener) => {
    const { answer, buffered, events } = await ask(listener);
    expect(buffered.map(({ status, body }) => [status, body.toString()])).toEqual([[201, answer.text]]);
    expect(buffered[0]?.headers).toMatchObject({ "x-made": "a" });
    expect(answer.text).toMatch(/^D.*sol.*$/);
    expect(events).toEqual(["finish", "close"]);
  });

  it("takes it once, and tells its writer that it is over", async () => {
    const flags: boolean[] = [];
    const { buffered } = await ask((_request, response) => {
      response.once("close", () => flags.push(response.writableEnded, response.writableFinished));
      response.end("a");
      response.write("b");
      response.end("c");
      response.destroy();
    });
    expect(buffered.map(({ body }) => body.toString())).toEqual(["a"]);
    expect(flags).toEqual([true, true]);
  });

  it("makes a failed page of one that is given up, of which nothing was sent", async () => {
    const flags: boolean[] = [];
    const { answer, events } = await ask((_request, response) => {
      response.once("close", () => flags.push(response.destroyed, response.writableFinished));
      response.writeHead(200, { "content-type": "text/html" }).write("half of it");
      response.destroy(new Error("Rendering failed."));
      response.end("the rest");
    });
    expect([answer.status, answer.text, answer.headers["content-type"]]).toEqual([500, "", "text/html"]);
    expect([events, flags]).toEqual([["close"], [true, false]]);
  });
});
