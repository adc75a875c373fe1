import type { IncomingMessage, RequestListener } from "node:http";
import { request as call } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";

import { describe, expect, it, vi } from "vitest";

import { pageLifetimeMs, renderedAtHeader } from "@/lib/platform/guard/page-age.mjs";
import {
  cachedPageCounts,
  createPage,
  createStamp,
  pageStageForFile,
  sendStamped,
  shared,
  tag,
} from "@/tests/support/servers/page-stage";

import { clearPages } from "./cached-pages";

const stage = pageStageForFile();

async function read(path: string, headers: Record<string, string>) {
  return new Promise<{ headers: IncomingMessage["headers"]; body: Buffer }>((resolve, reject) => {
    const asking = call(`${stage.url()}${path}`, { headers }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      resolve({ headers: response.headers, body: Buffer.concat(parts) });
    });
    asking.once("error", reject).end();
  });
}

describe("a page that is the same for everyone", () => {
  it("is requested from Next once for all simultaneous visitors, by its bare URL, and in full", async () => {
    const conditions: unknown[] = [];
    stage.answer = async (request, response) => {
      conditions.push(request.headers["if-none-match"], request.headers["accept-encoding"]);
      await wait(100);
      sendStamped(response, "page ");
    };
    const first = stage.get("/draw?utm=1", { "if-none-match": tag, "accept-encoding": "deflate" });
    await expect.poll(() => stage.asked).toEqual(["/draw"]);
    const others = await Promise.all([stage.get("/draw"), stage.get("/draw?a=b"), stage.get("/draw", {}, "HEAD")]);
    expect(others.map(({ status, text: body }) => [status, body])).toEqual([
      [200, createPage("page ")],
      [200, createPage("page ")],
      [200, ""],
    ]);
    expect((await first).status).toBe(304);
    expect([stage.asked, conditions]).toEqual([["/draw"], [undefined, undefined]]);
  });

  it("is sent unchanged, in each visitor's encoding, and not to those who have it", async () => {
    const first = await stage.get("/fr/draw");
    const second = await stage.get("/fr/draw");
    const cacheHit = { "x-nextjs-cache": "HIT" };
    expect({ ...second.headers, date: "" }).toEqual({ ...first.headers, ...cacheHit, date: "" });
    expect(first.headers).toMatchObject({ etag: tag, vary: "rsc", "x-nextjs-cache": "MISS", "x-shared-page": "fr" });
    expect(first.headers).not.toHaveProperty(renderedAtHeader);
    const known = await stage.get("/fr/draw", { "if-none-match": `W/${tag}` });
    expect([known.status, known.text, known.headers["content-type"]]).toEqual([304, "", undefined]);
    expect((await stage.get("/fr/draw", { "if-none-match": tag, "cache-control": "no-cache" })).status).toBe(200);
    expect((await stage.get("/fr/draw", { "if-none-match": '"other"' })).status).toBe(200);
    expect(stage.asked).toHaveLength(1);
  });

  it.each([
    ["br, gzip", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["identity", undefined, (body: Buffer) => body],
  ])("is sent to clients that accept %s as %s, whether Next compressed it or not", async (accepted, encoding, open) => {
    for (const compressed of [true, false]) {
      clearPages();
      stage.answer = (_request, response) => {
        response.writeHead(200, {
          ...{ etag: tag, "cache-control": "s-maxage=1", "content-type": "text/html", ...createStamp() },
          ...(compressed ? { "content-encoding": "gzip" } : {}),
        });
        response.end(compressed ? gzipSync(createPage("page ")) : createPage("page "));
      };
      for (const _time of ["asked", "kept"]) {
        const { headers, body } = await read("/draw", { "accept-encoding": accepted });
        expect([headers["content-encoding"], headers["content-length"]]).toEqual([encoding, String(body.length)]);
        expect(open(body).toString()).toBe(createPage("page "));
      }
    }
    expect(stage.asked).toHaveLength(2);
  });

  it("is requested again one second after its rendering, by a clock that can't be set", async () => {
    await stage.get("/draw");
    await wait(pageLifetimeMs / 4);
    await stage.get("/draw");
    expect(stage.asked).toHaveLength(1);
    await wait(pageLifetimeMs);
    await stage.get("/draw");
    expect(stage.asked).toHaveLength(2);
  });

  it("is requested early for one visitor only, while all others get the copy that is still fresh", async () => {
    const clock = vi.spyOn(performance, "now").mockReturnValue(1e9);
    await stage.get("/draw");
    clock.mockReturnValue(1e9 + pageLifetimeMs * 0.75);
    let render = () => {};
    stage.answer = (_request, response) => {
      render = () => sendStamped(response, "new ");
    };
    const earlyAnswer = stage.get("/draw");
    await vi.waitUntil(() => stage.asked.length === 2);
    expect((await stage.get("/draw")).text).toBe(createPage("page "));
    render();
    expect((await earlyAnswer).text).toBe(createPage("new "));
    expect([(await stage.get("/draw")).text, stage.asked.length]).toEqual([createPage("new "), 2]);
  });

  it("isn't kept if a draw changed while it was rendered", async () => {
    stage.answer = async (_request, response) => {
      const headers = { etag: tag, "cache-control": "s-maxage=1", "content-type": "text/html", ...createStamp() };
      await wait(50);
      clearPages();
      response.writeHead(200, headers).end(createPage("old "));
    };
    await Promise.all([stage.get("/draw"), stage.get("/draw")]);
    expect(cachedPageCounts().pages).toBe(0);
    stage.answer = (_request, response) => sendStamped(response, "new ");
    expect((await stage.get("/draw")).text).toBe(createPage("new "));
  });

  it("is rendered to its end, once, when the first visitor leaves, and held up by none who stops reading", async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    stage.answer = async (_request, response) => {
      await released;
      sendStamped(response, "page ");
    };
    const visitor = stage.leave("/draw");
    await expect.poll(() => stage.asked).toHaveLength(1);
    const other = stage.get("/draw");
    await wait(20);
    visitor.destroy();
    await wait(20);
    release();
    expect((await other).text).toBe(createPage("page "));
    expect((await stage.get("/draw")).text).toBe(createPage("page "));
    expect(stage.asked).toHaveLength(1);

    clearPages();
    const large = "a".repeat(8 * 1024 * 1024);
    stage.answer = (_request, response) => void response.writeHead(200, { ...createStamp(), ...shared }).end(large);
    const idle = call(`${stage.url()}/draw`)
      .on("response", (response) => response.pause())
      .on("error", () => undefined)
      .end();
    await expect.poll(() => stage.asked).toHaveLength(2);
    expect((await stage.get("/draw")).text.length).toBe(large.length);
    idle.destroy();
  });

  it("hears nothing of who asks for it but the host", async () => {
    const received: unknown[] = [];
    stage.answer = (request, response) => {
      received.push(request.headers);
      sendStamped(response, "page ");
    };
    const policy = "script-src 'nonce-poison'";
    const hostile = { "content-security-policy": policy, "content-security-policy-report-only": policy, x: "y" };
    await stage.get("/draw", {
      ...hostile,
      host: "here",
      "accept-encoding": "br, gzip",
      "user-agent": "a",
      cookie: "a=b",
    });
    expect(received).toEqual([{ host: "here", "accept-encoding": "gzip", cookie: "i18n_redirected=en" }]);
    // A page for one visitor alone gets all headers.
    stage.keyOf = () => null;
    await stage.get("/draw", hostile);
    expect(received[1]).toMatchObject(hostile);
  });
});

describe("a failing page", () => {
  const fail: RequestListener = (_request, response) => void response.writeHead(500, shared).end("secret");

  it("is replaced by the last one for everyone, until it can be rendered again", async () => {
    await stage.get("/draw");
    await wait(pageLifetimeMs);
    stage.answer = async (...failing) => {
      await wait(20);
      fail(...failing);
    };
    const answers = await Promise.all([stage.get("/draw"), stage.get("/draw")]);
    expect(answers.map((one) => [one.status, one.text])).toEqual([0, 1].map(() => [200, createPage("page ")]));
    stage.answer = (_request, response) => sendStamped(response, "new ");
    expect((await stage.get("/draw")).text).toBe(createPage("new "));
  });

  it("fails if there was none, or if this process has changed a draw since", async () => {
    await stage.get("/draw");
    clearPages();
    stage.answer = fail;
    expect(await stage.get("/draw")).toMatchObject({ status: 500, text: "failed" });
  });

  it("is gone once Next has answered that it doesn't exist", async () => {
    await stage.get("/draw");
    await wait(pageLifetimeMs);
    stage.answer = (_request, response) => void response.writeHead(404, shared).end("nothing");
    expect((await stage.get("/draw")).status).toBe(404);
    stage.answer = fail;
    expect((await stage.get("/draw")).status).toBe(500);
  });
});

describe("the page of URLs that have none", () => {
  it("is requested from Next once for all of them in a language, with its status", async () => {
    stage.answer = (_request, response) => void response.writeHead(404, shared).end(createPage("nothing "));
    const paths = ["/a/b", "/a/c?d=e", "/x/y/z.php", "/fr/a/b", "/fr/q/w"];
    const answers = [];
    for (const path of paths) answers.push(await stage.get(path));
    expect(answers.map((one) => [one.status, one.text])).toEqual(paths.map(() => [404, createPage("nothing ")]));
    expect(answers[1]?.headers).not.toHaveProperty("x-shared-page");
    expect(stage.asked).toEqual(["/-/-/-/-", "/fr/-/-/-/-"]);
  });

  it("isn't kept if it comes with a cookie", async () => {
    stage.answer = (_request, response) =>
      void response.writeHead(404, { ...shared, "set-cookie": "a=b" }).end("nothing");
    await stage.get("/a/b");
    await stage.get("/a/b");
    expect(stage.asked).toHaveLength(2);
  });
});
