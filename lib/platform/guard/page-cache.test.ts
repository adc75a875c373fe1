import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hashSource } from "@/lib/platform/csp/policy.mjs";
import { pageLifetimeMs, renderedAtHeader } from "./page-age.mjs";
import { PageCache } from "./page-cache.mjs";

type Held = { size: number; calculatedSize: number; clear: () => void };
const shared = globalThis as typeof globalThis & {
  tiragePolicySources?: object;
  tiragePageCache?: { pages: Held };
};
const context = { cacheControl: { revalidate: 5, expire: 30 } };
const reading = { kind: "APP_PAGE" };
const inline = "self.__next_f.push([1])";

type Page = { kind: "APP_PAGE"; html: string; status?: number; headers?: Record<string, string> };

function page(changes: Partial<Page> = {}): Page {
  return { kind: "APP_PAGE", html: `<script>${inline}</script>`, ...changes };
}

let keys = 0;
function newKey(): string {
  keys += 1;
  return `/key/${keys}`;
}

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  shared.tiragePolicySources = {
    cardScriptUrl: "https://pay.example.com/card.js",
    cardFrames: [],
    standInScripts: null,
    appCheck: false,
    secure: false,
  };
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("PageCache", () => {
  it("writes the hashes of the inline scripts into the headers of what it stores, and another handler reads it", async () => {
    const key = newKey();
    const stored = page({ headers: { "x-next-cache-tags": "a" } });
    await new PageCache().set(key, stored, context);
    expect(stored.headers?.["content-security-policy"]).toContain(hashSource(inline));
    const entry = await new PageCache().get(key, reading);
    expect(entry).toMatchObject({ value: stored, cacheControl: context.cacheControl });
  });

  it("gives a page that says so a 404, including on this first response, and doesn't store it", async () => {
    const key = newKey();
    const missing = page({ html: `<main class="a" data-status="404"></main><script>${inline}</script>` });
    await new PageCache().set(key, missing, context);
    expect(missing).toMatchObject({ status: 404, headers: { "cache-control": "private, no-store" } });
    expect(await new PageCache().get(key, reading)).toBeNull();
  });

  it.each([
    '<p>&lt;main data-status="404"&gt;</p>',
    '<p title="<main data-status=&quot;404&quot;">',
    '<main class="a"><p data-status="404"></p></main>',
    '<main data-status="500">',
  ])("doesn't mistake text for such a page: %s", async (html) => {
    const key = newKey();
    const stored = page({ html });
    await new PageCache().set(key, stored, context);
    expect(stored.status).toBeUndefined();
    expect(await new PageCache().get(key, reading)).not.toBeNull();
  });

  it("gives a page with words of its own URL a policy, marks it uncacheable, and doesn't store it", async () => {
    for (const key of ["/en/draw~dGl0bGU9YQ", "/fr/1/draw~dGl0bGU9YQ"]) {
      const titled = page();
      await new PageCache().set(key, titled, context);
      expect(titled.headers).toMatchObject({ "cache-control": "private, no-store" });
      expect(titled.headers?.["content-security-policy"]).toContain(hashSource(inline));
      expect(await new PageCache().get(key, reading)).toBeNull();
    }
  });

  it.each([
    ["a failure", page({ status: 404 })],
    ["an unknown inline script", page({ html: "<script>alert(1)</script>" })],
  ])("gives %s a policy, marks it uncacheable, and doesn't store it", async (_, answer) => {
    const key = newKey();
    await new PageCache().set(key, page(), context);
    await new PageCache().set(key, answer, context);
    expect(answer.headers).toMatchObject({
      "cache-control": "private, no-store",
      "content-security-policy": expect.stringContaining("script-src"),
    });
    expect(await new PageCache().get(key, reading)).toBeNull();
  });

  it("never stores Next's own page for unknown URLs, which comes without a status", async () => {
    const key = "/route-cache/APP_PAGE/0a/$/_not-found";
    const answer = page();
    await new PageCache().set(key, answer, context);
    expect(answer.headers).toMatchObject({ "cache-control": "private, no-store" });
    expect(await new PageCache().get(key, reading)).toBeNull();
  });

  it("lets shared caches store only French pages, because an English URL redirects others to French", async () => {
    const inFrench = page();
    const inEnglish = page();
    await new PageCache().set("/route-cache/APP_PAGE/0a/$/fr/draw", inFrench, context);
    await new PageCache().set("/route-cache/APP_PAGE/0a/$/en/$/fr/draw", inEnglish, context);
    expect(Object.keys(inFrench.headers ?? {})).toEqual(["content-security-policy", renderedAtHeader]);
    expect(inEnglish.headers).toMatchObject({ "cache-control": "private, no-cache", vary: "Cookie, Accept-Language" });
  });

  it("permanently stamps a page with the time its rendering began, and no other response", async () => {
    const before = performance.now();
    const rendering = new PageCache();
    const begun = performance.now();
    const stored = page();
    await rendering.set(newKey(), stored, context);
    const stamp = Number(stored.headers?.[renderedAtHeader]);
    expect(stamp).toBeGreaterThanOrEqual(before);
    expect(stamp).toBeLessThanOrEqual(begun);
    // Next stores the page again like this if it failed to render it.
    await new PageCache().set(newKey(), stored, context);
    expect(Number(stored.headers?.[renderedAtHeader])).toBe(stamp);
    for (const other of [page({ status: 404 }), page({ html: "<script>alert(1)</script>" })]) {
      await new PageCache().set(newKey(), other, context);
      expect(other.headers).not.toHaveProperty(renderedAtHeader);
    }
  });

  it("stores nothing if it can't make a policy", async () => {
    shared.tiragePolicySources = undefined;
    const key = newKey();
    await new PageCache().set(key, page(), context);
    expect(await new PageCache().get(key, reading)).toBeNull();
  });

  it("forgets a page whose tag was revalidated, and keeps the one stored after that", async () => {
    vi.useFakeTimers();
    const key = newKey();
    const cache = new PageCache();
    const tagged = () => page({ headers: { "x-next-cache-tags": `_N_T_/en,_N_T_${key}` } });
    await cache.set(key, tagged(), context);
    await cache.revalidateTag("_N_T_/other");
    expect(await cache.get(key, reading)).not.toBeNull();
    await cache.revalidateTag([`_N_T_${key}`]);
    expect(await cache.get(key, reading)).toBeNull();
    vi.advanceTimersByTime(1);
    await new PageCache().set(key, tagged(), context);
    expect(await cache.get(key, reading)).not.toBeNull();
  });

  it("serves a page for one second, even if it was stored again in the meantime", async () => {
    vi.useFakeTimers();
    const key = newKey();
    const stored = page();
    await new PageCache().set(key, stored, context);
    vi.advanceTimersByTime(pageLifetimeMs - 1);
    await new PageCache().set(key, stored, context);
    expect(await new PageCache().get(key, reading)).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(await new PageCache().get(key, reading)).toBeNull();
  });

  it("doesn't store a page whose request began before its tag was revalidated", async () => {
    vi.useFakeTimers();
    const key = newKey();
    const rendering = new PageCache();
    vi.advanceTimersByTime(1);
    await new PageCache().revalidateTag("_N_T_changed");
    vi.advanceTimersByTime(1);
    await rendering.set(key, page({ headers: { "x-next-cache-tags": "_N_T_changed" } }), context);
    expect(await new PageCache().get(key, reading)).toBeNull();
  });

  it("forgets fetched data by its soft tags", async () => {
    const key = newKey();
    const cache = new PageCache();
    const data = { kind: "FETCH", data: { body: "1" }, tags: [], revalidate: 5 };
    await cache.set(key, data, { fetchCache: true });
    await cache.revalidateTag("_N_T_/soft");
    expect(await cache.get(key, { kind: "FETCH", tags: [], softTags: ["_N_T_/soft"] })).toBeNull();
  });
});

const mega = 1024 * 1024;

describe("the contents of the cache", () => {
  const cache = new PageCache();
  const held = () => shared.tiragePageCache?.pages as Held;
  const set = (key: string, bytes = 20 * mega) =>
    cache.set(key, { kind: "FETCH", data: { body: { length: bytes } } }, context);
  const known = (keys: string) =>
    Promise.all([...keys].map(async (key) => ((await cache.get(key, reading)) ? key : undefined)));

  beforeEach(async () => {
    held().clear();
    for (const key of "abc") await set(key, 12 * mega);
  });

  it("evicts the least recently used value when there are too many", async () => {
    held().clear();
    for (let index = 0; index < 497; index += 1) await set(`filler-${index}`, 1);
    for (const key of "abc") await set(key, 1);
    for (let index = 0; index < 497; index += 1) await cache.get(`filler-${index}`, reading);
    await cache.get("a", reading);
    await set("d", 1);
    expect(await known("abcd")).toEqual(["a", undefined, "c", "d"]);
    expect(held().size).toBe(500);
  });

  it("evicts as many as needed to stay within its size", async () => {
    await set("d", 52 * mega);
    expect(await known("abcd")).toEqual([undefined, undefined, "c", "d"]);
    expect([held().size, held().calculatedSize]).toEqual([2, 64 * mega]);
  });

  it("counts a replaced value once and forgets a deleted one", async () => {
    await set("a", 30 * mega);
    await cache.set("b", null, context);
    await cache.set("b", null, context);
    expect(await known("ab")).toEqual(["a", undefined]);
    expect([held().size, held().calculatedSize]).toEqual([2, 42 * mega]);
  });

  it("doesn't store a value larger than the whole cache", async () => {
    await set("a", 64 * mega + 1);
    expect(await known("a")).toEqual([undefined]);
    expect([held().size, held().calculatedSize]).toEqual([2, 24 * mega]);
  });
});
