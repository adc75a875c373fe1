import { getTranslations } from "next-intl/server";

import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { ErrorBar } from "./error-layout";

export async function getErrorBar(locale: Language, otherSite?: string): Promise<ErrorBar> {
  const [tHome, tErrorScreen, tLanguage] = await Promise.all([
    getTranslations({ locale, namespace: "home" }),
    getTranslations({ locale, namespace: "errorScreen" }),
    getTranslations({ locale, namespace: "language" }),
  ]);
  const other = locale === "fr" ? "en" : "fr";
  const homeLink = otherSite
    ? { homeUrl: otherSite, homeLabel: tErrorScreen("goHome") }
    : { homeUrl: localizedPath(locale, "/"), homeLabel: tHome("home") };
  return { ...homeLink, languageLabel: tLanguage("label"), other, otherName: tLanguage(other) };
}
