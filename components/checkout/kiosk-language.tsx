"use client";

import type { ReactNode } from "react";
import type { Language } from "@/lib/platform/i18n/routing";
import { htmlLanguage, isLanguage, languageParameter } from "@/lib/platform/i18n/routing";

type KioskLanguageProps = { now: Language; other: Language; children: ReactNode };

/** The same page in the other language, in the place of this one: the history of a shared tablet does not grow. */
export function KioskLanguage({ now, other, children }: KioskLanguageProps) {
  const tag = htmlLanguage(other);
  return (
    <a
      href={`?${languageParameter}=${other}`}
      hrefLang={tag}
      lang={tag}
      onClick={(event) => {
        event.preventDefault();
        window.location.replace(languageAddress(now, other));
      }}
      className="inline-flex min-h-15 min-w-15 items-center justify-center px-2 font-semibold sm:px-4 text-lg underline underline-offset-4"
    >
      {children}
    </a>
  );
}

/** Names the language that the tablet was opened in, once a buyer has changed it. */
const startParameter = "from";

/** What is left to do at the server is waited for so long before the page goes, in ms. */
const workMs = 3000;

function startLanguage(): Language | null {
  const from = new URLSearchParams(window.location.search).get(startParameter);
  return isLanguage(from) ? from : null;
}

/** The address of this page in another language, which remembers the one that the tablet was opened in. */
function languageAddress(now: Language, chosen: Language): string {
  const from = startLanguage() ?? now;
  const query = new URLSearchParams({ [languageParameter]: chosen });
  if (from !== chosen) query.set(startParameter, from);
  return `${window.location.pathname}?${query}`;
}

/**
 * Brings the page back to how the tablet was opened: top, rules folded, address without fragment, language. The page is
 * loaded anew for the language alone, and only where the server can be reached; `work` is given a moment to end.
 */
export function returnToStart(now: Language, work: Promise<unknown> = Promise.resolve()): void {
  const from = startLanguage();
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, "", pathname + search);
  document.getElementById("rules")?.closest("details")?.removeAttribute("open");
  window.scrollTo({ top: 0, behavior: "instant" });
  if (from === null || from === now || !navigator.onLine) return;
  const patience = new Promise((resolve) => setTimeout(resolve, workMs));
  void Promise.race([work, patience]).then(() => window.location.replace(languageAddress(now, from)));
}
