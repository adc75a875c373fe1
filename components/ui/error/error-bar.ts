import { getTranslations } from "next-intl/server";

import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { ErrorBar } from "./error-layout";

export async function getErrorBar(locale: Language, otherSite?: string): Promise<ErrorBar> {
  const [home, screen, language] = await Promise.all([
    getTranslations({ locale, namespace: "home" }),
    getTranslations({ locale, namespace: "errorScreen" }),
    getTranslations({ locale, namespace: "language" }),
  ]);
  const other = locale === "fr" ? "en" : "fr";
  const way = otherSite
    ? { homeUrl: otherSite, homeLabel: screen("goHome") }
    : { homeUrl: localizedPath(locale, "/"), homeLabel: home("home") };
  return { ...way, languageLabel: language("label"), other, otherName: language(other) };
}
