import "server-only";

import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

import { detectFromHeaders, languageCookie } from "@/lib/platform/i18n/language-rule";
import type { Language } from "@/lib/platform/i18n/routing";
import { defaultLanguage, languageParameter, splitPath } from "@/lib/platform/i18n/routing";
import type { PagePriority } from "./render-queue";

/**
 * `path` is where Next renders the page. `isLowPriority`: buyers don't buy on it. `isMissing`: it is a not-found page.
 */
export type SharedPage = { path: string; isLowPriority?: true; isMissing?: true };

export type PageKey = SharedPage & { language: Language };

export type PageClassifier = {
  findSharedPage: (path: string, query: string) => SharedPage | null;
  /** Query parameters that change the page, besides the language and Next's own. */
  parameters: readonly string[];
  getPagePriority: (path: string, query: string) => Promise<PagePriority>;
};

type PageRequest = { method?: string | undefined; url?: string | undefined; headers: IncomingHttpHeaders };

export const missingPath = "/-/-/-/-";

/** With these headers, Next returns something other than a page. */
const nextHeader = /^(?:rsc$|next-|x-(?:nextjs|middleware|prerender|invoke|matched|now)-)/;

const draftCookie = /__prerender_bypass|__next_preview_data/;

const plainName = /^[\w.~-]+$/;

/** Null if the answer may depend on more than URL and language. */
export function toPageKey({ method, url = "", headers }: PageRequest, pages: PageClassifier): PageKey | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const [path = "", ...queries] = url.split("?");
  const query = queries.join("?");
  if (!isIgnorableQuery(query, pages.parameters) || isSpecialRequest(headers)) return null;
  const shared = pages.findSharedPage(path, query);
  if (!shared) return null;
  const { language } = splitPath(path);
  const isKnown = language !== defaultLanguage || detectFromHeaders(headers) === defaultLanguage;
  return isKnown ? { ...shared, language } : null;
}

/** Next copies some headers into cached pages, such as the nonce of a policy. */
export function keepOnlyPageHeaders({ headers }: IncomingMessage): void {
  keepOnly(headers, pageHeaders);
}

/** Makes Next send the full page, uncompressed. Returns the visitor's headers. */
export function requestFullPage({ headers }: IncomingMessage, language: Language): IncomingHttpHeaders {
  const original = { ...headers };
  keepOnly(headers, sharedPageHeaders);
  if (original["accept-encoding"]?.includes("gzip")) headers["accept-encoding"] = "gzip";
  headers.cookie = `${languageCookie.name}=${language}`;
  return original;
}

function isIgnorableQuery(query: string, parameters: readonly string[]): boolean {
  const relevantParameters = [languageParameter, "_rsc", ...parameters];
  const names = query === "" ? [] : query.split("&").map((part) => part.split("=")[0] ?? "");
  return names.every((name) => plainName.test(name) && !relevantParameters.includes(name));
}

function isSpecialRequest(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => nextHeader.test(name)) || draftCookie.test(headers.cookie ?? "");
}

const sharedPageHeaders: ReadonlySet<string> = new Set(["host", "x-forwarded-proto"]);

const pageHeaders: ReadonlySet<string> = new Set([
  ...sharedPageHeaders,
  ...["accept", "accept-encoding", "accept-language", "cache-control", "connection", "cookie", "user-agent"],
  ...["if-modified-since", "if-none-match", "if-range", "range", "x-forwarded-for"],
  ...["next-router-prefetch", "next-router-segment-prefetch", "next-router-state-tree", "next-url", "rsc"],
]);

function keepOnly(headers: IncomingHttpHeaders, names: ReadonlySet<string>): void {
  for (const name of Object.keys(headers)) if (!names.has(name)) delete headers[name];
}
