import { notFound } from "next/navigation";
import { setRequestLocale } from "next-intl/server";

import { consoleMetadata } from "@/app/[locale]/console/console-metadata";
import type { PageProps } from "@/app/[locale]/page-props";
import { ConsoleMessages } from "@/components/console/console-page";
import { Draws } from "@/components/console/draws/draws";
import { isLanguage } from "@/lib/platform/i18n/routing";

/** Rendered per request for the middleware's nonce. The browser fetches the content with the session. */
export const dynamic = "force-dynamic";

export const generateMetadata = consoleMetadata("draws.title", "/console/draws");

export default async function Page({ params }: PageProps) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  setRequestLocale(locale);
  return (
    <ConsoleMessages
      namespaces={["console.draws", "console.setUp.types", "console.history.fields", "checkout.provinces"]}
    >
      <Draws />
    </ConsoleMessages>
  );
}
