import { notFound } from "next/navigation";
import { setRequestLocale } from "next-intl/server";
import type { ReactNode } from "react";

import { consoleSettings } from "@/app/[locale]/console/console-settings";
import { ConsoleFrame } from "@/components/console/console-frame";
import { ConsolePage } from "@/components/console/console-page";
import { isLanguage } from "@/lib/platform/i18n/routing";

type Properties = { children: ReactNode; params: Promise<{ locale: string }> };

/** Shared by all pages, so the menu and the loaded data survive a navigation. */
export default async function SignedInLayout({ children, params }: Properties) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  setRequestLocale(locale);
  return (
    <ConsolePage locale={locale} {...consoleSettings()}>
      <ConsoleFrame>{children}</ConsoleFrame>
    </ConsolePage>
  );
}
