import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";

import { loadDraw } from "@/app/[locale]/(checkout)/load-draw";
import type { DrawParams } from "@/app/[locale]/(checkout)/render-draw";
import { KioskPage } from "@/components/checkout/kiosk-page";
import { localText } from "@/lib/local-text";
import { isLanguage } from "@/lib/platform/i18n/routing";
import { env } from "@/lib/platform/server/env";
import { appCheckSettings } from "@/lib/platform/server/env.app-check";

type PageProps = { params: DrawParams };

/** Seconds for which the page cache serves a page; what changes by the second is asked for by the browser. */
export const revalidate = 5;

/** No page is made at build time, which keeps the build away from the database. */
export function generateStaticParams() {
  return [];
}

/** A tablet's page is not for search engines, and it is the canonical address of nothing. */
export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale, id } = await params;
  const [t, found] = await Promise.all([getTranslations({ locale, namespace: "draw.metadata" }), loadDraw(id)]);
  if (!found.ok) return {};
  const title = t("title", { title: localText(found.draw.title, locale).text });
  return {
    title: found.draw.isTestDraw ? t("titleOfTest", { title }) : title,
    robots: { index: false, follow: false },
  };
}

/** The checkout of a draw on an attended tablet; ends in the page for unknown paths when there is no such draw. */
export default async function Page({ params }: PageProps) {
  const { locale, id } = await params;
  if (!isLanguage(locale)) notFound();
  const found = await loadDraw(id);
  if (!found.ok) notFound();
  const { BAMBORA_SCRIPT_URL, TIRAGE_MODE } = env();
  const { draw, live } = found;
  const appCheck = appCheckSettings(env())?.client ?? null;
  const place = { locale, scriptUrl: BAMBORA_SCRIPT_URL, appCheck, isDemo: TIRAGE_MODE === "demo" };
  return <KioskPage draw={draw} live={live} {...place} />;
}
