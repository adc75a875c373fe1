import "server-only";

import type { OutgoingHttpHeaders } from "node:http";
import { gunzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";

import { pageLifetimeMs, renderedAtHeader } from "@/lib/platform/guard/page-age.mjs";

import type { EncodableBody } from "@/lib/platform/http/cached-response";
import { oncePerProcess } from "@/lib/platform/server/once-per-process";
import type { CompletedResponse } from "./buffer-response";

export type CachedPage = EncodableBody & {
  status: number;
  renderedAtMs: number;
  headers: OutgoingHttpHeaders;
  tag: string | null;
};

/** The rendered page, or an older one if rendering failed. Null if there is neither. */
export type RenderOutcome = CachedPage | null | "refused";

export type PendingRender = { waiting: ((outcome: RenderOutcome) => void)[] };

const limits = { max: 500, maxSize: 32 * 1024 * 1024 };

type PageStore = {
  pages: LRUCache<string, CachedPage>;
  pendingRenders: Map<string, PendingRender>;
  clearedAtMs: number;
};

// Shared by all bundles of the process, because a route that changes a draw must clear these pages.
const store = oncePerProcess(
  "tirageCachedPages",
  (): PageStore => ({ pages: new LRUCache(limits), pendingRenders: new Map(), clearedAtMs: 0 }),
);

const perResponseHeaders = [
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
];

/** Pages with these are the same for all visitors (docs/decisions/009-shared-caches.md). */
const sharedLifetime = /^(?:private, no-cache|s-maxage=\d+)$/;

/** Null if the page belongs to one request. A not-found page has no time of rendering, so `startedMs` replaces it. */
export function readPage(answer: CompletedResponse, startedMs?: number): CachedPage | null {
  const isPage = startedMs === undefined ? isShared(answer) : isNotFoundPage(answer);
  const body = isPage ? decodeBody(answer) : null;
  if (body === null) return null;
  const { [renderedAtHeader]: renderedAt = startedMs, ...headers } = answer.headers;
  for (const name of perResponseHeaders) delete headers[name];
  const forms: CachedPage["forms"] = new Map();
  if (answer.headers["content-encoding"] === "gzip") forms.set("gzip", new Uint8Array(answer.body));
  const tag = (headers.etag as string | undefined) ?? null;
  return { status: answer.status, body, forms, headers, renderedAtMs: Number(renderedAt), tag };
}

export function markAsCacheHit(page: CachedPage): CachedPage {
  return "x-nextjs-cache" in page.headers ? { ...page, headers: { ...page.headers, "x-nextjs-cache": "HIT" } } : page;
}

/** Does nothing if a draw has changed since the rendering began, or if a newer page is cached. */
export function cachePage(path: string, page: CachedPage): void {
  const newestMs = Math.max(store.clearedAtMs, store.pages.peek(path)?.renderedAtMs ?? 0);
  if (page.renderedAtMs > newestMs) store.pages.set(path, markAsCacheHit(page), { size: 2 * page.body.length + 4096 });
}

export function getCachedPage(path: string): CachedPage | null {
  return store.pages.get(path) ?? null;
}

export function getFreshPage(path: string): CachedPage | null {
  const page = getCachedPage(path);
  return page && performance.now() - page.renderedAtMs < pageLifetimeMs ? page : null;
}

/** From half of its lifetime on, a page is rendered again while it is still served. */
export function isRecent({ renderedAtMs }: CachedPage): boolean {
  return performance.now() - renderedAtMs < pageLifetimeMs / 2;
}

export function deletePage(path: string): void {
  store.pages.delete(path);
}

export function findPendingRender(path: string): PendingRender | undefined {
  return store.pendingRenders.get(path);
}

export function addPendingRender(path: string): PendingRender {
  const pendingRender: PendingRender = { waiting: [] };
  store.pendingRenders.set(path, pendingRender);
  return pendingRender;
}

export function resolveWaiting(pendingRender: PendingRender, outcome: RenderOutcome): void {
  for (const resume of pendingRender.waiting.splice(0)) resume(outcome);
}

export function endPendingRender(path: string, pendingRender: PendingRender, outcome: RenderOutcome): void {
  if (store.pendingRenders.get(path) === pendingRender) store.pendingRenders.delete(path);
  resolveWaiting(pendingRender, outcome);
}

/** Clears all pages, because pages of other draws, and pages being rendered, may show the changed draw too. */
export function clearPages(): void {
  store.pages.clear();
  store.pendingRenders.clear();
  store.clearedAtMs = performance.now();
}

function decodeBody({ headers, body }: CompletedResponse): string | null {
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding === "gzip") return gunzipSync(body).toString("utf8");
  return encoding === "identity" ? body.toString("utf8") : null;
}

function isShared({ status, headers }: CompletedResponse): boolean {
  const isPage = status === 200 && /^text\/html\b/.test(String(headers["content-type"]));
  const isStamped = /^\d+(?:\.\d+)?$/.test(String(headers[renderedAtHeader]));
  const isPublic = headers["set-cookie"] === undefined && sharedLifetime.test(String(headers["cache-control"]));
  return isPage && isStamped && isPublic;
}

function isNotFoundPage({ status, headers }: CompletedResponse): boolean {
  return status === 404 && /^text\/html\b/.test(String(headers["content-type"])) && headers["set-cookie"] === undefined;
}
