import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";

import { TerminalFrame } from "@/components/terminal/terminal-frame";
import { TerminalHome } from "@/components/terminal/terminal-home";
import { env } from "@/lib/env";
import type { Language } from "@/lib/i18n/routing";
import { isLanguage } from "@/lib/i18n/routing";

type PageProps = { params: Promise<{ locale: Language }> };

/** A shell made for each request: what it shows is fetched with the device's credential. */
export const dynamic = "force-dynamic";

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "terminal.home" });
  return { title: t("pageTitle"), robots: { index: false, follow: false } };
}

/** Home of the terminal. */
export default async function Page({ params }: PageProps) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  return (
    <TerminalFrame
      locale={locale}
      isDemo={env().TIRAGE_MODE === "demo"}
      place="home"
      namespaces={["home", "registration"]}
    >
      <TerminalHome />
    </TerminalFrame>
  );
}
