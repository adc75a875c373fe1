"use client";

import type { MouseEvent, ReactNode } from "react";

import type { Language } from "@/lib/platform/i18n/routing";
import { htmlLanguage, languageParameter } from "@/lib/platform/i18n/routing";

/** A cached page can't know its query. Without scripts, the link drops it. */
function keepQuery(event: MouseEvent<HTMLAnchorElement>): void {
  const link = new URL(event.currentTarget.href);
  const query = new URLSearchParams(window.location.search);
  query.set(languageParameter, link.searchParams.get(languageParameter) ?? "");
  event.currentTarget.search = query.toString();
}

/** A plain link, so that the server remembers the language. */
export function LanguageLink({ language, children }: { language: Language; children: ReactNode }) {
  const tag = htmlLanguage(language);
  return (
    <a
      href={`?${languageParameter}=${language}`}
      hrefLang={tag}
      lang={tag}
      onClick={keepQuery}
      className="inline-flex min-h-11 items-center px-2 font-semibold underline underline-offset-4"
    >
      {children}
    </a>
  );
}
