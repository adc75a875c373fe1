import "server-only";

import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

import { readDrawFilter } from "@/lib/draw-filters";
import { peerHeader } from "@/lib/platform/http/client-address";
import { detectLanguage } from "@/lib/platform/i18n/detect-language";
import type { Language } from "@/lib/platform/i18n/routing";
import { isLanguage, languageCookie, languageParameter } from "@/lib/platform/i18n/routing";
import type { PatternOf } from "./route-patterns";

/**
 * A page that is the same for all who ask: under which address Next makes it, its language, whether nobody buys by it,
 * and whether it says that there is none.
 */
export type PageKey = { path: string; language: Language; isAside?: true; isMissing?: true };

type Asked = { method?: string | undefined; url?: string | undefined; headers: IncomingHttpHeaders };

/** A draw's page, including the kiosk's. An address that could mean anything else isn't one. */
const drawPage = /^(\/fr)?(?:\/1)?\/([A-Za-z0-9][A-Za-z0-9_-]{0,63})$/;

/** An address of which nothing has to be decoded or is another form of a page, and its first segment. */
const plainPath = /^(\/fr)?\/([\w.~-]+)(?:\/[\w.~-]+)*(?<!\.(?:rsc|json|txt))$/;

/** An id that a draw can have (lib/draws/schema.fields.ts). */
export const drawId = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Under this address is the list of draws by each of its filters, and under the other one nothing. */
const listPath = "/-/list/";
export const missingPath = "/-/-/-/-";

/** Pages of others, and addresses that lead elsewhere (`reservedIds` of lib/draws has those that no draw may have). */
const otherPages: ReadonlySet<string> = new Set([
  ...["1", "api", "builds", "dummy", "en", "fr", "hashtest", "order", "staticSuccess", "success", "successV1"],
  ...["terminal", "titled"],
]);

/** Parameters that change what is answered (middleware.ts, next.config.ts); all others are for the browser. */
const tellingParameters: ReadonlySet<string> = new Set([languageParameter, "title", "inSupportOf", "_rsc"]);

/** Headers that ask Next for something other than a page. */
const tellingHeader = /^(?:rsc$|next-|x-(?:nextjs|middleware|prerender|invoke|matched|now)-)/;

/** Cookies of Next's drafts. */
const draftCookie = /__prerender_bypass|__next_preview_data/;

/** A parameter's name as it is written when nothing of it has to be decoded. */
const plainName = /^[\w.~-]+$/;

/** Whether the answer is the same without this query. */
function isForBrowser(query: string): boolean {
  const names = query === "" ? [] : query.split("&").map((part) => part.split("=")[0] ?? "");
  return names.every((name) => plainName.test(name) && !tellingParameters.has(name));
}

function asksForMore(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => tellingHeader.test(name)) || draftCookie.test(headers.cookie ?? "");
}

/** The chosen language; null if it is ambiguous. */
function chosenLanguage(cookies: string): { cookie?: Language } | null {
  const parts = cookies.split(";").filter((part) => part.includes(languageCookie.name));
  if (parts.length === 0) return {};
  const [name, value, ...more] = (parts[0] ?? "").trim().split("=");
  const isPlain = parts.length === 1 && name === languageCookie.name && isLanguage(value) && more.length === 0;
  return isPlain ? { cookie: value } : null;
}

/** Whether an address without prefix answers this visitor in English, as the middleware decides it. */
function wantsEnglish({ cookie = "", host, "accept-language": acceptLanguage }: IncomingHttpHeaders): boolean {
  const chosen = chosenLanguage(cookie);
  if (!chosen) return false;
  const hints = { ...chosen, ...(host === undefined ? {} : { host }) };
  return detectLanguage({ ...hints, ...(acceptLanguage === undefined ? {} : { acceptLanguage }) }) === "en";
}

function isMissing(path: string, patternOf: PatternOf): boolean {
  const [, , first = ""] = plainPath.exec(path) ?? [];
  if (first === "" || otherPages.has(first) || /^(?:_next|_i18n|\.well-known)$/.test(first)) return false;
  const pattern = patternOf(path);
  if (pattern.endsWith("/[...rest]") || first === "-") return true;
  return pattern === "/[locale]/[id]" && !drawId.test(first);
}

/** Where Next makes the page of this address; null if it isn't the same for all. */
function keptPath(path: string, query: string, patternOf: PatternOf): Omit<PageKey, "language"> | null {
  if (path === "/" || path === "/fr") {
    const filters = new URLSearchParams(query).getAll("filter");
    const filter = (filters.length === 1 ? readDrawFilter(filters[0]) : undefined) ?? "all";
    const list = { path: `${path === "/" ? "" : path}${listPath}${filter}` };
    return filter === "all" ? list : { ...list, isAside: true };
  }
  const [, , id = ""] = drawPage.exec(path) ?? [];
  if (id !== "") return otherPages.has(id) ? null : { path };
  if (!isMissing(path, patternOf)) return null;
  return { path: `${path.startsWith("/fr/") ? "/fr" : ""}${missingPath}`, isAside: true, isMissing: true };
}

/**
 * The page that a request asks for: of a draw, the list of draws, or none; null if the answer may depend on anything
 * but that page's address, which the middleware and Next then decide.
 */
export function pageKeyOf({ method, url = "", headers }: Asked, patternOf: PatternOf): PageKey | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const [path = "", ...queries] = url.split("?");
  const query = queries.join("?");
  if (!isForBrowser(query) || asksForMore(headers)) return null;
  const kept = keptPath(path, query, patternOf);
  if (kept && /^\/fr(?:\/|$)/.test(path)) return { ...kept, language: "fr" };
  return kept && wantsEnglish(headers) ? { ...kept, language: "en" } : null;
}

/** What a request for a page that is the same for all says to Next. */
const sharedNames: ReadonlySet<string> = new Set(["host", "x-forwarded-proto", peerHeader]);

/** What any request outside of the API may say to Next: what browsers and proxies send that an answer depends on. */
const pageNames: ReadonlySet<string> = new Set([
  ...sharedNames,
  ...["accept", "accept-encoding", "accept-language", "cache-control", "connection", "cookie", "user-agent"],
  ...["if-modified-since", "if-none-match", "if-range", "range", "x-forwarded-for"],
  ...["next-router-prefetch", "next-router-segment-prefetch", "next-router-state-tree", "next-url", "rsc"],
]);

function dropOthers(headers: IncomingHttpHeaders, names: ReadonlySet<string>): void {
  for (const name of Object.keys(headers)) if (!names.has(name)) delete headers[name];
}

/**
 * Removes what Next must not hear from a visitor: it puts some headers into pages that it keeps for all, as the nonce
 * of a `Content-Security-Policy`.
 */
export function keepPageHeaders({ headers }: IncomingMessage): void {
  dropOthers(headers, pageNames);
}

/**
 * Makes Next answer with the full page of a language, in a readable encoding, whoever asks; returns the original
 * headers.
 */
export function askForAll({ headers }: IncomingMessage, language: Language): IncomingHttpHeaders {
  const asked = { ...headers };
  dropOthers(headers, sharedNames);
  if (asked["accept-encoding"]?.includes("gzip")) headers["accept-encoding"] = "gzip";
  headers.cookie = `${languageCookie.name}=${language}`;
  return asked;
}
