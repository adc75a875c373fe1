import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ThankYou } from "@/components/orders/thank-you";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";

type PageProps = { params: Promise<{ locale: Language }> };

/** Seconds in the page cache. Next's default of a year would outlive a release. */
export const revalidate = 1;

export function generateStaticParams() {
  return [];
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "order" });
  return {
    title: t("plainTitle"),
    alternates: { canonical: localizedPath(locale, "/staticSuccess") },
    robots: { index: false, follow: false },
  };
}

export default async function Page({ params }: PageProps) {
  const { locale } = await params;
  return <ThankYou locale={locale} backHref={localizedPath(locale, "/")} />;
}
