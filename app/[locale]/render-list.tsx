import "server-only";

import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";

import { DrawListPage } from "@/components/draws/draw-list-page";
import { listDraws } from "@/lib/activity/list-draws";
import type { DrawFilter } from "@/lib/draw-filters";
import type { Language } from "@/lib/platform/i18n/routing";
import { htmlLanguage, isLanguage, localizedPath } from "@/lib/platform/i18n/routing";
import { env } from "@/lib/platform/server/env";
import { createContext } from "@/lib/wiring/create-context";

export async function describeList(locale: Language): Promise<Metadata> {
  const t = await getTranslations({ locale, namespace: "home" });
  const languages = { [htmlLanguage("en")]: localizedPath("en", "/"), [htmlLanguage("fr")]: localizedPath("fr", "/") };
  return {
    title: t("title"),
    description: t("lead"),
    alternates: { canonical: localizedPath(locale, "/"), languages },
  };
}

export async function renderList(locale: Language, filter: DrawFilter | undefined) {
  if (!isLanguage(locale)) notFound();
  const { MAIN_SITE_URL, TIRAGE_MODE } = env();
  if (MAIN_SITE_URL) redirect(MAIN_SITE_URL);
  const result = await listDraws(await createContext("reads"), "dashboard");
  return <DrawListPage listed={result} filter={filter} locale={locale} isDemo={TIRAGE_MODE === "demo"} />;
}
