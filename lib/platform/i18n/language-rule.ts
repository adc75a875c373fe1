import Negotiator from "negotiator";

import type { Language } from "./routing";
import { isLanguage } from "./routing";

/**
 * Holds the visitor's explicit choice for 365 days (docs/design.md, Language cookie). The matcher of middleware.ts and
 * the maps of deploy/nginx/http.conf are literals that repeat what this file says; tests/http/language-rule.test.ts
 * compares them.
 */
export const languageCookie = { name: "i18n_redirected", maxAgeSeconds: 365 * 24 * 60 * 60 };

/** What tells the language of a request whose address does not. */
export type LanguageHints = {
  cookie?: string | undefined;
  host?: string | undefined;
  acceptLanguage?: string | undefined;
};

/** Hosts that are French, whatever the browser asks for. */
const frenchHost = /^fr\./i;

/** A browser that names English first, without a quality, wants English whatever follows. */
const englishFirst = /^en(?:-[a-z0-9]+)*[ \t]*(?:,|$)/i;

/** The best-liked of our languages; at equal quality the one named first, and `*` says that any will do. */
function browserLanguage(acceptLanguage: string): Language | undefined {
  if (englishFirst.test(acceptLanguage)) return "en";
  for (const tag of new Negotiator({ headers: { "accept-language": acceptLanguage } }).languages()) {
    const [primary] = tag.toLowerCase().split("-");
    if (isLanguage(primary)) return primary;
    if (primary === "*") return undefined;
  }
  return undefined;
}

/** The language of an address without prefix: the chosen one, else French on a host `fr.*`, else the browser's. */
export function detectLanguage({ cookie, host, acceptLanguage }: LanguageHints): Language {
  if (isLanguage(cookie)) return cookie;
  if (frenchHost.test(host ?? "")) return "fr";
  return browserLanguage(acceptLanguage ?? "") ?? "en";
}

/** The chosen language in a header of cookies; null if the header can be read in more than one way. */
function chosenLanguage(cookies: string): { cookie?: Language } | null {
  const parts = cookies.split(";").filter((part) => part.includes(languageCookie.name));
  if (parts.length === 0) return {};
  const [name, value, ...more] = (parts[0] ?? "").trim().split("=");
  const isPlain = parts.length === 1 && name === languageCookie.name && isLanguage(value) && more.length === 0;
  return isPlain ? { cookie: value } : null;
}

/** The language that these headers surely ask for at an address without prefix; null where only Next can tell. */
export function languageOf(headers: {
  cookie?: string | undefined;
  host?: string | undefined;
  "accept-language"?: string | undefined;
}): Language | null {
  const { cookie = "", host, "accept-language": acceptLanguage } = headers;
  const chosen = chosenLanguage(cookie);
  return chosen && detectLanguage({ ...chosen, host, acceptLanguage });
}
