import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { DrawParams } from "@/app/[locale]/(checkout)/load-draw";
import { loadDraw } from "@/app/[locale]/(checkout)/load-draw";
import { missingMetadata, missingPage } from "@/app/[locale]/missing-page";
import { Poster } from "@/components/poster/poster";
import { localText } from "@/lib/local-text";
import { isLanguage } from "@/lib/platform/i18n/routing";
import { env } from "@/lib/platform/server/env";

type PageProps = { params: DrawParams };

export const revalidate = 1;

export function generateStaticParams() {
  return [];
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale, id } = await params;
  const result = await loadDraw(id);
  if (!result.ok) return missingMetadata(locale);
  const t = await getTranslations({ locale, namespace: "share.sheet" });
  const title = t("title", { title: localText(result.draw.title, locale).text });
  return { title, robots: { index: false, follow: false } };
}

export default async function Page({ params }: PageProps) {
  const { locale, id } = await params;
  if (!isLanguage(locale)) return missingPage();
  const result = await loadDraw(id);
  if (!result.ok) return missingPage();
  return <Poster draw={result.draw} live={result.live} locale={locale} checkoutHost={env().CHECKOUT_HOST} />;
}
