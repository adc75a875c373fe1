import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations, setRequestLocale } from "next-intl/server";

import { RegisterPage } from "@/components/terminal/register-page";
import { env } from "@/lib/env";
import type { Language } from "@/lib/i18n/routing";
import { isLanguage } from "@/lib/i18n/routing";
import { readLinkIds } from "@/lib/terminal/rules.registration";

type PageProps = { params: Promise<{ locale: Language }>; searchParams: Promise<Record<string, unknown>> };

/** Rendered for each request: its scripts are allowed by a nonce. */
export const dynamic = "force-dynamic";

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "registration" });
  return { title: t("title"), robots: { index: false, follow: false } };
}

/** Registers a tablet by its link. */
export default async function Page({ params, searchParams }: PageProps) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  setRequestLocale(locale);
  const link = readLinkIds(await searchParams);
  return <RegisterPage locale={locale} isDemo={env().TIRAGE_MODE === "demo"} link={link} />;
}
