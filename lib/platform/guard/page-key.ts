import "server-only";

import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

import { languageCookie, languageOf } from "@/lib/platform/i18n/language-rule";
import type { Language } from "@/lib/platform/i18n/routing";
import { languageParameter, splitPath } from "@/lib/platform/i18n/routing";
import type { Rank } from "./render-queue";

/**
 * A page that is the same for all visitors. `path`: where Next renders it; `isAside`: nobody buys on it; `isMissing`:
 * it says not found.
 */
export type SharedPage = { path: string; isAside?: true; isMissing?: true };

export type PageKey = SharedPage & { language: Language };

/** Implemented in lib/wiring. */
export type KnownPages = {
  /** Null if the page is rendered per request. */
  sharedAt: (path: string, query: string) => SharedPage | null;
  /** Query parameters that change any page, besides the language and Next's own. */
  parameters: readonly string[];
  rankOf: (path: string, query: string) => Promise<Rank>;
};

type PageRequest = { method?: string | undefined; url?: string | undefined; headers: IncomingHttpHeaders };

export const missingPath = "/-/-/-/-";

/** Headers by which Next returns something other than a page. */
const tellingHeader = /^(?:rsc$|next-|x-(?:nextjs|middleware|prerender|invoke|matched|now)-)/;

/** Next's draft mode. */
const draftCookie = /__prerender_bypass|__next_preview_data/;

/** Needs no decoding. */
const plainName = /^[\w.~-]+$/;

function isForBrowser(query: string, parameters: readonly string[]): boolean {
  const telling = [languageParameter, "_rsc", ...parameters];
  const names = query === "" ? [] : query.split("&").map((part) => part.split("=")[0] ?? "");
  return names.every((name) => plainName.test(name) && !telling.includes(name));
}

function asksForMore(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => tellingHeader.test(name)) || draftCookie.test(headers.cookie ?? "");
}

/** Null if the answer may depend on more than address and language. */
export function pageKeyOf({ method, url = "", headers }: PageRequest, pages: KnownPages): PageKey | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const [path = "", ...queries] = url.split("?");
  const query = queries.join("?");
  if (!isForBrowser(query, pages.parameters) || asksForMore(headers)) return null;
  const shared = pages.sharedAt(path, query);
  if (!shared) return null;
  const { language } = splitPath(path);
  return language === "fr" || languageOf(headers) === "en" ? { ...shared, language } : null;
}

/** Headers that a shared rendering may see. */
const sharedNames: ReadonlySet<string> = new Set(["host", "x-forwarded-proto"]);

/** Headers that any page may see. */
const pageNames: ReadonlySet<string> = new Set([
  ...sharedNames,
  ...["accept", "accept-encoding", "accept-language", "cache-control", "connection", "cookie", "user-agent"],
  ...["if-modified-since", "if-none-match", "if-range", "range", "x-forwarded-for"],
  ...["next-router-prefetch", "next-router-segment-prefetch", "next-router-state-tree", "next-url", "rsc"],
]);

function dropOthers(headers: IncomingHttpHeaders, names: ReadonlySet<string>): void {
  for (const name of Object.keys(headers)) if (!names.has(name)) delete headers[name];
}

/** Next copies some headers into pages that it caches, such as the nonce of a policy. */
export function keepPageHeaders({ headers }: IncomingMessage): void {
  dropOthers(headers, pageNames);
}

/** Changes the request so that Next renders the full page in a readable encoding. Returns the visitor's headers. */
export function askForAll({ headers }: IncomingMessage, language: Language): IncomingHttpHeaders {
  const original = { ...headers };
  dropOthers(headers, sharedNames);
  if (original["accept-encoding"]?.includes("gzip")) headers["accept-encoding"] = "gzip";
  headers.cookie = `${languageCookie.name}=${language}`;
  return original;
}
