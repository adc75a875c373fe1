"use client";

import type { ReactNode } from "react";
import type { Language } from "@/lib/platform/i18n/routing";
import { htmlLanguage, isLanguage, languageParameter } from "@/lib/platform/i18n/routing";

type KioskLanguageProps = { current: Language; other: Language; children: ReactNode };

/** Replaces the page, so that a shared tablet's history doesn't grow. */
export function KioskLanguage({ current, other, children }: KioskLanguageProps) {
  const tag = htmlLanguage(other);
  return (
    <a
      href={`?${languageParameter}=${other}`}
      hrefLang={tag}
      lang={tag}
      onClick={(event) => {
        event.preventDefault();
        window.location.replace(getLanguageUrl(current, other));
      }}
      className="inline-flex min-h-15 min-w-15 items-center justify-center px-2 font-semibold sm:px-4 text-lg underline underline-offset-4"
    >
      {children}
    </a>
  );
}

/** After a buyer has changed the language, this parameter has the one that the tablet was opened in. */
const startParameter = "from";

const maxWaitMs = 3000;

function findStartLanguage(): Language | null {
  const from = new URLSearchParams(window.location.search).get(startParameter);
  return isLanguage(from) ? from : null;
}

function getLanguageUrl(now: Language, next: Language): string {
  const from = findStartLanguage() ?? now;
  const query = new URLSearchParams({ [languageParameter]: next });
  if (from !== next) query.set(startParameter, from);
  return `${window.location.pathname}?${query}`;
}

/**
 * Restores scroll position, rules, URL and language. Reloads only for the language, and only if the server answers.
 */
export function returnToStart(now: Language, work: Promise<unknown> = Promise.resolve()): void {
  const from = findStartLanguage();
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, "", pathname + search);
  document.getElementById("rules")?.closest("details")?.removeAttribute("open");
  window.scrollTo({ top: 0, behavior: "instant" });
  if (from === null || from === now || !navigator.onLine) return;
  const timeout = new Promise((resolve) => setTimeout(resolve, maxWaitMs));
  void Promise.race([work, timeout]).then(() => window.location.replace(getLanguageUrl(now, from)));
}
