import "server-only";

import type { OutgoingHttpHeaders } from "node:http";
import { gunzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";

import { pageMs, renderedAtHeader } from "@/lib/platform/csp/page-age.mjs";

import type { BodyForms } from "@/lib/platform/http/kept-answer";
import type { HeldAnswer } from "./hold-answer";

/**
 * A page as Next answered with it: its headers except those of a single answer, its ETag, its body in all encodings.
 */
export type KeptPage = BodyForms & {
  status: number;
  renderedAtMs: number;
  headers: OutgoingHttpHeaders;
  tag: string | null;
};

/** What became of a page that others waited for: itself or the last one; null if there is none; or too many wait. */
export type Found = KeptPage | null | "refused";

/** Those who wait for a page that one of them has asked Next for. */
export type Flight = { waiting: ((found: Found) => void)[] };

/** Pages, and bytes of all their forms. */
const limits = { max: 500, maxSize: 32 * 1024 * 1024 };

// Next evaluates a module several times in one process: a route that changes a draw forgets what the guard keeps.
const shared = globalThis as typeof globalThis & {
  tirageKeptPages?: { pages: LRUCache<string, KeptPage>; flights: Map<string, Flight>; forgottenAtMs: number };
};
shared.tirageKeptPages ??= { pages: new LRUCache(limits), flights: new Map(), forgottenAtMs: 0 };
const kept = shared.tirageKeptPages;

/** Headers of a single answer, or set for each one: its encoding, and its connection. */
const ownHeaders = ["connection", "content-encoding", "content-length", "date", "keep-alive", "transfer-encoding"];

/** What a page says to caches that are the same for all who ask (docs/decisions/009-shared-caches.md). */
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

/** Whether an answer says that there is nothing, as it does for all who ask Next as `askForAll` does. */
function isMissing({ status, headers }: HeldAnswer): boolean {
  return status === 404 && /^text\/html\b/.test(String(headers["content-type"])) && headers["set-cookie"] === undefined;
}

/**
 * The page in one of Next's answers; null if it isn't a page, or belongs to a single request. `askedAtMs` is when Next
 * was asked for the page of addresses that have none, which has no stamp.
 */
export function readPage(held: HeldAnswer, askedAtMs?: number): KeptPage | null {
  const isPage = askedAtMs === undefined ? isShared(held) : isMissing(held);
  const body = isPage ? textOf(held) : null;
  if (body === null) return null;
  const { [renderedAtHeader]: renderedAt = askedAtMs, ...headers } = held.headers;
  for (const name of ownHeaders) delete headers[name];
  const forms: KeptPage["forms"] = new Map();
  if (held.headers["content-encoding"] === "gzip") forms.set("gzip", new Uint8Array(held.body));
  const tag = (headers.etag as string | undefined) ?? null;
  return { status: held.status, body, forms, headers, renderedAtMs: Number(renderedAt), tag };
}

/** A page as everyone gets it except the visitor whose request went to Next. */
export function asKept(page: KeptPage): KeptPage {
  return "x-nextjs-cache" in page.headers ? { ...page, headers: { ...page.headers, "x-nextjs-cache": "HIT" } } : page;
}

/** Keeps a page for its address, unless draws have changed since its rendering began, or a newer one is kept. */
export function keepPage(path: string, page: KeptPage): void {
  const newestMs = Math.max(kept.forgottenAtMs, kept.pages.peek(path)?.renderedAtMs ?? 0);
  // Its forms too: each is a fraction of the text.
  if (page.renderedAtMs > newestMs) kept.pages.set(path, asKept(page), { size: 2 * page.body.length + 4096 });
}

/** The last page that was kept for an address, however old. */
export function lastPage(path: string): KeptPage | null {
  return kept.pages.get(path) ?? null;
}

/** A page whose rendering began less than `pageMs` ago. */
export function freshPage(path: string): KeptPage | null {
  const page = lastPage(path);
  return page && performance.now() - page.renderedAtMs < pageMs ? page : null;
}

/** Whether a fresh page doesn't have to be requested yet: its rendering began less than half of `pageMs` ago. */
export function isYoung({ renderedAtMs }: KeptPage): boolean {
  return performance.now() - renderedAtMs < pageMs / 2;
}

/** Forgets the page of an address that no longer has one. */
export function dropPage(path: string): void {
  kept.pages.delete(path);
}

/** Who asks Next for the page of an address right now. */
export function flightOf(path: string): Flight | undefined {
  return kept.flights.get(path);
}

export function startFlight(path: string): Flight {
  const flight: Flight = { waiting: [] };
  kept.flights.set(path, flight);
  return flight;
}

/** Resumes all who wait for a page; it is still to come. */
export function answerFlight(flight: Flight, found: Found): void {
  for (const resume of flight.waiting.splice(0)) resume(found);
}

/** Resumes all who waited for a page; later requests find it kept, or start again. */
export function endFlight(path: string, flight: Flight, found: Found): void {
  if (kept.flights.get(path) === flight) kept.flights.delete(path);
  answerFlight(flight, found);
}

/** Forgets every page, those too that are being rendered: this process has changed a draw, which others may feature. */
export function forgetPages(): void {
  kept.pages.clear();
  kept.flights.clear();
  kept.forgottenAtMs = performance.now();
}
