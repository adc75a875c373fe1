import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { request as call, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import { pageMs, renderedAtHeader } from "@/lib/platform/csp/page-age.mjs";
import { knowPages } from "@/lib/wiring/know-pages";
import { sendRaw } from "@/tests/support/raw-request";

import type { HeldAnswer } from "./hold-answer";
import { forgetPages } from "./kept-pages";
import type { PageKey } from "./page-key";
import { pageKeyOf } from "./page-key";
import type { Rank } from "./render-queue";
import { queueRendering } from "./render-queue";
import { servePage } from "./serve-page";

type KeyOf = (request: IncomingMessage) => PageKey | null;
const pages = knowPages({ patternOf: () => "/[locale]/[...rest]", isDraw: async () => true, hasList: true });
const byAddress: KeyOf = (request) => pageKeyOf(request, pages);
const everyAddress: KeyOf = (request) => ({ path: request.url ?? "", language: "en" });

type Held = { pages: { size: number }; flights: { size: number } };
const held = () => (globalThis as unknown as { tirageKeptPages: Held }).tirageKeptPages;

/** What stands where Next does answers next, and how often it was asked. */
let answer: RequestListener;
let asked: string[];
let keyOf: KeyOf;
let rank: Rank;
let server: Server;
let url = "";

const tag = '"tag"';
const text = (words: string) => `<html>${words.repeat(500)}</html>`;

/** A page from the page cache. */
function sendStamped(response: ServerResponse, words: string): void {
  const headers = { etag: tag, "cache-control": "s-maxage=1", vary: "rsc", "x-nextjs-cache": "MISS" };
  response.writeHead(200, { ...headers, "content-type": "text/html; charset=utf-8", ...stampOf() }).end(text(words));
}

const stampOf = () => ({ [renderedAtHeader]: String(performance.now()) });

beforeAll(async () => {
  server = createServer((request, response) => {
    const repair = (held: HeldAnswer) => (held.status === 500 ? { ...held, body: Buffer.from("failed") } : held);
    const pass = (to: ServerResponse, target = request.url ?? "") => {
      request.url = target;
      asked.push(target);
      answer(request, to);
    };
    const refuse = () => void response.writeHead(503).end("busy");
    servePage({ request, response, pass, repair, rankOf: async () => rank, refuse }, keyOf);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  url = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

beforeEach(() => {
  forgetPages();
  asked = [];
  keyOf = byAddress;
  rank = "sale";
  answer = (_request, response) => sendStamped(response, "page ");
});

afterEach(() => void vi.restoreAllMocks());

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  sendRaw(url, { method, path, headers });

describe("a page that is the same for everyone", () => {
  it("is requested from Next once for all simultaneous visitors, by its bare address, and in full", async () => {
    const seen: unknown[] = [];
    answer = async (request, response) => {
      seen.push(request.headers["if-none-match"], request.headers["accept-encoding"]);
      await wait(100);
      sendStamped(response, "page ");
    };
    const first = get("/draw?utm=1", { "if-none-match": tag, "accept-encoding": "deflate" });
    await expect.poll(() => asked).toEqual(["/draw"]);
    const others = await Promise.all([get("/draw"), get("/draw?a=b"), get("/draw", {}, "HEAD")]);
    expect(others.map(({ status, text: body }) => [status, body])).toEqual([
      [200, text("page ")],
      [200, text("page ")],
      [200, ""],
    ]);
    expect((await first).status).toBe(304);
    expect([asked, seen]).toEqual([["/draw"], [undefined, undefined]]);
  });

  it("is sent unchanged, in each visitor's encoding, and not to those who have it", async () => {
    const first = await get("/fr/draw");
    const second = await get("/fr/draw");
    const own = { "x-nextjs-cache": "HIT" };
    expect({ ...second.headers, date: "" }).toEqual({ ...first.headers, ...own, date: "" });
    expect(first.headers).toMatchObject({ etag: tag, vary: "rsc", "x-nextjs-cache": "MISS", "x-shared-page": "fr" });
    expect(first.headers).not.toHaveProperty(renderedAtHeader);
    const known = await get("/fr/draw", { "if-none-match": `W/${tag}` });
    expect([known.status, known.text, known.headers["content-type"]]).toEqual([304, "", undefined]);
    expect((await get("/fr/draw", { "if-none-match": tag, "cache-control": "no-cache" })).status).toBe(200);
    expect((await get("/fr/draw", { "if-none-match": '"other"' })).status).toBe(200);
    expect(asked).toHaveLength(1);
  });

  it.each([
    ["br, gzip", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["identity", undefined, (body: Buffer) => body],
  ])("is sent to clients that accept %s as %s, whether Next compressed it or not", async (accepted, encoding, open) => {
    for (const compressed of [true, false]) {
      forgetPages();
      answer = (_request, response) => {
        response.writeHead(200, {
          ...{ etag: tag, "cache-control": "s-maxage=1", "content-type": "text/html", ...stampOf() },
          ...(compressed ? { "content-encoding": "gzip" } : {}),
        });
        response.end(compressed ? gzipSync(text("page ")) : text("page "));
      };
      for (const _time of ["asked", "kept"]) {
        const { headers, body } = await read("/draw", { "accept-encoding": accepted });
        expect([headers["content-encoding"], headers["content-length"]]).toEqual([encoding, String(body.length)]);
        expect(open(body).toString()).toBe(text("page "));
      }
    }
    expect(asked).toHaveLength(2);
  });

  it("is requested again one second after its rendering, by a clock that can't be set", async () => {
    await get("/draw");
    await wait(pageMs / 4);
    await get("/draw");
    expect(asked).toHaveLength(1);
    await wait(pageMs);
    await get("/draw");
    expect(asked).toHaveLength(2);
  });

  it("is requested early for one visitor only, while all others get the copy that is still fresh", async () => {
    const clock = vi.spyOn(performance, "now").mockReturnValue(1e9);
    await get("/draw");
    clock.mockReturnValue(1e9 + pageMs * 0.75);
    let render = () => {};
    answer = (_request, response) => {
      render = () => sendStamped(response, "new ");
    };
    const early = get("/draw");
    await vi.waitUntil(() => asked.length === 2);
    expect((await get("/draw")).text).toBe(text("page "));
    render();
    expect((await early).text).toBe(text("new "));
    expect([(await get("/draw")).text, asked.length]).toEqual([text("new "), 2]);
  });

  it("isn't kept if a draw changed while it was rendered", async () => {
    answer = async (_request, response) => {
      const headers = { etag: tag, "cache-control": "s-maxage=1", "content-type": "text/html", ...stampOf() };
      await wait(50);
      forgetPages();
      response.writeHead(200, headers).end(text("old "));
    };
    await Promise.all([get("/draw"), get("/draw")]);
    expect(held().pages.size).toBe(0);
    answer = (_request, response) => sendStamped(response, "new ");
    expect((await get("/draw")).text).toBe(text("new "));
  });

  it("is rendered to its end, once, when the first visitor leaves, and held up by none who stops reading", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    answer = async (_request, response) => {
      await held;
      sendStamped(response, "page ");
    };
    const gone = leave("/draw");
    await expect.poll(() => asked).toHaveLength(1);
    const other = get("/draw");
    await wait(20);
    gone.destroy();
    await wait(20);
    release();
    expect((await other).text).toBe(text("page "));
    expect((await get("/draw")).text).toBe(text("page "));
    expect(asked).toHaveLength(1);

    forgetPages();
    const large = "a".repeat(8 * 1024 * 1024);
    answer = (_request, response) => void response.writeHead(200, { ...stampOf(), ...shared }).end(large);
    const idle = call(`${url}/draw`)
      .on("response", (response) => response.pause())
      .on("error", () => undefined)
      .end();
    await expect.poll(() => asked).toHaveLength(2);
    expect((await get("/draw")).text.length).toBe(large.length);
    idle.destroy();
  });

  it("hears nothing of who asks for it but the host", async () => {
    const heard: unknown[] = [];
    answer = (request, response) => {
      heard.push(request.headers);
      sendStamped(response, "page ");
    };
    const policy = "script-src 'nonce-poison'";
    const hostile = { "content-security-policy": policy, "content-security-policy-report-only": policy, x: "y" };
    await get("/draw", { ...hostile, host: "here", "accept-encoding": "br, gzip", "user-agent": "a", cookie: "a=b" });
    expect(heard).toEqual([{ host: "here", "accept-encoding": "gzip", cookie: "i18n_redirected=en" }]);
    // Of a page for one visitor it hears all.
    keyOf = () => null;
    await get("/draw", hostile);
    expect(heard[1]).toMatchObject(hostile);
  });
});

/** A request whose answer is not waited for. */
const leave = (path: string) =>
  call(`${url}${path}`)
    .on("error", () => undefined)
    .end();

const shared = { etag: tag, "cache-control": "s-maxage=1", "content-type": "text/html" };

/** The answer to one request, with its body as it came. */
async function read(path: string, headers: Record<string, string>) {
  return new Promise<{ headers: IncomingMessage["headers"]; body: Buffer }>((resolve, reject) => {
    const asking = call(`${url}${path}`, { headers }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      resolve({ headers: response.headers, body: Buffer.concat(parts) });
    });
    asking.once("error", reject).end();
  });
}

describe("an answer to a single request", () => {
  it.each<[string, number, Record<string, string>]>([
    ["without the stamp of the page cache", 200, shared],
    ["with a cookie", 200, { ...shared, ...stampOf(), "set-cookie": "a=b" }],
    ["that nobody may keep", 200, { ...shared, ...stampOf(), "cache-control": "private, no-store" }],
    ["without a word on who may keep it", 200, { "content-type": "text/html", ...stampOf() }],
    ["that is no page", 200, { ...shared, ...stampOf(), "content-type": "text/x-component" }],
    ["that leads elsewhere", 307, { ...shared, ...stampOf(), location: "/fr/draw" }],
    ["for nothing", 404, { ...shared, ...stampOf() }],
  ])("%s goes to that visitor unchanged, and isn't kept", async (_what, status, headers) => {
    const names = ["Anne", "Bob", "Carl"];
    answer = async (request, response) => {
      await wait(20);
      response.statusCode = status;
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.end(`for ${request.headers.host}`);
    };
    const answers = await Promise.all(names.map((name) => get("/draw", { host: name })));
    expect(answers.map((one) => [one.status, one.text])).toEqual(names.map((name) => [status, `for ${name}`]));
    for (const { headers: told } of answers) {
      expect(told).not.toHaveProperty(renderedAtHeader);
      expect(told).not.toHaveProperty("x-shared-page");
    }
    expect([held().pages.size, held().flights.size]).toEqual([0, 0]);
  });

  /** Whether a second visitor of an order's page is told the first one's name. */
  async function isMixedUp(guards: { byAddress: boolean; byStamp: boolean }): Promise<boolean> {
    forgetPages();
    keyOf = guards.byAddress ? byAddress : everyAddress;
    answer = (request, response) => {
      const stamp = guards.byStamp ? {} : stampOf();
      response.writeHead(200, { ...shared, ...stamp }).end(`for ${request.headers.host}`);
    };
    await get("/order/draw/one", { host: "Anne" });
    return (await get("/order/draw/one", { host: "Bob" })).text !== "for Bob";
  }

  it("is guarded by its address and by the stamp: without both, it would go to another visitor", async () => {
    expect(await isMixedUp({ byAddress: true, byStamp: true })).toBe(false);
    expect(await isMixedUp({ byAddress: true, byStamp: false })).toBe(false);
    expect(await isMixedUp({ byAddress: false, byStamp: true })).toBe(false);
    expect(await isMixedUp({ byAddress: false, byStamp: false })).toBe(true);
  });

  it("leaves nothing behind, however many unknown addresses are requested", async () => {
    answer = (_request, response) => void response.writeHead(404, shared).end("nothing");
    await Promise.all(Array.from({ length: 200 }, (_, at) => get(`/unknown-${at}`)));
    expect([held().pages.size, held().flights.size]).toEqual([0, 0]);
  });
});

describe("a failing page", () => {
  const fail: RequestListener = (_request, response) => void response.writeHead(500, shared).end("secret");

  it("is replaced by the last one for everyone, until it can be rendered again", async () => {
    await get("/draw");
    await wait(pageMs);
    answer = async (...failing) => {
      await wait(20);
      fail(...failing);
    };
    const answers = await Promise.all([get("/draw"), get("/draw")]);
    expect(answers.map((one) => [one.status, one.text])).toEqual([0, 1].map(() => [200, text("page ")]));
    answer = (_request, response) => sendStamped(response, "new ");
    expect((await get("/draw")).text).toBe(text("new "));
  });

  it("fails if there was none, or if this process has changed a draw since", async () => {
    await get("/draw");
    forgetPages();
    answer = fail;
    expect(await get("/draw")).toMatchObject({ status: 500, text: "failed" });
  });

  it("is gone once Next has answered that it doesn't exist", async () => {
    await get("/draw");
    await wait(pageMs);
    answer = (_request, response) => void response.writeHead(404, shared).end("nothing");
    expect((await get("/draw")).status).toBe(404);
    answer = fail;
    expect((await get("/draw")).status).toBe(500);
  });
});

describe("the page of addresses that have none", () => {
  it("is requested from Next once for all of them in a language, with its status", async () => {
    answer = (_request, response) => void response.writeHead(404, shared).end(text("nothing "));
    const paths = ["/a/b", "/a/c?d=e", "/x/y/z.php", "/fr/a/b", "/fr/q/w"];
    const answers = [];
    for (const path of paths) answers.push(await get(path));
    expect(answers.map((one) => [one.status, one.text])).toEqual(paths.map(() => [404, text("nothing ")]));
    expect(answers[1]?.headers).not.toHaveProperty("x-shared-page");
    expect(asked).toEqual(["/-/-/-/-", "/fr/-/-/-/-"]);
  });

  it("isn't kept if it comes with a cookie", async () => {
    answer = (_request, response) => void response.writeHead(404, { ...shared, "set-cookie": "a=b" }).end("nothing");
    await get("/a/b");
    await get("/a/b");
    expect(asked).toHaveLength(2);
  });
});

describe("pages that Next has to render", () => {
  /** Renderings that stand still until they are let on, in the order in which they began. */
  function holdAll(): Map<string, () => void> {
    const begun = new Map<string, () => void>();
    answer = (request, response) => void begun.set(request.url ?? "", () => response.end(request.url));
    keyOf = () => null;
    return begun;
  }

  it("are refused only to those who don't buy, when many of them wait", async () => {
    const begun = holdAll();
    const ends: (() => void)[] = [];
    const begin = (end: () => void) => void ends.push(end);
    const rendering = { isWanted: () => true, begin, drop: () => undefined };
    for (const turn of ["sale", "sale"] as const) queueRendering(turn, rendering);
    await expect.poll(() => ends.length).toBe(2);
    let left = 2;
    while (queueRendering("other", rendering)) left += 1;
    rank = "other";
    expect(await get("/none")).toMatchObject({ status: 503, text: "busy" });
    rank = "sale";
    const buyer = get("/order");
    while (!begun.has("/order")) {
      left -= ends.splice(0, 1).map((end) => end()).length;
      await wait(1);
    }
    begun.get("/order")?.();
    expect((await buyer).status).toBe(200);
    for (; left > 0; left -= ends.splice(0).map((end) => end()).length) await wait(1);
  });

  it("give whoever waits for long the last page, the first visitor too, and make the new one once", async () => {
    keyOf = byAddress;
    await get("/draw");
    await wait(pageMs + 50);
    const waiting = { isWanted: () => true, begin: () => undefined, drop: () => undefined };
    // Each keeps its turn for a second.
    for (let at = 0; at < 8; at += 1) queueRendering("crowd", waiting);
    const visits = await Promise.all([get("/draw"), get("/draw?a=b")]);
    expect(visits.map(({ status, text: body }) => [status, body])).toEqual([
      [200, text("page ")],
      [200, text("page ")],
    ]);
    expect(asked).toEqual(["/draw"]);
    await expect.poll(() => asked, { timeout: 5000 }).toEqual(["/draw", "/draw"]);
  });

  it("are refused to all who wait with the one that is refused", async () => {
    keyOf = everyAddress;
    const ends: (() => void)[] = [];
    const rendering = { isWanted: () => true, begin: (end: () => void) => void ends.push(end), drop: () => undefined };
    let left = 0;
    while (queueRendering("other", rendering)) left += 1;
    rank = "other";
    const visits = await Promise.all([get("/none"), get("/none"), get("/none")]);
    expect(visits.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect([asked, held().flights.size]).toEqual([[], 0]);
    for (; left > 0; left -= ends.splice(0).map((end) => end()).length) await wait(1);
  });

  it("cost nothing once their visitor has left", async () => {
    const begun = holdAll();
    const [first, second] = [leave("/a"), leave("/b")];
    await expect.poll(() => begun.size).toBe(2);
    const [left, stays] = [leave("/c"), get("/d")];
    left.destroy();
    await wait(20);
    first.destroy();
    second.destroy();
    await expect.poll(() => begun.has("/d")).toBe(true);
    begun.get("/d")?.();
    expect((await stays).status).toBe(200);
    expect(begun.has("/c")).toBe(false);
  });
});
