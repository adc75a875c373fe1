import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { importDraw } from "@/tests/support/calls/buyer";
import type { RegisteredDevice } from "@/tests/support/calls/device";
import { registerDevice } from "@/tests/support/calls/device";
import type { SecretOrder } from "@/tests/support/calls/secret-order";
import { placeSecretOrder } from "@/tests/support/calls/secret-order";
import { drawWith } from "@/tests/support/draws/draw";
import { listNextHeaders } from "@/tests/support/hostile/next-headers";
import { headerForms } from "@/tests/support/hostile/page-variants";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

const drawId = "cached-draw";
const pages = [`/${drawId}`, `/fr/${drawId}`, `/1/${drawId}`, `/fr/1/${drawId}`];

/** With this header, Next itself answers. */
const byNext = { "next-itself": "1" };

type PageAnswer = { status: number; headers: IncomingMessage["headers"]; raw: Buffer; text: string };

const decode: Record<string, (raw: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

let server: Server;
let order: SecretOrder;
let device: RegisteredDevice;
const agent = new Agent({ keepAlive: true, maxSockets: 32 });

beforeAll(async () => {
  server = await startServer();
  const prices = [
    { id: "three", tickets: 3, price: 5 },
    { id: "many", tickets: 48_271, price: 20 },
  ];
  await importDraw(server, drawWith({ id: drawId, ticketPriceInfo: prices }));
  order = await placeSecretOrder(server, drawId);
  device = await registerDevice(server, { parentId: "test-parent" });
});
afterAll(async () => {
  agent.destroy();
  await server?.stop();
});

/** Sends exactly these headers. Returns the body as received and as decoded. */
function read(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<PageAnswer> {
  return new Promise((resolve, reject) => {
    const call = request(`${server.url}${path}`, { headers, method, agent }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      const raw = Buffer.concat(parts);
      const encoding = String(response.headers["content-encoding"]);
      const text = (raw.length > 0 && decode[encoding] ? decode[encoding](raw) : raw).toString();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, raw, text });
    });
    call.once("error", reject).end();
  });
}

const isCached = ({ headers }: PageAnswer) => headers["x-shared-page"] !== undefined;
const languageOf = ({ text }: PageAnswer) => /<html lang="(..)/.exec(text)?.[1];

/** Leaves out headers that vary per answer or with compression. */
function lasting({ headers }: PageAnswer): Record<string, unknown> {
  const own = ["date", "content-encoding", "content-length", "transfer-encoding", "x-shared-page", "connection"];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)));
}

/** The same rendering from Next and from the guard, within the second in which it is cached. */
async function bothOf(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ next: PageAnswer; cached: PageAnswer }> {
  for (let tries = 0; tries < 20; tries += 1) {
    await read(path);
    const next = await read(path, { ...headers, ...byNext });
    const cached = await read(path, headers);
    if (next.headers["x-nextjs-cache"] === "HIT" && next.headers.etag === cached.headers.etag) return { next, cached };
  }
  throw new Error(`${path} is rendered anew each time.`);
}

/** Both answers to a conditional request. Repeats if the page was rendered again in between. */
async function bothConditional(path: string): Promise<{ next: PageAnswer; cached: PageAnswer }> {
  for (let tries = 0; tries < 20; tries += 1) {
    const { etag = "" } = (await bothOf(path)).cached.headers;
    const both = await bothOf(path, { "if-none-match": etag });
    if (both.next.status === 304 && both.cached.status === 304) return both;
  }
  throw new Error(`${path} is never answered with 304.`);
}

describe.each(pages)("%s as a cached page", (path) => {
  it.each([
    ["br, gzip, deflate", "br"],
    ["gzip", "gzip"],
    ["identity", undefined],
    ["br;q=0, gzip;q=0.5", "gzip"],
  ])("matches Next's own answer, in the encoding for clients that accept %s", async (accepted, encoding) => {
    const { next, cached } = await bothOf(path, { "accept-encoding": accepted });
    expect([isCached(next), isCached(cached)]).toEqual([false, true]);
    expect(lasting(cached)).toEqual(lasting(next));
    expect(cached.text).toBe(next.text);
    expect(cached.text).toMatch(/<\/html>$/);
    expect(cached.headers["content-encoding"]).toBe(encoding);
    expect(cached.headers["content-length"]).toBe(String(cached.raw.length));
    if (encoding) expect(cached.raw.length).toBeLessThan(cached.text.length / 2);
  });

  it("answers HEAD as GET, without a body", async () => {
    const { next, cached } = await bothOf(path);
    const head = await read(path, {}, "HEAD");
    expect([head.status, head.text, languageOf(cached)]).toEqual([200, "", path.startsWith("/fr") ? "fr" : "en"]);
    for (const name of ["cache-control", "content-type", "vary", "x-content-type-options"])
      expect([name, head.headers[name]]).toEqual([name, next.headers[name]]);
  });

  it("isn't resent to clients that have it, with the headers of Next's own 304", async () => {
    // Without a body, Next omits Accept-Encoding from `Vary`.
    const same = (one: PageAnswer) => ({
      ...lasting(one),
      vary: String(one.headers.vary).replace(/, Accept-Encoding/, ""),
    });
    const { next, cached } = await bothConditional(path);
    expect([cached.text, same(cached)]).toEqual(["", same(next)]);
    expect((await read(path, { "if-none-match": '"another"' })).status).toBe(200);
  });

  it("is the same for bots, with any of the browser's queries, and on any host", async () => {
    const others = [
      read(path, { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" }),
      read(`${path}?fbclid=x&utm_source=mail&nxtPid=another`),
      read(path, { host: "tickets.example.test" }),
      read(path, { cookie: "client=a; other=b" }),
    ];
    for (const answer of await Promise.all(others)) {
      expect([answer.status, isCached(answer), languageOf(answer)]).toEqual([
        200,
        true,
        path.startsWith("/fr") ? "fr" : "en",
      ]);
      expect(answer.text).not.toContain("fbclid");
    }
  });
});

const french = { "accept-language": "fr-CA,fr;q=0.9,en;q=0.8" };
const english = { "accept-language": "en-CA,en;q=0.9" };
const visitors: [headers: Record<string, string>, language: "en" | "fr"][] = [
  [english, "en"],
  [french, "fr"],
  [{ ...english, cookie: "i18n_redirected=fr" }, "fr"],
  [{ ...french, cookie: "i18n_redirected=en" }, "en"],
  [{ ...english, host: "fr.example.test" }, "fr"],
  [{ ...french, cookie: "i18n_redirected=en; i18n_redirected=fr" }, "en"],
  [{ "accept-language": "de,fr;q=0.2,en;q=0.1" }, "fr"],
  [{ ...english, cookie: "i18n_redirected=de" }, "en"],
  [{}, "en"],
];

describe("visitors of all languages at once", () => {
  it("each get the unprefixed URL in their own language, and the one under /fr in French", async () => {
    const rounds = Array.from({ length: 12 }, () => visitors).flat();
    const languages = await Promise.all(
      rounds.map(async ([headers, language]) => {
        const [bare, prefixed] = await Promise.all([read(pages[0] ?? "", headers), read(pages[1] ?? "", headers)]);
        const actual = bare.status === 307 ? /^\/(fr)\//.exec(bare.headers.location ?? "")?.[1] : languageOf(bare);
        return [headers, actual, languageOf(prefixed), language];
      }),
    );
    for (const [headers, said, prefixed, language] of languages)
      expect([headers, said, prefixed]).toEqual([headers, language, "fr"]);
  });
});

describe("anything specific to one visitor, or not a page,", () => {
  it("is never cached, whoever requests it and however often", async () => {
    const paths = [
      ...["/dummy", "/staticSuccess", "/hashtest", "/terminal", "/terminal/register", `/terminal/${drawId}`],
      ...[`/order/${drawId}/${order.orderId}`, `/success?instanceId=${drawId}&orderId=${order.orderId}`, "/success"],
      ...[`/${drawId}?title=Team`, `/fr/${drawId}?inSupportOf=Team`, `/${drawId}?lang=fr`, `/${drawId}~dGl0bGU9R2FsYQ`],
      ...["/unknown-draw", "/fr/unknown-draw", `/${drawId}/`, `/en/${drawId}`, `/${drawId}.rsc`, "/zzz/yyy", "/404"],
      ...[`/${drawId}/_payload.json`, `/api/draws/${drawId}/live`, "/api/ready", "/robots.txt", "/icon.svg"],
    ];
    for (const path of paths) {
      for (const cookie of ["", device.cookie, ""]) {
        expect({ path, cached: isCached(await read(path, { cookie })) }).toEqual({ path, cached: false });
      }
    }
  });

  it.each(headerForms.filter((form) => Object.keys(form).some((name) => /^(?:rsc|next-|x-)/.test(name))))(
    "is left to Next, and never served as a page: %j",
    async (form) => {
      for (const path of pages.slice(0, 2)) {
        const part = await read(path, form);
        expect(isCached(part)).toBe(false);
        const page = await read(path);
        expect([page.status, page.headers["content-type"], isCached(page)]).toEqual([
          200,
          "text/html; charset=utf-8",
          true,
        ]);
        expect(page.text).toMatch(/<\/html>$/);
        expect(page.text).toContain(`<html lang="${path.startsWith("/fr") ? "fr" : "en"}`);
      }
    },
  );

  it("doesn't reveal when a page was rendered", async () => {
    const forms: Record<string, string>[] = [{}, byNext, { rsc: "1" }, { "accept-encoding": "gzip" }];
    for (const headers of forms) {
      expect((await read(pages[0] ?? "", headers)).headers).not.toHaveProperty("x-rendered-at");
    }
  });
});

describe("the list of draws", () => {
  it("is cached by its filter and language, whatever else a query says, with a policy of its own scripts", async () => {
    for (const [path, language] of [
      ["/", "en"],
      ["/?filter=past", "en"],
      ["/?filter=nonsense&utm_source=a", "en"],
      ["/fr", "fr"],
      ["/fr?filter=hot", "fr"],
    ] as const) {
      const page = await read(path);
      expect({ path, status: page.status, cached: isCached(page), language: languageOf(page) }).toEqual({
        ...{ path, status: 200, cached: true, language },
      });
      expect(page.headers["content-security-policy"]).toMatch(/script-src 'self' 'sha256-/);
      expect(page.headers["content-security-policy"]).toContain("frame-src 'self';");
    }
    const [all, past] = [await read("/"), await read("/?filter=past")];
    expect([all, past].map(({ text }) => text.includes(`href="/${drawId}"`))).toEqual([true, false]);
    expect((await read("/", french)).status).toBe(307);
  });
});

describe("a URL without a page", () => {
  it("is answered with one page for each language, which says nothing of the URL", async () => {
    for (const [language, paths] of Object.entries({
      en: ["/zzz/yyy", "/zzz/secret?d=e", "/wp-login.php", "/-/list/past"],
      fr: ["/fr/zzz/yyy", "/fr/secret.php"],
    })) {
      for (const path of paths) {
        const { status, headers, text } = await read(path);
        expect([path, status, headers["cache-control"]]).toEqual([path, 404, "private, no-store"]);
        expect(text).toContain(`<html lang="${language}`);
        expect(text).not.toMatch(/zzz|yyy|secret|wp-login|list\/past/);
      }
    }
    expect((await read("/zzz/yyy", french)).headers.location).toBe("/fr/zzz/yyy");
  });
});

describe("a header that Next reads", () => {
  /** Headers that every request needs, or that request something other than a page. */
  const own = /^(?:host|connection|content-length|content-encoding|cookie|accept-encoding|accept-language)$/;
  const telling = /^(?:rsc$|next-|x-(?:nextjs|middleware|prerender|invoke|matched|now)-)/;

  it("changes nothing of a page that others get", async () => {
    const names = listNextHeaders().filter((name) => !own.test(name));
    expect(names).toEqual(expect.arrayContaining(["content-security-policy", "rsc", "x-nextjs-data", "user-agent"]));
    const sentAs = (name: string) => (name.startsWith("content-security") ? "script-src 'nonce-poison'" : "poison");
    const forms = [names.filter((name) => !telling.test(name)), names.filter((name) => telling.test(name))];
    for (const [at, form] of forms.entries()) {
      const id = `poisoned-${at}`;
      await importDraw(server, drawWith({ id }));
      const headers = Object.fromEntries(form.map((name) => [name, sentAs(name)]));
      // No page was rendered before, so this request renders it.
      for (const path of [`/fr/${id}`, `/${id}`, `/fr/1/${id}`, `/fr/${id}/poster`, "/fr/staticSuccess"]) {
        await read(path, headers);
        const { status, text } = await read(path);
        expect({ path, status, found: text.match(/poison"|nonce="/) }).toEqual({ path, status: 200, found: null });
      }
    }
  });
});

describe("a crowd on one page", () => {
  it("causes at most two renderings a second", async () => {
    const policies = new Set<unknown>();
    const begunMs = performance.now();
    let renderings = 0;
    const ask = async () => {
      while (performance.now() - begunMs < 4000) {
        const { status, headers } = await read(pages[0] ?? "", { "accept-encoding": "gzip" });
        expect(status).toBe(200);
        policies.add(headers.etag);
        renderings += 1;
      }
    };
    await Promise.all(Array.from({ length: 16 }, ask));
    const mostRendered = Math.ceil((performance.now() - begunMs) / 500) + 1;
    expect(policies.size).toBeLessThanOrEqual(mostRendered);
    // Separate renderings would exceed the limit.
    expect(renderings).toBeGreaterThan(3 * mostRendered);
  });
});
