import { notFound } from "next/navigation";
import { setRequestLocale } from "next-intl/server";

import { consoleMetadata } from "@/app/[locale]/console/console-metadata";
import type { PageProps } from "@/app/[locale]/page-props";
import { ConsoleMessages } from "@/components/console/console-page";
import { Landing } from "@/components/console/home/landing";
import { isLanguage } from "@/lib/platform/i18n/routing";

export const dynamic = "force-dynamic";

export const generateMetadata = consoleMetadata("title", "/console");

export default async function Page({ params }: PageProps) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  setRequestLocale(locale);
  return (
    <ConsoleMessages namespaces={["console.homePage", "console.draws.states"]}>
      <Landing />
    </ConsoleMessages>
  );
}
