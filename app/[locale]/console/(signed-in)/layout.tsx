import { notFound } from "next/navigation";
import { setRequestLocale } from "next-intl/server";
import type { ReactNode } from "react";

import { consoleSettings } from "@/app/[locale]/console/console-settings";
import { ConsoleFrame } from "@/components/console/console-frame";
import { ConsolePage } from "@/components/console/console-page";
import { isLanguage } from "@/lib/platform/i18n/routing";

type Properties = { children: ReactNode; params: Promise<{ locale: string }> };

/** Stays in the browser from one page to the next, and with it the menu and what was read. */
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
