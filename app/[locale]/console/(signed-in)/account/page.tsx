import { notFound } from "next/navigation";
import { setRequestLocale } from "next-intl/server";

import { consoleMetadata } from "@/app/[locale]/console/console-metadata";
import type { PageProps } from "@/app/[locale]/page-props";
import { Account } from "@/components/console/account";
import { ConsoleMessages } from "@/components/console/console-page";
import { isLanguage } from "@/lib/platform/i18n/routing";

export const dynamic = "force-dynamic";

export const generateMetadata = consoleMetadata("account.title", "/console/account");

export default async function Page({ params }: PageProps) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  setRequestLocale(locale);
  return (
    <ConsoleMessages namespaces={["console.account"]}>
      <Account />
    </ConsoleMessages>
  );
}
