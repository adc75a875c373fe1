import "server-only";

import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

import { languageCookie, languageOf } from "@/lib/platform/i18n/language-rule";
import type { Language } from "@/lib/platform/i18n/routing";
import { languageParameter, splitPath } from "@/lib/platform/i18n/routing";
import type { Rank } from "./render-queue";

/**
 * A page that is the same for everybody: the address at which Next makes it, whether nobody buys by it, and whether it
 * says that there is no page.
 */
export type SharedPage = { path: string; isAside?: true; isMissing?: true };

export type PageKey = SharedPage & { language: Language };

/** The product's pages, as lib/wiring/know-pages.ts tells them to the guard. */
export type KnownPages = {
  /** The shared page at an address; null if its page is made for one request. */
  sharedAt: (path: string, query: string) => SharedPage | null;
  /** Parameters that change the answer at any address, besides those of languages and of Next. */
  parameters: readonly string[];
  /** What a page is for that Next has to make. */
  rankOf: (path: string, query: string) => Promise<Rank>;
};

type PageRequest = { method?: string | undefined; url?: string | undefined; headers: IncomingHttpHeaders };

/** Where Next makes the page of addresses that have none. */
export const missingPath = "/-/-/-/-";

/** Headers that ask Next for something other than a page. */
const tellingHeader = /^(?:rsc$|next-|x-(?:nextjs|middleware|prerender|invoke|matched|now)-)/;

/** Cookies of Next's drafts. */
const draftCookie = /__prerender_bypass|__next_preview_data/;

/** Nothing of it has to be decoded. */
const plainName = /^[\w.~-]+$/;

/** Whether the answer is the same without this query. */
function isForBrowser(query: string, parameters: readonly string[]): boolean {
  const telling = [languageParameter, "_rsc", ...parameters];
  const names = query === "" ? [] : query.split("&").map((part) => part.split("=")[0] ?? "");
  return names.every((name) => plainName.test(name) && !telling.includes(name));
}

function asksForMore(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => tellingHeader.test(name)) || draftCookie.test(headers.cookie ?? "");
}

/** The shared page that a request asks for; null if its answer may depend on anything but address and language. */
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

/** What a request for a shared page says to Next. */
const sharedNames: ReadonlySet<string> = new Set(["host", "x-forwarded-proto"]);

/** What any request outside of the API may say to Next. */
const pageNames: ReadonlySet<string> = new Set([
  ...sharedNames,
  ...["accept", "accept-encoding", "accept-language", "cache-control", "connection", "cookie", "user-agent"],
  ...["if-modified-since", "if-none-match", "if-range", "range", "x-forwarded-for"],
  ...["next-router-prefetch", "next-router-segment-prefetch", "next-router-state-tree", "next-url", "rsc"],
]);

function dropOthers(headers: IncomingHttpHeaders, names: ReadonlySet<string>): void {
  for (const name of Object.keys(headers)) if (!names.has(name)) delete headers[name];
}

/** Removes other headers, because Next puts some into pages that it keeps, as the nonce of a policy. */
export function keepPageHeaders({ headers }: IncomingMessage): void {
  dropOthers(headers, pageNames);
}

/** Makes Next answer with the full page of a language, in a readable encoding. Returns the visitor's headers. */
export function askForAll({ headers }: IncomingMessage, language: Language): IncomingHttpHeaders {
  const original = { ...headers };
  dropOthers(headers, sharedNames);
  if (original["accept-encoding"]?.includes("gzip")) headers["accept-encoding"] = "gzip";
  headers.cookie = `${languageCookie.name}=${language}`;
  return original;
}
