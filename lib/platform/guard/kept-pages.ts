import "server-only";

import type { OutgoingHttpHeaders } from "node:http";
import { gunzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";

import { pageMs, renderedAtHeader } from "@/lib/platform/csp/page-age.mjs";

import type { BodyForms } from "@/lib/platform/http/kept-answer";
import type { HeldAnswer } from "./hold-answer";

/** Without headers of a single answer. */
export type KeptPage = BodyForms & {
  status: number;
  renderedAtMs: number;
  headers: OutgoingHttpHeaders;
  tag: string | null;
};

/** The page, or an older one; null if there is none. */
export type Outcome = KeptPage | null | "refused";

/** Requests that wait for the same rendering. */
export type Flight = { waiting: ((outcome: Outcome) => void)[] };

/** `maxSize` in bytes. */
const limits = { max: 500, maxSize: 32 * 1024 * 1024 };

// Next evaluates a module several times, and a route that changes a draw must reach these pages.
const shared = globalThis as typeof globalThis & {
  tirageKeptPages?: { pages: LRUCache<string, KeptPage>; flights: Map<string, Flight>; forgottenAtMs: number };
};
shared.tirageKeptPages ??= { pages: new LRUCache(limits), flights: new Map(), forgottenAtMs: 0 };
const store = shared.tirageKeptPages;

const ownHeaders = ["connection", "content-encoding", "content-length", "date", "keep-alive", "transfer-encoding"];

/** docs/decisions/009-shared-caches.md */
const sharedLifetime = /^(?:private, no-cache|s-maxage=\d+)$/;

function textOf({ headers, body }: HeldAnswer): string | null {
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding === "gzip") return gunzipSync(body).toString("utf8");
  return encoding === "identity" ? body.toString("utf8") : null;
}

function isShared({ status, headers }: HeldAnswer): boolean {
  const isPage = status === 200 && /^text\/html\b/.test(String(headers["content-type"]));
  const isStamped = /^\d+(?:\.\d+)?$/.test(String(headers[renderedAtHeader]));
  const isForAll = headers["set-cookie"] === undefined && sharedLifetime.test(String(headers["cache-control"]));
  return isPage && isStamped && isForAll;
}

function isMissing({ status, headers }: HeldAnswer): boolean {
  return status === 404 && /^text\/html\b/.test(String(headers["content-type"])) && headers["set-cookie"] === undefined;
}

/** Null if the page belongs to one request. Not-found pages carry no start of rendering, so `startedMs` replaces it. */
export function readPage(held: HeldAnswer, startedMs?: number): KeptPage | null {
  const isPage = startedMs === undefined ? isShared(held) : isMissing(held);
  const body = isPage ? textOf(held) : null;
  if (body === null) return null;
  const { [renderedAtHeader]: renderedAt = startedMs, ...headers } = held.headers;
  for (const name of ownHeaders) delete headers[name];
  const forms: KeptPage["forms"] = new Map();
  if (held.headers["content-encoding"] === "gzip") forms.set("gzip", new Uint8Array(held.body));
  const tag = (headers.etag as string | undefined) ?? null;
  return { status: held.status, body, forms, headers, renderedAtMs: Number(renderedAt), tag };
}

/** For everyone except the visitor whose request was rendered. */
export function asKept(page: KeptPage): KeptPage {
  return "x-nextjs-cache" in page.headers ? { ...page, headers: { ...page.headers, "x-nextjs-cache": "HIT" } } : page;
}

/** Unless draws changed since its rendering began, or a newer page is cached. */
export function keepPage(path: string, page: KeptPage): void {
  const newestMs = Math.max(store.forgottenAtMs, store.pages.peek(path)?.renderedAtMs ?? 0);
  // With its compressed forms, each a fraction of the text.
  if (page.renderedAtMs > newestMs) store.pages.set(path, asKept(page), { size: 2 * page.body.length + 4096 });
}

/** Regardless of age. */
export function lastPage(path: string): KeptPage | null {
  return store.pages.get(path) ?? null;
}

export function freshPage(path: string): KeptPage | null {
  const page = lastPage(path);
  return page && performance.now() - page.renderedAtMs < pageMs ? page : null;
}

/** A page past half its life is rendered again while it is still served. */
export function isYoung({ renderedAtMs }: KeptPage): boolean {
  return performance.now() - renderedAtMs < pageMs / 2;
}

export function dropPage(path: string): void {
  store.pages.delete(path);
}

export function flightOf(path: string): Flight | undefined {
  return store.flights.get(path);
}

export function startFlight(path: string): Flight {
  const flight: Flight = { waiting: [] };
  store.flights.set(path, flight);
  return flight;
}

export function answerFlight(flight: Flight, outcome: Outcome): void {
  for (const resume of flight.waiting.splice(0)) resume(outcome);
}

export function endFlight(path: string, flight: Flight, outcome: Outcome): void {
  if (store.flights.get(path) === flight) store.flights.delete(path);
  answerFlight(flight, outcome);
}

/** Other draws' pages, and pages that are being rendered, may show the changed draw too. */
export function forgetPages(): void {
  store.pages.clear();
  store.flights.clear();
  store.forgottenAtMs = performance.now();
}
