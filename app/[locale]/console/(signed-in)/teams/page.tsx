import { notFound } from "next/navigation";
import { setRequestLocale } from "next-intl/server";

import { consoleMetadata } from "@/app/[locale]/console/console-metadata";
import type { PageProps } from "@/app/[locale]/page-props";
import { ConsoleMessages } from "@/components/console/console-page";
import { Teams } from "@/components/console/teams/teams";
import { isLanguage } from "@/lib/platform/i18n/routing";

export const dynamic = "force-dynamic";

export const generateMetadata = consoleMetadata("teams.title", "/console/teams");

export default async function Page({ params }: PageProps) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  setRequestLocale(locale);
  return (
    <ConsoleMessages namespaces={["console.teams", "fieldProblems"]}>
      <Teams />
    </ConsoleMessages>
  );
}
