import { createRequire } from "node:module";

import { LRUCache } from "lru-cache";

import { inspectInlineScripts } from "../csp/inline-scripts.mjs";
import { pageHeaders } from "../csp/policy.mjs";
import { pageLifetimeMs, renderedAtHeader } from "./page-age.mjs";

const require = createRequire(import.meta.url);
const { SharedCacheControls } = require("next/dist/server/lib/incremental-cache/shared-cache-controls.external.js");

const limits = { max: 500, maxSize: 64 * 1024 * 1024 };
const revalidatedTagLimit = 1_000;
const tagsHeader = "x-next-cache-tags";

// Next's keys end in `$` and the path in the app, with a prefix for every language.
const prefixedKey = /^[^$]*\$\/(?!en(?:\/|$))[a-z]{2}(?:\/|$)/;
// Many shared caches ignore `Vary`, and a URL without prefix depends on the visitor's language. Pages with a
// prefix keep Next's lifetime. A 404 may be a draw that opens in a minute.
const visitorHeaders = { "cache-control": "private, no-cache", vary: "Cookie, Accept-Language" };
const unsharedHeaders = { "cache-control": "private, no-store" };
// Next's not-found page lacks its status and contains the query of the request that rendered it.
const notFoundKey = /\$\/_not-found$/;

// A tilde precedes a title from the query (lib/draws/pages/rules.page-paths.ts).
const titleKey = /~/;

// The list of draws sells nothing.
const listKey = /^[^$]*\$\/[a-z]{2}\/-\/list\//;

// Matches the page's own status (components/ui/error/error-screen.tsx). A draw's text can't contain it, because React
// escapes the bracket.
const statusMark = /<main [^<>]*data-status="(404)"/;

// Next creates a handler per request.
const shared = globalThis;
shared.tiragePageCache ??= { pages: new LRUCache(limits), revalidatedAt: new Map(), reported: new Set() };
const cache = shared.tiragePageCache;

/** Next records a lifetime per URL, even of unknown ones, forever (Next 16.4.6, docs/decisions/009). */
function clearLifetimes() {
  SharedCacheControls.cacheControls.clear();
}

function reportNotStored(key, reason) {
  if (cache.reported.size > 100 || cache.reported.has(`${key} ${reason}`)) return;
  cache.reported.add(`${key} ${reason}`);
  console.warn(`page not stored: ${JSON.stringify(key)}: ${reason}`);
}

/**
 * Adds policy, status and start of rendering to the page, also for this first response. Returns false if it must not be
 * stored.
 */
function preparePage(key, page, startedMs) {
  const sources = shared.tiragePolicySources;
  if (!sources) {
    reportNotStored(key, "the policy sources are not published");
    return false;
  }
  const { sources: inlineSources, unknown } = inspectInlineScripts(page.html);
  const status = statusMark.exec(page.html)?.[1];
  if (status) page.status = Number(status);
  const failed = (page.status ?? 200) >= 400 || notFoundKey.test(key);
  const caching = prefixedKey.test(key) ? {} : visitorHeaders;
  page.headers = Object.assign(
    page.headers ?? {},
    pageHeaders(listKey.test(key) ? "public" : "sale", sources, inlineSources),
    caching,
  );
  if (unknown.length > 0) reportNotStored(key, `unknown inline script ${JSON.stringify(unknown[0])}`);
  if (failed || unknown.length > 0 || titleKey.test(key)) {
    Object.assign(page.headers, unsharedHeaders);
    return false;
  }
  // A page that is stored again keeps its age.
  page.headers[renderedAtHeader] ??= String(startedMs);
  return true;
}

function getSize(data) {
  if (data.kind === "FETCH") return Math.max(1, data.data.body.length);
  const segments = [...(data.segmentData?.values() ?? [])];
  const parts = [data.html, data.rscData, data.body, ...segments];
  return parts.reduce((bytes, part) => bytes + (part?.length ?? 0), 1_024);
}

function getTags(data, context) {
  if (data.kind !== "FETCH") return String(data.headers?.[tagsHeader] ?? "").split(",");
  return [...(data.tags ?? []), ...(context.tags ?? []), ...(context.softTags ?? [])];
}

/** Next would serve an old page for seconds if it failed to render a new one. */
function isExpired({ kind, headers }) {
  return kind === "APP_PAGE" && performance.now() - Number(headers[renderedAtHeader]) >= pageLifetimeMs;
}

/** Next's `cacheHandler`. It is bounded and in memory, and each page carries a strict script policy. */
export class PageCache {
  // Changes during the rendering may be missing from the page.
  #startedAt = Date.now();
  #startedMs = performance.now();

  async get(key, context) {
    const entry = cache.pages.get(key);
    if (!entry) return null;
    const revalidated = getTags(entry.value, context).some((tag) => cache.revalidatedAt.get(tag) >= entry.lastModified);
    if (!revalidated && !isExpired(entry.value)) return entry;
    cache.pages.delete(key);
    return null;
  }

  async set(key, data, context) {
    clearLifetimes();
    if (!data || (data.kind === "APP_PAGE" && !preparePage(key, data, this.#startedMs)) || data.status >= 400) {
      cache.pages.delete(key);
      return;
    }
    const entry = { value: data, lastModified: this.#startedAt, cacheControl: context.cacheControl };
    cache.pages.set(key, entry, { size: getSize(data) });
  }

  async revalidateTag(tags) {
    if (cache.revalidatedAt.size > revalidatedTagLimit) {
      cache.revalidatedAt.clear();
      cache.pages.clear();
    }
    for (const tag of [tags].flat()) cache.revalidatedAt.set(tag, Date.now());
  }

  resetRequestCache() {}
}
