import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";

import type { PageProps } from "@/app/[locale]/page-props";
import { readDrawFilter } from "@/components/draws/draw-filter";
import { DrawListPage } from "@/components/draws/draw-list-page";
import { listDraws } from "@/lib/activity/list-draws";
import { htmlLanguage, isLanguage, localizedPath } from "@/lib/platform/i18n/routing";
import { env } from "@/lib/platform/server/env";
import { createContext } from "@/lib/wiring/create-context";

/** Which draws are open is asked for each request; buyers come by a draw's own link, which is cached. */
export const dynamic = "force-dynamic";

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "home" });
  const languages = { [htmlLanguage("en")]: localizedPath("en", "/"), [htmlLanguage("fr")]: localizedPath("fr", "/") };
  return {
    title: t("title"),
    description: t("lead"),
    alternates: { canonical: localizedPath(locale, "/"), languages },
  };
}

/** The list of draws; a main site, where one is configured, has its own. */
export default async function Page({ params, searchParams }: PageProps) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  const { MAIN_SITE_URL, TIRAGE_MODE } = env();
  if (MAIN_SITE_URL) redirect(MAIN_SITE_URL);
  const { filter } = await searchParams;
  const listed = await listDraws(await createContext("reads"), "dashboard");
  const isDemo = TIRAGE_MODE === "demo";
  return <DrawListPage listed={listed} filter={readDrawFilter(filter)} locale={locale} isDemo={isDemo} />;
}
