import Negotiator from "negotiator";

import type { Language } from "./routing";
import { isLanguage } from "./routing";

/** What tells the language of a request whose address does not. */
export type LanguageHints = { cookie?: string; host?: string; acceptLanguage?: string };

/** The best-liked of our languages; at equal quality the one named first, and `*` says that any will do. */
function browserLanguage(acceptLanguage: string): Language | undefined {
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
  if (host?.toLowerCase().startsWith("fr.")) return "fr";
  return browserLanguage(acceptLanguage ?? "") ?? "en";
}
