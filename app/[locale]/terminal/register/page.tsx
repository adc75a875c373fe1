import { notFound } from "next/navigation";
import { setRequestLocale } from "next-intl/server";

import type { PageProps } from "@/app/[locale]/page-props";
import { unlistedMetadata } from "@/app/[locale]/terminal/terminal-page";
import { RegisterPage } from "@/components/terminal/register-page";
import { isLanguage } from "@/lib/platform/i18n/routing";
import { env } from "@/lib/platform/server/env";
import { readLinkIds, readLinkName } from "@/lib/terminal/device/rules.registration";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("registration.title", "/terminal/register");

export default async function Page({ params, searchParams }: PageProps) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  setRequestLocale(locale);
  const query = await searchParams;
  const link = { link: readLinkIds(query), linkName: readLinkName(query) };
  return <RegisterPage locale={locale} isDemo={env().TIRAGE_MODE === "demo"} {...link} />;
}
