"use client";

import type { ReactNode } from "react";

import type { Language } from "@/lib/platform/i18n/routing";
import { htmlLanguage, languageParameter } from "@/lib/platform/i18n/routing";
import { languageAddress } from "./kiosk-address";

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
