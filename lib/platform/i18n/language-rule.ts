import Negotiator from "negotiator";

import type { Language } from "./routing";
import { defaultLanguage, isLanguage, prefixedLanguages } from "./routing";

/** The visitor's choice (docs/design.md, Language cookie). */
export const languageCookie = { name: "i18n_redirected", maxAgeSeconds: 365 * 24 * 60 * 60 };

export type LanguageHints = {
  cookie?: string | undefined;
  host?: string | undefined;
  acceptLanguage?: string | undefined;
};

/** Hosts such as `fr.example.ca` have one language, whatever the browser asks for. */
const languageHost = new RegExp(`^(${prefixedLanguages.join("|")})\\.`, "i");

/** A browser that lists the default language first, without a quality, prefers it whatever follows. */
const defaultFirst = new RegExp(`^${defaultLanguage}(?:-[a-z0-9]+)*[ \\t]*(?:,|$)`, "i");

/** In order: the cookie, the host (`fr.*`), the browser. */
export function detectLanguage({ cookie, host, acceptLanguage }: LanguageHints): Language {
  if (isLanguage(cookie)) return cookie;
  const hostLanguage = languageHost.exec(host ?? "")?.[1]?.toLowerCase();
  if (isLanguage(hostLanguage)) return hostLanguage;
  return browserLanguage(acceptLanguage ?? "") ?? defaultLanguage;
}

/** Null if only Next can decide. */
export function detectFromHeaders(headers: {
  cookie?: string | undefined;
  host?: string | undefined;
  "accept-language"?: string | undefined;
}): Language | null {
  const { cookie = "", host, "accept-language": acceptLanguage } = headers;
  const chosen = chosenLanguage(cookie);
  return chosen && detectLanguage({ ...chosen, host, acceptLanguage });
}

function browserLanguage(acceptLanguage: string): Language | undefined {
  if (defaultFirst.test(acceptLanguage)) return defaultLanguage;
  for (const tag of new Negotiator({ headers: { "accept-language": acceptLanguage } }).languages()) {
    const [primary] = tag.toLowerCase().split("-");
    if (isLanguage(primary)) return primary;
    if (primary === "*") return undefined;
  }
  return undefined;
}

/** Null if the header is ambiguous. */
function chosenLanguage(cookies: string): { cookie?: Language } | null {
  const parts = cookies.split(";").filter((part) => part.includes(languageCookie.name));
  if (parts.length === 0) return {};
  const [name, value, ...more] = (parts[0] ?? "").trim().split("=");
  const isPlain = parts.length === 1 && name === languageCookie.name && isLanguage(value) && more.length === 0;
  return isPlain ? { cookie: value } : null;
}
