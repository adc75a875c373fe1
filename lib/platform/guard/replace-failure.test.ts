import type { RequestListener } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

import { describe, expect, it } from "vitest";

import { replaceFailure } from "./replace-failure";

const page = { html: "<p>Désolé</p>", headers: { "content-length": "15", "content-security-policy": "default-src" } };

/** What a client is told by a listener whose failures are replaced. */
async function ask(listener: RequestListener, method = "GET") {
  const server = createServer((request, response) => {
    replaceFailure(response, () => page);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const answer = await fetch(`http://localhost:${(server.address() as AddressInfo).port}`, { method });
  const { status, headers } = answer;
  const text = await answer.text();
  server.closeAllConnections();
  server.close();
  return { status, headers, text };
}

const failures: [string, RequestListener][] = [
  [
    "in one, with its length",
    (_request, response) => {
      response.statusCode = 500;
      response.setHeader("content-type", "text/html").setHeader("content-length", "6").end("secret");
    },
  ],
  [
    "piece by piece",
    (_request, response) => {
      response.statusCode = 500;
      response.setHeader("content-type", "text/html").setHeader("link", "</a.css>; rel=preload");
      response.write("sec", () => response.write("ret", "utf8", () => response.end(() => response.end())));
    },
  ],
  [
    "compressed",
    (_request, response) => {
      response.statusCode = 500;
      response.setHeader("content-type", "text/html").setHeader("content-encoding", "gzip").flushHeaders();
      response.end(gzipSync("secret"));
    },
  ],
];

describe("replaceFailure", () => {
  it.each(failures)("sends its page in place of a failed one that arrives %s", async (_how, listener) => {
    const { status, headers, text } = await ask(listener);
    expect([status, text]).toEqual([500, page.html]);
    expect(Object.fromEntries(headers)).toMatchObject(page.headers);
    for (const name of ["content-encoding", "link"]) expect(headers.get(name)).toBeNull();
  });

  it("answers HEAD with the headers only", async () => {
    for (const [, listener] of failures) {
      const { status, headers, text } = await ask(listener, "HEAD");
      expect([status, headers.get("content-length"), text]).toEqual([500, "15", ""]);
    }
  });

  it.each([
    ["a page", 200, "text/html"],
    ["a missing page", 404, "text/html"],
    ["a refusal", 500, "application/json"],
    ["an answer to the router", 500, "text/x-component"],
  ])("passes %s on unchanged", async (_what, code, type) => {
    const prepare: RequestListener = (_request, response) => {
      response.statusCode = code;
      response.setHeader("content-type", type).setHeader("link", "</a.css>; rel=preload");
    };
    const whole = await ask((request, response) => {
      prepare(request, response);
      response.end("as it is");
    });
    const pieces = await ask((request, response) => {
      prepare(request, response);
      response.writeHead(code, { "x-more": "more" }).write("as ");
      response.end("it is");
    });
    for (const sent of [whole, pieces])
      expect([sent.status, sent.text, sent.headers.get("link")]).toEqual([code, "as it is", "</a.css>; rel=preload"]);
    expect([whole.headers.get("content-length"), pieces.headers.get("x-more")]).toEqual(["8", "more"]);
  });
});
