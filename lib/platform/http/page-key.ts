import "server-only";

import type { IncomingHttpHeaders } from "node:http";

import { detectLanguage } from "@/lib/platform/i18n/detect-language";
import type { Language } from "@/lib/platform/i18n/routing";
import { isLanguage, languageCookie, languageParameter } from "@/lib/platform/i18n/routing";

/** A page that is the same for all who ask: its address without a query, and its language. */
export type PageKey = { path: string; language: Language };

type Asked = { method?: string | undefined; url?: string | undefined; headers: IncomingHttpHeaders };

/** A draw's page, including the kiosk's. An address that could mean anything else isn't one. */
const drawPage = /^(\/fr)?(?:\/1)?\/([A-Za-z0-9][A-Za-z0-9_-]{0,63})$/;

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

/**
 * The draw's page that a request asks for; null if the answer may depend on anything but that page's address, which the
 * middleware and Next then decide.
 */
export function pageKeyOf({ method, url = "", headers }: Asked): PageKey | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const [path = "", ...queries] = url.split("?");
  const [, prefix, id = ""] = drawPage.exec(path) ?? [];
  if (id === "" || otherPages.has(id) || !isForBrowser(queries.join("?"))) return null;
  if (asksForMore(headers)) return null;
  if (prefix) return { path, language: "fr" };
  return wantsEnglish(headers) ? { path, language: "en" } : null;
}
